/** Quantities with a unit (durations, sizes, weights, lengths) that differ between the agent's text and its calls. */

import { findingsOf } from './differences.ts';
import { type BriefCall, type Finding, type Leaf, stem, wordsOfKey } from './input.ts';
import { type FoundNumber, isTenfold, standsFor } from './numbers.ts';
import { isBoundOrPast, isCurrent, isInAction, type Prose } from './prose.ts';
import { daysBetween } from './values.ts';

interface Unit {
  readonly dimension: string;
  /** In seconds, bytes, grams, millimetres or millilitres. */
  readonly size: number;
  /** How far two may be apart: months have no fixed length, and a kilobyte is 1,000 or 1,024 bytes. */
  readonly tolerance: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  `time 1e-9 ms 0.001 millisecond 0.001 s 1 sec 1 second 1 min 60 minute 60 h 3600 hr 3600 hour 3600
   time 1e-9 day 86400 night 86400 week 604800 fortnight 1209600
   time 0.04 month 2592000 year 31536000
   bytes 0.05 kb 1e3 mb 1e6 gb 1e9 tb 1e12
   mass 1e-9 mg 0.001 g 1 gram 1 kg 1e3 kilo 1e3 kilogram 1e3 tonne 1e6
   length 1e-9 mm 1 cm 10 meter 1e3 metre 1e3 km 1e6
   volume 1e-9 ml 1 l 1e3 liter 1e3 litre 1e3`
    .split('\n')
    .flatMap((line) => {
      const [, dimension = '', tolerance, sizes = ''] = /(\S+) (\S+) (.*)/.exec(line) ?? [];
      return [...sizes.matchAll(/(\S+) (\S+)/g)].map(([, word = '', size]): [string, Unit] => [
        word,
        { dimension, size: Number(size), tolerance: Number(tolerance) },
      ]);
    }),
);
const DAY = 86_400;
const WORD = /^[\s-]?(\p{L}+)/u;
/** Before another number with the unit of both: `30 x 20 cm`, `from 30 to 45 seconds`. */
const SHARED = /^\s?(?:x|×|to|and|or|–|-)\s?/;

/** The unit of a number in a text. */
export function unitOf({ end }: FoundNumber, prose: Prose): Unit | undefined {
  const after = prose.text.slice(end, end + 20);
  const joint = SHARED.exec(after);
  const next = joint && prose.numbers.find(({ at }) => at === end + joint[0].length);
  return next ? unitOf(next, prose) : UNITS.get(stem((WORD.exec(after)?.[1] ?? '').toLowerCase()));
}

interface Quantity {
  readonly value: number;
  readonly unit: Unit;
}

/** The quantity in an argument: a number with a unit in its name, or a text such as `30 min`. */
export function quantityOf({ key, value }: Leaf): Quantity | undefined {
  const names = wordsOfKey(key);
  const [, digits, word = ''] = /^(\d+(?:\.\d+)?)\s?(\p{L}{2,})$/u.exec(String(value)) ?? [];
  const ofText = UNITS.get(stem(word.toLowerCase()));
  if (ofText !== undefined) return { value: Number(digits), unit: ofText };
  // `minAge` isn't an age in minutes.
  const ofName = UNITS.get(names.at(-1) ?? '');
  // `month: 5` is a part of a date, `rate_per_day` has another unit.
  if (typeof value !== 'number' || ofName === undefined || names.includes('per')) return undefined;
  return /^(?:year|month|day|hour|minute|second)$/i.test(key) ? undefined : { value, unit: ofName };
}

/** A lone unit: "an hour", "half a day". */
const LONE = /\b(half )?an? (\p{L}+)/giu;
const base = ({ value, unit }: Quantity): number => value * unit.size;

