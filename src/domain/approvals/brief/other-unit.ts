/**
 * Currencies and units of a call whose numbers the conversation has with others alone: the call pays 2,310 USD, and the invoice
 * says 2,310 CAD; it orders 12 kg, and the user 12 sacks. Each value by itself was said, or is a word of the tool's own.
 */

import { groupBy } from '../../../basics/maps.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { amountsOf, currenciesIn, moneyIn, namesMoney } from './contradict-money.ts';
import { folded } from './folded.ts';
import { type BriefInput, type Fact, FEW_VALUES, jsonLeaves, type Leaf, wordsOfKey } from './input.ts';
import { numbersIn } from './numbers.ts';
import { unitNamed, unitSaid } from './quantities.ts';
import { latestOf, type Turn } from './turns.ts';

/** Whether an argument holds a unit; `community` is none. */
const isUnitKey = (key: string): boolean => wordsOfKey(key).some((word) => UNIT_WORD.test(folded(word)));
const UNIT_WORD = /^(?:unite?|unidade?|uom)$|einheit$|単位/;
/** What goods come in, in six languages; the words of one line mean the same. */
const PACKS = [
  'bag|sack|sacke|beutel|sac|saco|bolsa|袋',
  'box|carton|karton|kiste|caisse|caja|caixa|箱',
  'pallet|palette|pale|palete|パレット',
  'bottle|flasche|bouteille|botella|garrafa',
  'bucket|eimer|seau|cubo|balde',
  'pack|packung|paquet|paquete|pacote',
  'roll|rolle|rouleau|rollo|rolo',
].map((words) => new RegExp(`^ ?(?:${words})(?:e?s|e?n|x)?(?![a-z])`));
/** Measures of which goods have one or the other. */
const OF_GOODS = /^(?:weight|volume|pack)$/;
/** Conversations have many lengths of time. */
const OF_TIME = /^(?:time|months)$/;

/** A number and what it is of: the possible currencies, or the unit. */
interface Measured {
  readonly number: number;
  readonly of: readonly string[];
  /** `weight` or `pack`, of a unit; only alike ones are compared. */
  readonly measure: string;
}
/** In a message: its number, and how it is written there. */
interface Said extends Measured {
  readonly message: number;
  readonly text: string;
}
/** In a call: the argument that holds the currency or the unit. */
interface Asked extends Measured {
  readonly call: number;
  readonly leaf: Leaf;
}

/** Of `currency USD`: `message 3 says 2,310 CAD`. */
export function otherUnitFacts({ calls, conversation: { turns } }: BriefInput): Fact[] {
  const asked = calls.flatMap(({ leaves, before }, call) =>
    measuredIn(leaves).map((one) => ({ ...one, call, before })),
  );
  if (asked.length === 0 || asked.length > FEW_VALUES) return [];
  const numbers = new Set(asked.map(({ number }) => number));
  const last = turns.findLast(({ by }) => by === 'user')?.number ?? 0;
  // What the agent says counts where the user wrote again.
  const read = turns.filter(({ by, number }) => by !== 'agent' || number < last);
  const said = latestOf(read).flatMap((turn) => saidIn(turn, numbers));
  const byNumber = groupBy(said, ({ number }) => number);
  const lines = new Set(asked.flatMap(({ number, of }) => of.map((name) => `${number} ${name}`)));
  const leaves = new Map(asked.map((one) => [one.leaf, asked.filter(({ leaf }) => leaf === one.leaf)]));
  return [...leaves].flatMap(([leaf, own]): Fact[] => {
    const found = own.map((one) => {
      const same = (byNumber.get(one.number) ?? []).filter(
        ({ measure, message }) => message < one.before && isComparable(measure, one.measure),
      );
      // `dollars` may be those of a currency that another message names.
      const sure = new Set(same.flatMap(({ of }) => (of.length === 1 ? of : [])));
      return { one, same: same.filter(({ of }) => of.length === 1 || !of.some((name) => sure.has(name))) };
    });
    const isSaid = found.some(({ one, same }) => same.some(({ of }) => of.some((name) => one.of.includes(name))));
    const [first] = found.flatMap(({ one, same }) => {
      // What is said may be another line of the call.
      const other = same.find(({ of, number }) => !of.some((name) => lines.has(`${number} ${name}`)));
      return other === undefined ? [] : [{ one, other }];
    });
    if (first === undefined || isSaid) return [];
    const { one, other } = first;
    return [{ of: { call: one.call, leaf }, says: `message ${other.message} says ${plainOrMarked(other.text)}` }];
  });
}

