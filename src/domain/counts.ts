/** Counts records by one of their values, so that a question about numbers takes one call instead of every page. */
import { Refusal } from '../mcp/contract/errors.ts';
import { type NextStep, present, type ToolResult } from '../mcp/contract/result.ts';
import { isObject, type Json, pick, text } from '../platform/parse/coerce.ts';
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

/** How many records have each value. */
export type Counted = ReturnType<typeof countedIn>;

/** Takes records that match; every one is counted once. */
export interface Counter<T> {
  add(record: T): void;
  /** A counter that goes on from here, without changing this one. */
  copy(): Counter<T>;
  result(): Counted;
}

/** What was counted so far. */
const nothing = () => ({
  groups: new Map<string, { readonly shown: string; readonly records: number }>(),
  /** Metadata keys of the records without such a value, and how many of them have each. */
  keys: new Map<string, number>(),
  /** All records, those without such a value, and those with values beyond {@link MAX_VALUES}. */
  records: 0,
  without: 0,
  others: 0,
});

/** @param before what was counted already */
export function createCounter<T>(
  by: string,
  fields: CountFields<T>,
  metadataOf: (record: T) => Json,
  before = nothing(),
): Counter<T> {
  const several = by.split(',').map((one) => one.trim());
  if (several.length > 1 && several.some((one) => Object.hasOwn(fields, one)))
    throw new Refusal(
      `Refused: countBy takes one of ${Object.keys(fields).join(', ')}, or metadata keys, of which the first that a record has counts. To count by two at once, filter by one and count by the other.`,
    );
  // The first of them that a record has counts: writers of records name the same thing in several ways. One that has a comma
  // in its name comes first.
  const metadataKeys = [by, ...several].map((one) => (one.startsWith(PREFIX) ? one.slice(PREFIX.length) : one));
  const field = Object.hasOwn(fields, by) ? fields[by] : undefined;
  const now = structuredClone(before);

  function countedValue(record: T): string | undefined {
    if (field !== undefined) return field(record);
    const metadata = metadataOf(record);
    const key = metadataKeys.find((one) => Object.hasOwn(metadata, one) && (metadata[one] ?? '') !== '');
    const found = key === undefined ? undefined : metadata[key];
    // A person or an order that is an object: the same one may come with other details.
    const value = isObject(found) ? (pick(found, 'id', 'uuid', 'name') ?? found) : found;
    return value === undefined ? undefined : (text(value) ?? jsonText(value, true));
  }

  return {
    add(record: T): void {
      now.records++;
      const value = countedValue(record);
      if (value === undefined || value === '') {
        now.without++;
        for (const key of Object.keys(metadataOf(record))) {
          if (now.keys.size < MAX_KEYS || now.keys.has(key)) now.keys.set(key, (now.keys.get(key) ?? 0) + 1);
        }
        return;
      }
      const key = value.length <= MAX_KEY ? copied(value) : textDigest(value);
      const known = now.groups.get(key);
      // Values of a field are ids, statuses and dates, which are safe as they are read.
      const shown = known?.shown ?? (field === undefined ? copied(plainOrMarked(value, SHOWN)) : value);
      if (known === undefined && now.groups.size >= MAX_VALUES) now.others++;
      else now.groups.set(key, { shown, records: (known?.records ?? 0) + 1 });
    },
    copy: () => createCounter(by, fields, metadataOf, now),
    result: () => countedIn(by, Object.keys(fields), now),
  };
}

/** @param fields what else could be counted by */
const countedIn = (
  by: string,
  fields: readonly string[],
  { groups, keys, ...numbers }: ReturnType<typeof nothing>,
) => ({
  by,
  fields,
  ...numbers,
  /** Largest first. */
  groups: [...groups.values()].sort((a, b) => b.records - a.records || compareTexts(a.shown, b.shown)),
  /** The most frequent one first. */
  keys: [...keys].sort(([, a], [, b]) => b - a),
});

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
  // As countBy takes it: the plain name of a field counts by that field.
  const keyName = (key: string): string =>
    fields.includes(key) || key.startsWith(PREFIX) ? metadataName(key) : plainOrMarked(key);
  const named = firstOf(keys, NAMED, ([key, n]) => `${keyName(key)} (${n})`);
  return {
    summary: `${matchText(records, noun)}${values}; ${searched}.`,
    notes: present(
      records > 0 && groups.length === 0
        ? `countBy takes ${fields.join(', ')}, or keys of their metadata: ${named || 'they have none'}.`
        : isMuch(without, records) &&
            !fields.includes(by) &&
            keys.length > 0 &&
            `Those without one have ${named}: countBy takes several keys, such as "a, b".`,
      others > 0 && `${count(others, noun)} with further values are not listed.`,
    ),
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