/** Days that the text mentions as a duration: "30 days", "a week". */
export function daysIn(prose: Prose): number[] {
  const mentions = prose.numbers.flatMap((found) => {
    const unit = unitOf(found, prose);
    return unit?.dimension === 'time' ? [base({ value: found.values[0] ?? 0, unit })] : [];
  });
  const lone = [...prose.text.matchAll(LONE)].map(([, half, word = '']) => {
    const unit = UNITS.get(word.toLowerCase());
    return unit?.dimension === 'time' ? unit.size / (half === undefined ? 1 : 2) : 0;
  });
  return [...mentions, ...lone].map((seconds) => seconds / DAY);
}

/** Compares quantities of calls with those of the same dimension in the text. */
export function quantityFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const all = calls.flatMap(({ leaves }) => leaves.flatMap((leaf) => quantityOf(leaf) ?? []));
  return findingsOf(calls, (leaf) => {
    const held = quantityOf(leaf);
    return held && (otherQuantity(held, all, prose) ?? otherDays(leaf, held, prose));
  });
}

/** The quantity in the text that contradicts one of a call. `others` are all of the calls. */
function otherQuantity(held: Quantity, others: readonly Quantity[], prose: Prose): string | undefined {
  const { numbers, text } = prose;
  const units = new Map(numbers.map((found) => [found, unitOf(found, prose)]));
  const mentions = numbers.flatMap((found) => {
    const unit = units.get(found);
    return unit?.dimension === held.unit.dimension ? [{ found, unit }] : [];
  });
  const isSame = ({ found, unit }: (typeof mentions)[number], other: Quantity): boolean =>
    unit.dimension === other.unit.dimension &&
    (((found.isAbout || unit.size === other.unit.size) && standsFor(found, base(other) / unit.size)) ||
      Math.abs(base(other) / unit.size / (found.values[0] ?? 0) - 1) < Math.max(unit.tolerance, other.unit.tolerance));
  const days = base(held) / DAY;
  const isNamed =
    mentions.some((one) => isSame(one, held)) ||
    numbers.some((found) => units.get(found) === undefined && standsFor(found, held.value)) ||
    (held.unit.dimension === 'time' &&
      daysIn(prose).some((one) => Math.abs(one / days - 1) < Math.max(1e-9, held.unit.tolerance)));
  if (isNamed) return undefined;
  const open = mentions.filter(
    ({ found }) => !isBoundOrPast(prose, found) && !/(?:\bfrom|\d of)\s$/i.test(before(prose, found)),
  );
  const left = open.filter((one) => !others.some((other) => isSame(one, other)));
  const acting = left.filter(({ found: { at } }) => isInAction(prose, at));
  const asked = left.filter(
    ({ found }) =>
      isCurrent(prose, found) && (left.length < open.length || /\b(?:for|to|of|only)\s$/i.test(before(prose, found))),
  );
  const [other] =
    [acting, asked].find(({ length }) => length === 1) ??
    left.filter(({ found, unit }) => found.values.some((value) => isTenfold(value, base(held) / unit.size)));
  return other && text.slice(other.found.at, other.found.end) + (WORD.exec(text.slice(other.found.end))?.[0] ?? '');
}

const before = ({ text }: Prose, { at }: FoundNumber): string => text.slice(Math.max(0, at - 10), at);

/** The two dates of the text between which a call has another number of nights, or more days; working days may be fewer. */
function otherDays({ key }: Leaf, { value }: Quantity, prose: Prose): string | undefined {
  const [from, to, ...others] = prose.dates;
  const unit = wordsOfKey(key).find((word) => word === 'night' || word === 'day');
  if (unit === undefined || from === undefined || to === undefined || others.length > 0) return undefined;
  const days = Math.abs(daysBetween(from, to));
  const isPossible = unit === 'night' ? days === value : value <= days + 1;
  return isPossible ||
    !/^\D*(?:to|until|till|and leave\p{L}*(?: on)?|[-–])\D*$/u.test(prose.text.slice(from.end, to.at))
    ? undefined
    : prose.text.slice(from.at, to.end).replace(/\.$/, '');
}
