/** The result of a handler: the fact, caveats, the data, and suggested calls. */
import { isObject } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { ForeignText, foreign } from '../../platform/text.ts';

/** An amount of money: a number in structured content; in text, followed by the currency if known. */
export class Money {
  readonly amount: number;
  readonly currency: string | undefined;

  constructor(amount: number, currency?: string) {
    // Without the noise of sums in binary: 15 digits are what a double holds of a decimal.
    this.amount = Number(amount.toPrecision(15));
    this.currency = currency;
  }

  toString(): string {
    return this.currency === undefined ? String(this.amount) : `${this.amount} ${this.currency}`;
  }

  toJSON(): number {
    return this.amount;
  }
}

/** A foreign object: in text the beginning of its JSON, in structured content the object with its texts marked. */
export class Structured {
  readonly text: string;
  readonly data: Value;

  constructor(text: string, data: Value) {
    this.text = text;
    this.data = data;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): Value {
    return this.data;
  }
}

/** Characters of a result, text or structured, whichever is longer: about 3,000 tokens. */
export const RESULT_BUDGET = 12_000;

export type Scalar = string | number | boolean | ForeignText | Money | Structured;
/** Values of facts and data: JSON plus foreign texts, which mark themselves, and amounts. Undefined is left out. */
export type Value = Scalar | null | undefined | readonly Value[] | { readonly [key: string]: Value };

/** A suggested call with its ids filled in. */
export interface NextStep {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, Value>>;
  /** Completes "... to": "see what it asks for". */
  readonly why: string;
}

/** One record of a list: its data, and its line or lines of text. Both contain the same facts. */
export interface Item {
  readonly data: Readonly<Record<string, Value>>;
  readonly line: string;
}

/** The records of a result; the engine shows as many as fit, and never part of one. */
export interface ItemList {
  /** Key in the structured content: `threads`. */
  readonly name: string;
  /** Fields that all items have. Structured content has them once, and rows of texts: half the characters. */
  readonly columns?: readonly string[];
  /** The line above the items, which names what stands in theirs. Default: the columns. */
  readonly head?: string | undefined;
  readonly items: readonly Item[];
  /** No line is folded into an earlier one that is the same: a human or a model decides on each by itself. */
  readonly isVerbatim?: true;
  /** Which records are kept if the budget cuts the list: the first ones, or (in conversations) the last. */
  readonly keep?: 'first' | 'last';
  /** Total number, if known. */
  readonly total?: number | undefined;
  /** Records of the whole list that come before the items, or after them if the last ones are kept. Default: none. */
  readonly offset?: number | undefined;
  /** Notes about the items if `shown` of them are shown. */
  notes?(shown: number): readonly string[];
  /** The call for the rest if `shown` items are shown; undefined if nothing is left. */
  rest?(shown: number): NextStep | undefined;
}

/** Visible threads that wait for a decision, and of those the overdue ones, unless no time is set for that. */
export interface WaitingCounts {
  readonly count: number;
  readonly overdue: number | undefined;
}

/** Plain data, which the engine renders as text and structured content. */
export interface ToolResult {
  /** The fact, in a sentence or two. */
  readonly summary: string;
  /** Caveats. */
  readonly notes?: readonly string[];
  /** How many threads wait for a decision, if all were read. For metrics, not shown. */
  readonly waiting?: WaitingCounts | undefined;
  /** Shown as `key: value` lines; undefined ones are left out. */
  readonly facts?: Readonly<Record<string, Value>>;
  readonly list?: ItemList;
  /** The suggested next call; a function if it depends on the number of records shown. */
  readonly next?: NextStep | ((shown: number) => NextStep | undefined) | undefined;
}

/** The next step of a result with `shown` records. */
export const nextOf = ({ next }: Pick<ToolResult, 'next'>, shown: number): NextStep | undefined =>
  typeof next === 'function' ? next(shown) : next;

/** A call as text: `get_thread {"threadId":"..."}`. */
export const callText = (step: Omit<NextStep, 'why'>): string => `${step.tool} ${JSON.stringify(step.arguments)}`;

/**
 * The end of "Check again": ` with get_thread {"threadId":"..."}` if the session offers the tool, otherwise nothing. A model
 * would call a tool that is named, and fail if the session lacks it.
 */
export const withCall = (has: (tool: string) => boolean, tool: string, args: NextStep['arguments']): string =>
  has(tool) ? ` with ${callText({ tool, arguments: args })}` : '';

/** Joins the non-empty parts of a line: `id · status · since ...`. */
export function join(...parts: readonly (string | ForeignText | undefined | false)[]): string {
  let line = '';
  for (const part of parts) {
    const text = part === undefined || part === false ? '' : String(part);
    if (text !== '') line += line === '' ? text : ` · ${text}`;
  }
  return line;
}

/** The notes or lines that there are, in order: false and undefined ones are left out. */
export const present = (...all: readonly (string | false | undefined)[]): string[] =>
  all.filter((one) => typeof one === 'string');

/** Levels of a value that stay JSON; deeper ones are text, since thousands would overflow the stack of whoever reads them. */
const MAX_DEPTH = 64;

/** A key as structured content has it. */
export const markedKey = (key: string): string => (/^[\w.-]{1,64}$/.test(key) ? key : String(foreign(key)));

/**
 * A value that others sent. Text shows `shown`, which is its JSON `text` or an excerpt of it; structured content holds the
 * value, or `{excerpt}` if the text was cut. A value that is not an object is `{value}` there.
 */
export function structured(text: ForeignText, value: unknown, shown: string | ForeignText): Structured {
  const all = [text, text.line(Number.MAX_SAFE_INTEGER / 16)].map(String);
  const part = String(shown);
  const whole = markedValue(value);
  const isRecord = isObject(value) && !(whole instanceof ForeignText);
  return new Structured(part, all.includes(part) ? (isRecord ? whole : { value: whole }) : { excerpt: part });
}

/** A value with its texts marked; an object of which two keys would be one is its JSON. */
export function markedValue(value: unknown, depth = 0): Value {
  if (typeof value === 'string') return foreign(value);
  if (depth >= MAX_DEPTH && (isObject(value) || Array.isArray(value))) return foreign(jsonText(value));
  if (Array.isArray(value)) return value.map((part) => markedValue(part, depth + 1));
  if (value === undefined || typeof value === 'number' || typeof value === 'boolean') return value;
  if (!isObject(value)) return null;
  const entries = Object.entries(value).map(([key, part]): [string, Value] => [
    markedKey(key),
    markedValue(part, depth + 1),
  ]);
  if (new Set(entries.map(([key]) => key)).size < entries.length) return foreign(jsonText(value));
  return Object.fromEntries(entries);
}
