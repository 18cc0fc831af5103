/** The input of a brief: the calls of a request, their arguments as single values, and the agent's text around them. */

import type { ForeignText } from '../../../platform/text.ts';

/** A call in a brief. */
export interface BriefCall {
  readonly name: ForeignText;
  readonly argumentsText: ForeignText;
  readonly leaves: readonly Leaf[];
  /** `open`: unanswered; `in-text`: named in the agent's text only; `answered`: answered by a tool or a gate. */
  readonly kind: 'open' | 'in-text' | 'answered';
}

/** A request for approval. */
export interface BriefInput {
  readonly threadId: string;
  /** The calls to decide on. */
  readonly calls: readonly BriefCall[];
  /** The agent's text without the calls in it. */
  readonly prose: string;
}

/** A single value among the arguments of a call. */
export interface Leaf {
  /** `items[].price`: without list indexes, so that two calls with lists can be compared. */
  readonly path: string;
  /** The last name in the path. */
  readonly key: string;
  readonly value: string | number | boolean;
  /** The object that contains it: the currency of an amount is in the same object. */
  readonly holder: object;
}

/** A part of a text: verbatim, and its UTF-16 offsets. */
export interface Span {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

/** A difference: the agent's text says `quote` (verbatim), the call has another value. */
export interface Finding {
  readonly quote: string;
  readonly call: BriefCall;
  readonly path: string;
  readonly value: Leaf['value'];
  /** How the two compare: `10 times as much`. */
  readonly hint?: string;
}

/** Values read from one call: the first rows of a long list are enough. */
const MAX_VALUES = 100;
const MAX_DEPTH = 8;

/** The first 100 single values, down to eight levels; nulls are left out. */
export function leavesOf(value: unknown): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (part: unknown, path: string, key: string, holder: object, depth: number): void => {
    if (leaves.length >= MAX_VALUES || depth > MAX_DEPTH) return;
    if (typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean') {
      leaves.push({ path, key, value: part, holder });
    } else if (Array.isArray(part)) {
      for (const entry of part) visit(entry, `${path}[]`, key, part, depth + 1);
    } else if (typeof part === 'object' && part !== null) {
      for (const [name, entry] of Object.entries(part)) {
        visit(entry, path === '' ? name : `${path}.${name}`, name, part, depth + 1);
      }
    }
  };
  visit(value, '', '', {}, 0);
  return leaves;
}

/** The words of a name, lower case and singular: `trafficPercent` as `traffic`, `percent`. */
export function wordsOfKey(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => stem(word.toLowerCase()))
    .filter((word) => word !== '');
}

/** A word without the `s` of a plural: `record` of `records`. */
export const stem = (word: string): string => (word.length > 3 ? word.replace(/s$/, '') : word);