const isComparable = (a: string, b: string): boolean => a === b || (OF_GOODS.test(a) && OF_GOODS.test(b));

/**
 * The amounts with a currency, and the units with the number before them in the same object, or its first. A single one of
 * something needs no unit.
 */
function measuredIn(leaves: readonly Leaf[]): Omit<Asked, 'call'>[] {
  const currencies = currenciesIn(leaves);
  const amounts = amountsOf({ leaves }).flatMap(({ leaf, value, currency = '' }) => {
    if (!/^[A-Z]{3}$/.test(currency) || value <= 1) return [];
    const named = currencies.filter((one) => String(one.value).toUpperCase() === currency);
    const holder = named.find((one) => one.holder === leaf.holder) ?? named[0] ?? leaf;
    return [{ leaf: holder, number: value, of: [currency], measure: 'money' }];
  });
  const units = [...groupBy(leaves, ({ holder }) => holder).values()].flatMap((beside) => {
    const counts = beside.flatMap(({ key, value }, at) =>
      typeof value === 'number' && !namesMoney(key) ? [{ number: value, at }] : [],
    );
    return beside.flatMap((leaf, at) => {
      const unit = isUnitKey(leaf.key) ? unitOf(String(leaf.value)) : undefined;
      const { number = 0 } = counts.findLast((one) => one.at < at) ?? counts[0] ?? {};
      return unit === undefined || number <= 1 ? [] : [{ leaf, number, ...unit }];
    });
  });
  return [...amounts, ...units];
}

/** The unit that a text begins with; of `ml/ha` the first. */
function unitOf(written: string): Pick<Measured, 'of' | 'measure'> | undefined {
  const text = folded(written);
  const pack = PACKS.findIndex((one) => one.test(text));
  if (pack >= 0) return { of: [`pack ${pack}`], measure: 'pack' };
  const unit = unitNamed(/^[a-z\d]+/.exec(text)?.[0].replace(/(?<=..)s$/, '') ?? '') ?? unitSaid(text);
  return unit && !OF_TIME.test(unit[0]) ? { of: [String(unit[3])], measure: unit[0] } : undefined;
}

/** What a message says of these numbers, with a currency or a unit, also in the fields of JSON. */
function saidIn({ raw, text, number: message }: Turn, numbers: ReadonlySet<number>): Said[] {
  const isSought = ({ values }: { readonly values: readonly number[] }): boolean =>
    values.some((value) => numbers.has(value));
  const found = numbersIn(raw, Number.POSITIVE_INFINITY, text).filter(isSought);
  if (found.length === 0) return [];
  const money = moneyIn(raw, text).filter(isSought);
  const known = new Map<string, ReturnType<typeof unitOf>>();
  const units = found.flatMap(({ values, at, end }) => {
    const [after = ''] = NAME.exec(text.slice(end, end + 12)) ?? [];
    // A long list has the same unit many times.
    const unit = known.has(after) ? known.get(after) : unitOf(after.trim());
    known.set(after, unit);
    return unit === undefined ? [] : [{ values, ...unit, text: raw.slice(at, end + after.length) }];
  });
  return [
    ...money.map(({ values, currencies, text: written }) => ({
      values,
      of: currencies,
      measure: 'money',
      text: written,
    })),
    ...units,
    ...fieldsOf(raw),
  ].flatMap(({ values, ...one }) => values.map((number) => ({ ...one, number, message })));
}
/** What may be a unit behind a number. */
const NAME = /^ ?(?:[a-z]{1,9}|[\u3041-\u30ff\u3400-\u9fff]{1,5})/;

/** The amounts and measures of a result in JSON. */
const fieldsOf = (raw: string): (Omit<Said, 'number' | 'message'> & { readonly values: readonly number[] })[] =>
  measuredIn(jsonLeaves(raw)).map(({ leaf, number, of, measure }) => ({
    values: [number],
    of,
    measure,
    text: `${number} ${leaf.value}`,
  }));
