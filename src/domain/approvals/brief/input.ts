/** The input of a brief: the calls of a request, their arguments as single values, and the conversation around them. */

import type { ForeignText } from '../../../platform/text.ts';
import type { Wanted } from './needles.ts';
import type { Turn } from './turns.ts';

/** A call in a brief. */
export interface BriefCall {
  readonly name: ForeignText;
  readonly argumentsText: ForeignText;
  readonly leaves: readonly Leaf[];
  /** Number of its message: what was said there or later doesn't count. Infinity for a call outside the messages. */
  readonly before: number;
}

/** A request for approval. */
export interface BriefInput {
  readonly threadId: string;
  /** The calls to decide on. */
  readonly calls: readonly BriefCall[];
  /** All values of the calls. */
  readonly values: readonly CallValue[];
  /** The same, if they are few; otherwise none, since of many values words don't tell which they mean. */
  readonly few: readonly CallValue[];
  /** The agent's text of the request without the calls in it. */
  readonly prose: string;
  /** Arguments, sent as text, of which it is unknown what a tool gets: `the arguments of pay have a field twice`. */
  readonly malformed: readonly string[];
  /** What of the request was not compared: `text between ...`. */
  readonly notCompared: readonly string[];
  readonly conversation: {
    readonly turns: readonly Turn[];
    /** The thread's own fields, without those that may repeat the request, as JSON. */
    readonly platform: string;
    /** ISO time of the thread, for the user's first message if it has none. */
    readonly time: string | undefined;
    /** The platform left messages out. */
    readonly isCut: boolean;
  };
}

/** A single value among the arguments of a call. */
export interface Leaf {
  /** `items[0].price`, as it is shown. */
  readonly place: string;
  /** `items[].price`: without list indexes, so that two calls with lists can be compared. */
  readonly path: string;
  /** The last name in the path. */
  readonly key: string;
  readonly value: string | number | boolean;
  /** The object that contains it: the currency of an amount is in the same object. */
  readonly holder: object;
}

/** A value of a call, with its notations. */
export interface CallValue extends Wanted {
  /** Index of the call. */
  readonly call: number;
  readonly leaf: Leaf;
  readonly raw: string;
}

/** What a rule says of a value: `message 7 says 36 boxes`. */
export interface Fact {
  readonly of: Pick<CallValue, 'call' | 'leaf'>;
  readonly says: string;
}

/** A part of a text: verbatim, and its UTF-16 offsets. */
export interface Span {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** Values of a call that are compared, as many as an order of 120 lines has; and of an earlier call, of which a part will do. */
export const MAX_VALUES = 1_000;
const EARLIER_VALUES = 200;
/** Values that are compared with others that were said: of more, words don't tell which of them they mean. */
export const FEW_VALUES = 60;
/** Values that are read to find those outside lists. */
const MOST_READ = 20_000;
const MAX_DEPTH = 8;

/** The single values down to eight levels, and whether these are all; nulls are left out. */
function allLeaves(value: unknown): { readonly all: readonly Leaf[]; readonly isWhole: boolean } {
  const all: Leaf[] = [];
  let isWhole = true;
  const visit = (part: unknown, place: string, path: string, key: string, holder: object, depth: number): void => {
    const isSingle = typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean';
    if (!isSingle && (typeof part !== 'object' || part === null)) return;
    if (all.length >= MOST_READ || depth > MAX_DEPTH) isWhole = false;
    else if (isSingle) all.push({ place, path, key, value: part, holder });
    else if (Array.isArray(part)) {
      for (const [index, entry] of part.entries())
        visit(entry, `${place}[${index}]`, `${path}[]`, key, part, depth + 1);
    } else {
      for (const [name, entry] of Object.entries(part)) {
        const join = (before: string): string => (before === '' ? name : `${before}.${name}`);
        visit(entry, join(place), join(path), name, part, depth + 1);
      }
    }
  };
  visit(value, '', '', '', {}, 0);
  return { all, isWhole };
}

/** Whether a value stands in a list. */
export const isListed = ({ path }: Pick<Leaf, 'path'>): boolean => path.includes('[');

/** Those outside lists come first: a total after a long list counts more than its last lines. */
const firstOf = (all: readonly Leaf[], most: number): readonly Leaf[] =>
  all.length <= most
    ? all
    : [...all.filter((leaf) => !isListed(leaf)), ...all.filter((leaf) => isListed(leaf))].slice(0, most);

interface ReadLeaves {
  readonly leaves: readonly Leaf[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

/** The values of a call, 1,000 at most. */
export function readLeaves(value: unknown): ReadLeaves {
  const { all, isWhole } = allLeaves(value);
  return { leaves: firstOf(all, MAX_VALUES), isWhole: isWhole && all.length <= MAX_VALUES };
}

/** The values of a tool's result in JSON, 1,000 at most; none of other text. */
export function jsonLeaves(raw: string): readonly Leaf[] {
  if (!/^\s*[[{]/.test(raw)) return [];
  try {
    return readLeaves(JSON.parse(raw)).leaves;
  } catch {
    // Text that begins with a bracket.
    return [];
  }
}

/** The first values of an earlier call, and the paths of all; undefined if there are more than 1,000, or not all were read. */
export function earlierLeaves(value: unknown): ReadLeaves & { readonly paths: ReadonlySet<string> | undefined } {
  const { all, isWhole } = allLeaves(value);
  const paths = new Set(all.map(({ path }) => path));
  return {
    leaves: firstOf(all, EARLIER_VALUES),
    isWhole: isWhole && all.length <= EARLIER_VALUES,
    paths: isWhole && paths.size <= MAX_VALUES ? paths : undefined,
  };
}

/** The words of a name, lower case and singular: `trafficPercent` as `traffic`, `percent`. */
export function wordsOfKey(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.toLowerCase())
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .filter((word) => word !== '');
}
