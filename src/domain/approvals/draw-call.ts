/** A call as a human reads it: `create_refund with orderNumber "10511", amount 640, currency GBP`. */
import { isObject, type Json } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { foreign, isPlain, plainOrMarked } from '../../platform/text.ts';
import { plain } from '../../present/plain.ts';
import { type Block, marked } from './pages.ts';
import type { CallState, RequestCall } from './request.ts';
import { withoutBlanks } from './without-blanks.ts';

/** Characters of arguments that fit in one line; otherwise each argument gets its own block. */
const IN_LINE = 1_000;
/** Names and keys are shown whole: they are part of what is decided on. */
const WHOLE = 10_000;
/** Characters of one value in a line. */
const VALUE_IN_LINE = 300;

const STATES: Readonly<Record<CallState, string>> = {
  open: '',
  'in-text': '',
  answered: ' (a tool has answered it already)',
  earlier: ' (asked for before the user or a decision came, and not answered since)',
};

/** The call with all of its arguments. @param before text before its name @param lead text before that, see {@link Block} */
export function callBlocks(call: RequestCall, before: string, lead = ''): Block[] {
  const state = STATES[call.state];
  const end = `${state}.`;
  const head = `${before}${nameOf(call)}`;
  const hidden = plain(call.name).dropped;
  const more: Block[] =
    call.more === undefined ? [] : [{ before: 'Sent with this call: ', text: call.more, after: '.' }];
  const entries = argumentEntries(call);
  if (entries === undefined)
    return [{ lead, before: `${head} with `, text: call.argumentsText, after: end, dropped: hidden }, ...more];
  if (entries.length === 0)
    return [{ lead, before: `${head} without arguments${end}`, after: '', dropped: hidden }, ...more];
  const line = entriesInLine(entries);
  if (line !== undefined) {
    return [{ lead, before: `${head} with ${line.text}${end}`, after: '', dropped: hidden + line.dropped }, ...more];
  }
  return [
    { lead, before: `${head} with ${entries.length} arguments${state}:`, after: '', dropped: hidden },
    ...entries.map(([key, value]): Block => {
      if (isInline(value)) {
        return { before: `- ${keyOf(key)} ${valueInLine(value)}.`, after: '', dropped: droppedIn([[key, value]]) };
      }
      const text = typeof value === 'string' ? value : jsonText(value);
      return { before: `- ${keyOf(key)}: `, text: foreign(text), after: '.', dropped: plain(foreign(key)).dropped };
    }),
    ...more,
  ];
}

/** Names and values in a line; undefined if they are too long for one. */
export function entriesInLine(
  entries: readonly (readonly [string, unknown])[],
): { readonly text: string; readonly dropped: number } | undefined {
  const text = entries.map(([key, value]) => `${keyOf(key)} ${valueInLine(value)}`).join(', ');
  const isShort = text.length <= IN_LINE && entries.every(([, value]) => jsonText(value).length <= VALUE_IN_LINE);
  return isShort ? { text, dropped: droppedIn(entries) } : undefined;
}

/** The call's name and amount, for titles and lists: `create_refund 640 GBP`. */
export function gistOf({ name, arguments: args }: RequestCall): string {
  const values = isObject(args) ? Object.entries(args) : [];
  const amount = values.find(([key, value]) => /amount|total|price|sum$/i.test(key) && isNumber(value))?.[1];
  const currency = values.find(([key, value]) => /currency/i.test(key) && typeof value === 'string')?.[1];
  const parts = [plainOrMarked(name, 40), amount, amount === undefined ? undefined : currency]
    .filter((part) => part !== undefined)
    .map((part, index) => (index === 0 ? String(part) : plainOrMarked(foreign(String(part)), 20)));
  return parts.join(' ');
}

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d[\d.,]{0,15}$/.test(value));

const nameOf = ({ name }: RequestCall): string => plainOrMarked(name, WHOLE);

/** The parsed arguments; undefined if parsing loses anything: a duplicate key, a number beyond double precision. */
function argumentEntries({ arguments: args, argumentsText }: RequestCall): [string, unknown][] | undefined {
  if (!isObject(args)) return undefined;
  return withoutBlanks(argumentsText.raw) === withoutBlanks(jsonText(args)) ? Object.entries(args as Json) : undefined;
}

const keyOf = (key: string): string => plainOrMarked(key, WHOLE);

/** A single word, number or boolean as it is, plain words in quotes, everything else between the marks. */
function valueInLine(value: unknown): string {
  if (typeof value !== 'string') {
    const json = jsonText(value);
    // `[]`, `{}`, numbers and booleans can't carry foreign text.
    return typeof value !== 'object' || value === null || json.length === 2 ? json : marked(plain(foreign(json)).text);
  }
  if (value.split(' ').every(isPlain) && value.length <= 60) {
    return /^[A-Za-z][\w.-]*$/.test(value) && !['true', 'false', 'null'].includes(value) ? value : `"${value}"`;
  }
  return marked(plain(foreign(value)).text);
}

const isInline = (value: unknown): boolean => jsonText(value).length <= VALUE_IN_LINE;

/** Number of invisible characters in the keys and texts of the arguments. */
const droppedIn = (entries: readonly (readonly [string, unknown])[]): number =>
  entries.reduce(
    (sum, [key, value]) =>
      sum + plain(foreign(key)).dropped + plain(foreign(typeof value === 'string' ? value : jsonText(value))).dropped,
    0,
  );
