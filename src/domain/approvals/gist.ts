/** A request in a few words, for titles and lists: `create_refund 640 GBP to "Liam Walsh"`. */
import { isObject } from '../../platform/parse/coerce.ts';
import { foreign, plainOrMarked } from '../../platform/text.ts';
import { decidedCalls, type Request } from './request.ts';

const AMOUNT = /amount|total|price|sum$/i;
const CURRENCY = /currency/i;
/** Who gets it: the name of the argument, or its last word. */
const PAYEE =
  /(?:^|[a-z_-])(?:to|payee|recipient|beneficiary|creditor|customer|iban|account|email|vendor|supplier)(?:_?name)?$/i;

/** The first call by its name, amount and payee, and how many more there are. Undefined without a call. */
export function gistOf(request: Pick<Request, 'calls'>): string | undefined {
  const [first, ...more] = decidedCalls(request);
  if (first === undefined) return undefined;
  const values = isObject(first.arguments) ? Object.entries(first.arguments) : [];
  const amount = values.find(([key, value]) => AMOUNT.test(key) && isNumber(value))?.[1];
  const currency = values.find(([key, value]) => CURRENCY.test(key) && typeof value === 'string')?.[1];
  const payee = values.find(([key, value]) => PAYEE.test(key) && typeof value === 'string' && value !== '')?.[1];
  return [
    plainOrMarked(first.name, 40),
    amount === undefined ? undefined : plainOrMarked(foreign(String(amount)), 20),
    amount === undefined || currency === undefined ? undefined : plainOrMarked(foreign(String(currency)), 20),
    payee === undefined ? undefined : `to ${plainOrMarked(foreign(String(payee)), 40)}`,
    more.length > 0 ? `and ${more.length} more` : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d[\d.,]{0,15}$/.test(value));
