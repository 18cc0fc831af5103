/** A request in a few words, for titles and lists: `create_refund 640 GBP to "Liam Walsh"`. */
import { present } from '../../mcp/contract/result.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { foreign, plainOrMarked } from '../../platform/text.ts';
import type { Request } from '../threads/request.ts';
import { decidedCalls, isUndecided, type RequestCall } from '../threads/request-calls.ts';
import { isMoneyKey, minorUnits } from './brief/contradict-money.ts';
import { wordsOfKey } from './brief/input.ts';

const CURRENCY = /currency/i;
/** The only one that says it without a doubt: `targetCurrency` may not be the amount's. */
const PLAIN_CURRENCY = /^currency(?:_?code)?$/i;
/** Who gets it, and whose it was, by words of the argument's name. */
const PAYEE = /^(?:to|payee|recipient|beneficiary|creditor|customer|iban|account|email|vendor|supplier)$/;
const FROM = /^(?:from|source|origin|sender|payer|debtor|debit|debited|withdrawal)$/;

/** What it is about, by the name of the argument. */
const SUBJECT = /^(order|invoice|booking|claim|case|ticket|contract)(?:[_-]?(?:number|no|nr|id))?$/i;
/** Calls whose name says what happens to an amount, and nothing else. Any other call is named as it is. */
const PAYING =
  /^(?:(?:create|make|issue|send|wire|bank)[_-]?)*(?:(refund)|(pay|payment)|(payout)|(transfer)|(charge))$/i;
const VERBS = ['refund', 'pay', 'pay out', 'transfer', 'charge'];

/** The first call by its name, amount and payee, and how many more there are. Undefined without a call. */
export function gistOf(request: Pick<Request, 'calls'>): string | undefined {
  const [first, ...more] = decidedCalls(request);
  if (first === undefined) return undefined;
  const { amount, payee } = termsOf(first);
  const name = plainOrMarked(first.name, 40);
  return present(name, amount?.join(' '), payee, more.length > 0 && `and ${more.length} more`).join(' ');
}

/**
 * The request as a sentence without a full stop: `Refund Agent wants to refund 640 GBP on order 10511`. It claims no more
 * than the names of the call and its arguments do. @param who the agent
 */
export function sentenceOf(request: Pick<Request, 'calls'>, who: string): string {
  const [first, ...more] = decidedCalls(request);
  if (first === undefined) return `${who} asks to go on`;
  const name = plainOrMarked(first.name, 40);
  if (!isUndecided(first)) return `${who} asks to go on, maybe with ${name}`;
  const { amount, payee, subject } = termsOf(first);
  const paying = amount && PAYING.exec(first.name.visible)?.slice(1);
  const verb = paying && VERBS[paying.findIndex((word) => word !== undefined)];
  return present(
    `${who} wants to`,
    verb ?? `call ${name}`,
    // An amount doesn't part from its currency at the end of a line.
    amount && `${verb === undefined ? 'with ' : ''}${amount.join('\u00a0')}`,
    payee,
    subject,
    more.length > 0 && `and to make ${more.length} more call${more.length === 1 ? '' : 's'}`,
  ).join(' ');
}

/** An amount with its currency, a payee and a subject, as far as the arguments have them. */
function termsOf({ arguments: args }: RequestCall) {
  const values = isObject(args) ? Object.entries(args) : [];
  const isFrom = (key: string): boolean => wordsOfKey(key).some((word) => FROM.test(word));
  const isPayee = (key: string): boolean =>
    PAYEE.test(wordsOfKey(key).findLast((word) => word !== 'name') ?? '') && !isFrom(key);
  const sum = only(values.filter(([key, value]) => isMoneyKey(key) && isNumber(value) && !isFrom(key)));
  const amount = sum && minorUnits(sum[0], undefined) === 1 ? sum[1] : undefined;
  const unit = only(values.filter(([key, value]) => CURRENCY.test(key) && typeof value === 'string'));
  const currency = unit && PLAIN_CURRENCY.test(unit[0]) ? unit[1] : undefined;
  const payee = only(values.filter(([key, value]) => isPayee(key) && typeof value === 'string' && value !== ''))?.[1];
  const [about, id] = values.find(([key, value]) => SUBJECT.test(key) && isName(value)) ?? [];
  const text = (value: unknown, most: number): string => plainOrMarked(foreign(String(value)), most);
  return {
    amount:
      amount === undefined
        ? undefined
        : [amount, ...(currency === undefined ? [] : [currency])].map((one) => text(one, 20)),
    payee: payee === undefined ? undefined : `to ${text(payee, 40)}`,
    subject: about === undefined ? undefined : `on ${SUBJECT.exec(about)?.[1]?.toLowerCase()} ${text(id, 40)}`,
  };
}

/** Of several, any may be meant. */
const only = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

const isName = (value: unknown): boolean => typeof value === 'number' || (typeof value === 'string' && value !== '');

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d[\d.,]{0,15}$/.test(value));
