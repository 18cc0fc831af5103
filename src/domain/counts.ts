/** Counts records by one of their values, so that a question about numbers takes one call instead of every page. */
import { Refusal } from '../mcp/contract/errors.ts';
import type { NextStep, ToolResult } from '../mcp/contract/result.ts';
import type { Json } from '../platform/parse/coerce.ts';
import { isObject, pick, text } from '../platform/parse/coerce.ts';
import { jsonText } from '../platform/parse/json-text.ts';
import { foreign, plainOrMarked, textDigest } from '../platform/text.ts';
import type { PageQuery } from '../present/paging.ts';
import { count, firstOf, matchText } from '../present/units.ts';
import { compareTexts, copied } from './found-text.ts';

/** What records are counted by, beside the keys of their metadata: each gives a record's value. */
export type CountFields<T> = Readonly<Record<string, (record: T) => string | undefined>>;

/** Different values that are counted; records with further values are only counted together. */
const MAX_VALUES = 10_000;
/** Characters of a value that is its own key; of a longer one a digest is. */
const MAX_KEY = 200;
/** Characters of a value as it is shown. */
const SHOWN = 80;
/** Keys of metadata that are kept, and named, for a key that no record has. */
const MAX_KEYS = 100;
const NAMED = 12;

/** `metadata.` before a key that has the name of a field. */
const PREFIX = 'metadata.';

interface Group {
  readonly shown: string;
  readonly records: number;
}

/** How many records have each value. */
export type Counted = ReturnType<Counter<unknown>['result']>;

/** Takes records that match; every one is counted once. */
export class Counter<T> {
  readonly #by: string;
  readonly #fields: CountFields<T>;
  readonly #metadataOf: (record: T) => Json;
  /** The first of them that a record has counts: writers of records name the same thing in several ways. */
  readonly #metadataKeys: readonly string[];
  #groups = new Map<string, Group>();
  /** Keys of the records without such a value, and how many of them have each. */
  #keys = new Map<string, number>();
  #records = 0;
  #without = 0;
  #others = 0;

  constructor(by: string, fields: CountFields<T>, metadataOf: (record: T) => Json) {
    this.#by = by;
    this.#fields = fields;
    this.#metadataOf = metadataOf;
    const several = by.split(',').map((one) => one.trim());
    const field = several.length > 1 ? several.find((one) => Object.hasOwn(fields, one)) : undefined;
    if (field !== undefined)
      throw new Refusal(
        `Refused: countBy takes one of ${Object.keys(fields).join(', ')}, or metadata keys, of which the first that a record has counts. To count by two at once, filter by one and count by the other.`,
      );
    // One that has a comma in its name comes first.
    const names = [by, ...several];
    this.#metadataKeys = [...new Set(names.map((one) => (one.startsWith(PREFIX) ? one.slice(PREFIX.length) : one)))];
  }

