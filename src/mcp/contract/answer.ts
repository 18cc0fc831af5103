/** What a handler returns: the fact, what must be known before it is trusted, the data, and the calls worth making next. */
import type { ForeignText } from '../../platform/text.ts';

/** An amount of money: a number in structured content, in text with the currency beside it where one is known. */
export class Money {
  readonly amount: number;
  readonly currency: string | undefined;

  constructor(amount: number, currency?: string) {
    this.amount = amount;
    this.currency = currency;
  }

  toString(): string {
    return this.currency === undefined ? String(this.amount) : `${this.amount} ${this.currency}`;
  }

  toJSON(): number {
    return this.amount;
  }
}

/** An object that others sent: in text the beginning of its JSON, in structured content the object, its texts marked. */
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
/** What facts and data of a result may hold: JSON, with texts of others, which mark themselves, and amounts. Undefined is left out. */
export type Value = Scalar | null | undefined | readonly Value[] | { readonly [key: string]: Value };

/** One call worth making next, ids filled in. */
export interface NextStep {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, Value>>;
  /** Completes "... to": "see what it asks for". */
  readonly why: string;
}

/** One record of a list: its data, and the line or lines a person reads. Both hold the same facts. */
export interface Item {
  readonly data: Readonly<Record<string, Value>>;
  readonly line: string;
}

/** The records of an answer; the engine shows as many as fit, and never part of one. */
export interface ItemList {
  /** Key in the structured content: `threads`. */
  readonly name: string;
  readonly items: readonly Item[];
  /** Which end survives where the budget cuts: the first records, or (conversations) the last. */
  readonly keep?: 'first' | 'last';
  /** How many there are in all, if known. */
  readonly total?: number | undefined;
  /** The call that gets the rest when `shown` of the items are shown; undefined where nothing is left. */
  rest?(shown: number): NextStep | undefined;
}

/** What a handler returns: plain data, which the engine makes text and structured content of. */
export interface Answer {
  /** The fact, in a sentence or two. */
  readonly summary: string;
  /** What the reader must know before trusting the answer. */
  readonly notes?: readonly string[];
  /** How many threads wait for a decision, where all were looked at: for those who count, not shown. */
  readonly waiting?: number | undefined;
  /** Shown as `key: value` lines; undefined ones are left out. */
  readonly facts?: Readonly<Record<string, Value>>;
  readonly list?: ItemList;
  /** The one call worth making next; a function where it depends on how many records are shown. */
  readonly next?: NextStep | ((shown: number) => NextStep | undefined) | undefined;
}

/** The next step of an answer that shows so many records. */
export const nextOf = ({ next }: Pick<Answer, 'next'>, shown: number): NextStep | undefined =>
  typeof next === 'function' ? next(shown) : next;

/** A call as a person would write it down: `get_thread {"threadId":"..."}`. */
export const callText = (step: NextStep): string => `${step.tool} ${JSON.stringify(step.arguments)}`;

/**
 * ` with get_thread {"threadId":"..."}` in a session that offers the tool, else nothing: the end of "Check again". A model
 * would call a tool that is named, and fail where the session lacks it.
 */
export const withCall = (has: (tool: string) => boolean, tool: string, args: NextStep['arguments']): string =>
  has(tool) ? ` with ${callText({ tool, arguments: args, why: '' })}` : '';

/** Joins the parts of a line that are there: `id · status · since ...`. */
export function join(...parts: readonly (string | ForeignText | undefined | false)[]): string {
  let line = '';
  for (const part of parts) {
    const text = part === undefined || part === false ? '' : String(part);
    if (text !== '') line += line === '' ? text : ` · ${text}`;
  }
  return line;
}
