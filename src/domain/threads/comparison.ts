/** Whether a call, or a tool's result, has the arguments that were approved. */
import { isObject, text, unwrap } from '../../platform/parse/coerce.ts';
import { jsonText, parsedJson } from '../../platform/parse/json-text.ts';
import { plainOrMarked } from '../../platform/text.ts';
import { saysDone } from './failures-in-text.ts';

/** Arguments without those that are null, and with 64 as "64": a platform may write them anew. */
function plainArguments(args: unknown): unknown {
  return isObject(args)
    ? Object.fromEntries(Object.entries(args).flatMap(([key, value]) => (value === null ? [] : [[key, asText(value)]])))
    : args;
}
function asText(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asText);
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asText(part)]));
  return text(value) ?? value;
}

/** Equal for calls that ask for the same. */
export const callKey = ({ name, args }: { readonly name: string; readonly args: unknown }): string =>
  `${name} ${jsonText(plainArguments(args), true)}`;

/** Differences that are shown, and characters of a value. */
const MOST = 3;
const VALUE = 40;

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : plainOrMarked(typeof value === 'object' ? jsonText(value) : String(value), VALUE);

/** `amount 120 instead of 12`. */
export function difference(approved: unknown, made: unknown): string {
  const [before, now] = [plainArguments(approved), plainArguments(made)];
  if (!isObject(before) || !isObject(now)) return 'other arguments';
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const other = keys.filter((key) => jsonText(before[key] ?? null, true) !== jsonText(now[key] ?? null, true));
  const listed = other.slice(0, MOST).map((key) => insteadOf(key, now[key], before[key]));
  return [...listed, ...(other.length > MOST ? [`${other.length - MOST} more`] : [])].join(', ');
}

const insteadOf = (key: string, now: unknown, before: unknown): string =>
  `${plainOrMarked(key)} ${shown(now)} instead of ${shown(before)}`;

/** A value that a result has otherwise; `isOwn` if it may rightly be the tool's own. */
export interface Otherwise {
  readonly why: string;
  readonly isOwn: boolean;
}

/** What a tool says in words of its own, whatever the call's argument of that name holds. */
const WORDS = /^(?:message|reason|notes?|text|desc|description|comment)$/i;
/**
 * Of these a tool may have its own: when and where it was done, of which kind, how many, or how much a discount comes to. Not an
 * account, and no id that the call names: whom it pays would not be compared.
 */
const OWN =
  /message|reason|note|text|desc|comment|summary|title|type|time|date|at$|url|limit|page|offset|^(?:_?id|discount|count)$|_count$/i;
const ID = /(?:_i|I)[dD]$/;
const PARTY = /payee|recipient|account|customer|client|supplier|vendor|user|member|owner|^to/i;
const STATE = /^(?:status|state|result|outcome)$/i;
/** States that say that a call was taken, not what was set. */
const TAKEN = /^(?:queued|pending|running|processing|in[ _-]progress|submitted|scheduled|approved)$/i;

/** Arguments that are compared with a result. */
const MOST_COMPARED = 100;

/**
 * A value of the call that the result has otherwise under the same name, also one within: of some calls only the result is
 * seen. What stands elsewhere in the result, too, may have been done as approved.
 */
export function saidOtherwise(args: unknown, said: string): Otherwise | undefined {
  const result = unwrap(parsedJson(said));
  if (!isObject(args) || !isObject(result)) return undefined;
  const values = Object.values(result).slice(0, MOST_COMPARED);
  const found = Object.entries(args)
    .slice(0, MOST_COMPARED)
    .flatMap(([key, value]) => otherwise(key, value, { result, values }));
  return found.find(({ isOwn }) => !isOwn) ?? found[0];
}

interface Said {
  readonly result: Readonly<Record<string, unknown>>;
  /** Read once: a result may have 100,000. */
  readonly values: readonly unknown[];
}
function otherwise(key: string, value: unknown, { result, values }: Said): Otherwise[] {
  if (WORDS.test(key) || value === null) return [];
  const here = Object.hasOwn(result, key) ? result[key] : undefined;
  if (here !== undefined && here !== null) {
    if (!differs(value, here) || (STATE.test(key) && isTaken(here))) return [];
    const isElsewhere = holds(values, value);
    if (OWN.test(key) && isElsewhere) return [];
    const isOwn = OWN.test(key) || (ID.test(key) && !PARTY.test(key)) || STATE.test(key) || isElsewhere;
    return [{ why: insteadOf(key, here, value), isOwn }];
  }
  // A record within may be another than the call's, as the order of a refund is.
  const within = values.filter(isObject);
  const same = within.flatMap((one) => (Object.hasOwn(one, key) ? [one[key]] : []));
  const [first] = same;
  if (first === undefined || OWN.test(key) || STATE.test(key) || !same.every((one) => differs(value, one))) return [];
  return [...within.map(Object.values), values].some((one) => holds(one, value))
    ? []
    : [{ why: insteadOf(key, first, value), isOwn: true }];
}

const holds = (values: readonly unknown[], value: unknown): boolean =>
  isScalar(value) && values.slice(0, MOST_COMPARED).some((one) => isScalar(one) && isSameValue(value, one));

const isTaken = (value: unknown): boolean => TAKEN.test(text(value) ?? '') || saysDone(text(value) ?? '');

/** Whether two values of the same kind differ; those of different kinds, such as 64 and "64 EUR", are not compared. */
function differs(approved: unknown, now: unknown): boolean {
  if (Array.isArray(approved) && Array.isArray(now)) {
    const known = new Set(approved.filter(isScalar).map(plainValue));
    const others = now.filter((one) => isScalar(one) && !known.has(plainValue(one))).slice(0, MOST_COMPARED);
    return others.some((one) => !approved.slice(0, MOST_COMPARED).some((other) => isSameValue(other, one)));
  }
  if (isObject(approved) && isObject(now))
    return Object.entries(approved).some(
      ([key, value]) => !WORDS.test(key) && !OWN.test(key) && differs(value, now[key]),
    );
  if (!isScalar(approved) || !isScalar(now) || isSameValue(approved, now)) return false;
  if (typeof now === typeof approved) return true;
  return typeof now !== 'boolean' && typeof approved !== 'boolean' && isNumeric(now) === isNumeric(approved);
}

type Scalar = string | number | boolean;
const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);
/** Digits beyond a double's are compared as text: account numbers are long. */
const isNumeric = (value: Scalar): boolean =>
  typeof value !== 'boolean' && /^[-+]?\d{0,15}(?:\.\d+)?$/.test(String(value).trim()) && /\d/.test(String(value));

/** In any spelling of an amount, a day or an account; of a masked one what can be seen is compared. */
export function isSameValue(approved: unknown, now: unknown): boolean {
  if (!isScalar(approved) || !isScalar(now)) return jsonText(approved, true) === jsonText(now, true);
  if (isNumeric(approved) && isNumeric(now)) return Math.abs(Number(approved) - Number(now)) < 0.005;
  const [a, b] = [letters(approved), letters(now)];
  if (a === b) return true;
  if (/^\d{4}-?\d\d-?\d\d$/.test(String(approved).trim()) && b.startsWith(a)) return true;
  const [before = '', ...others] = b.split(/[*•…]+|x{3,}/);
  return others.length > 0 && b.length > 1 && a.startsWith(before) && a.endsWith(others.at(-1) ?? '');
}

const plainValue = (value: Scalar): string => (isNumeric(value) ? String(Number(value)) : letters(value));

/** Without case, and without the spaces and separators in which platforms differ. */
const letters = (value: Scalar): string =>
  String(value)
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