  add(record: T): void {
    this.#records++;
    const value = this.#valueOf(record);
    if (value === undefined || value === '') {
      this.#without++;
      for (const key of Object.keys(this.#metadataOf(record))) {
        if (this.#keys.size < MAX_KEYS || this.#keys.has(key)) this.#keys.set(key, (this.#keys.get(key) ?? 0) + 1);
      }
      return;
    }
    const key = value.length <= MAX_KEY ? copied(value) : textDigest(value);
    const known = this.#groups.get(key);
    if (known === undefined && this.#groups.size >= MAX_VALUES) this.#others++;
    else this.#groups.set(key, { shown: known?.shown ?? this.#shown(value), records: (known?.records ?? 0) + 1 });
  }

  /** A counter that goes on from here, without changing this one. */
  copy(): Counter<T> {
    const copy = new Counter(this.#by, this.#fields, this.#metadataOf);
    copy.#groups = new Map(this.#groups);
    copy.#keys = new Map(this.#keys);
    copy.#records = this.#records;
    copy.#without = this.#without;
    copy.#others = this.#others;
    return copy;
  }

  result() {
    return {
      by: this.#by,
      /** Largest first. */
      groups: [...this.#groups.values()].sort((a, b) => b.records - a.records || compareTexts(a.shown, b.shown)),
      /** All records, those without such a value, and those with values beyond {@link MAX_VALUES}. */
      records: this.#records,
      without: this.#without,
      others: this.#others,
      /** What else could be counted by: fields, and metadata keys of the records without a value, most frequent first. */
      fields: Object.keys(this.#fields),
      keys: [...this.#keys].sort(([, a], [, b]) => b - a),
    };
  }

  #valueOf(record: T): string | undefined {
    const field = Object.hasOwn(this.#fields, this.#by) ? this.#fields[this.#by] : undefined;
    if (field !== undefined) return field(record);
    const metadata = this.#metadataOf(record);
    const key = this.#metadataKeys.find((one) => Object.hasOwn(metadata, one) && (metadata[one] ?? '') !== '');
    const found = key === undefined ? undefined : metadata[key];
    // A person or an order that is an object: the same one may come with other details.
    const value = isObject(found) ? (pick(found, 'id', 'uuid', 'name') ?? found) : found;
    return value === undefined ? undefined : (text(value) ?? jsonText(value, true));
  }

  /** Values of a field are ids, statuses and dates, which are safe as they are read. */
  #shown(value: string): string {
    return Object.hasOwn(this.#fields, this.#by) ? value : copied(plainOrMarked(value, SHOWN));
  }
}

/** What was counted, for the sentence about it. */
interface CountOptions {
  /** `chat`. */
  readonly noun: string;
  /** How much was searched: `searched all 31 chats`. */
  readonly searched: string;
  readonly page: PageQuery;
  /** The same call from another place. */
  call(offset: number): NextStep;
}

/** Records without a value that are worth a note: fewer hardly change the counts. */
const FEW = 3;
const SHARE = 0.25;
const isMuch = (without: number, records: number): boolean => without >= FEW && without >= records * SHARE;

/** The result: a line for each value, largest first. */
export function countResult(counted: Counted, { noun, searched, page, call }: CountOptions): ToolResult {
  const { by, groups, records, without, others, fields, keys } = counted;
  const shown = groups.slice(page.offset, page.offset + page.limit);
  // Of several keys the first counts: without this word, they would read as pairs.
  const name = by
    .split(',')
    .map((key) => plainOrMarked(key.trim(), SHOWN))
    .join(', else ');
  const lacking = without === 0 ? '' : `; ${without} of them ${without === 1 ? 'has' : 'have'} none`;
  const values =
    records === 0
      ? ''
      : groups.length === 0
        ? `, none with ${name}`
        : `, with ${count(groups.length, `value`)} of ${name}${lacking}`;
  const named = firstOf(keys, NAMED, ([key, n]) => `${plainOrMarked(key)} (${n})`);
  return {
    summary: `${matchText(records, noun)}${values}; ${searched}.`,
    notes: [
      ...(records > 0 && groups.length === 0
        ? [`countBy takes ${fields.join(', ')}, or keys of their metadata: ${named || 'they have none'}.`]
        : isMuch(without, records) && !fields.includes(by) && keys.length > 0
          ? [`Those without one have ${named}: countBy takes several keys, such as "a, b".`]
          : []),
      ...(others > 0 ? [`${count(others, noun)} with further values are not listed.`] : []),
    ],
    facts: { matching: records, without: without > 0 ? without : undefined },
    list: {
      name: 'counts',
      items: shown.map(({ shown: value, records: n }) => ({ data: { value, count: n }, line: `${value} · ${n}` })),
      total: groups.length,
      offset: page.offset,
      rest: (n) => (page.offset + n < groups.length ? call(page.offset + n) : undefined),
    },
  };
}

/** Day and month of a time, in UTC. */
export const dayOf = (time: string | undefined): string | undefined => time?.slice(0, 10);
export const monthOf = (time: string | undefined): string | undefined => time?.slice(0, 7);

/** A metadata key as a column or a value of countBy names it. */
export const metadataName = (key: string): string => plainOrMarked(foreign(`${PREFIX}${key}`), SHOWN);
