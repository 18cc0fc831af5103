/**
 * `tsx bench/brief/altered.ts FILE [SEED]`: recorded conversations with consequential calls, in which ids, dates and amounts
 * are altered one by one. Counts how many alterations the brief names, and how many calls it comments as they are.
 *
 * FILE: `{conversations: [{messages, calls: [{at, name, arguments, isInSolution?}]}]}`; a call follows messages[0..at-1].
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Brief } from '../../src/domain/approvals/brief/brief.ts';
import { type Leaf, readLeaves } from '../../src/domain/approvals/brief/input.ts';
import { briefFor } from './score.ts';

const conversation = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string().nullish() })),
  calls: z.array(
    z.looseObject({
      at: z.number(),
      name: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      isInSolution: z.boolean().optional(),
    }),
  ),
});
const recorded = z.looseObject({ conversations: z.array(conversation) });

const SEED = 42;
const KINDS = ['id', 'date', 'amount'] as const;
type Kind = (typeof KINDS)[number];

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function kindOf({ key, value }: Leaf): Kind | undefined {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return 'date';
  if (typeof value === 'string' && /\d{3}/.test(value) && /^[\w.#@-]+$/.test(value)) return 'id';
  if (typeof value === 'string' && /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]{5,8}$/.test(value)) return 'id';
  return typeof value === 'number' && /amount|price|total(?!_bag)|cost/i.test(key) && value > 1 ? 'amount' : undefined;
}

/** A value of the same kind and shape. */
function altered(value: Leaf['value'], kind: Kind, random: () => number): Leaf['value'] {
  const below = (n: number): number => Math.floor(random() * n);
  if (kind === 'amount') return Math.round((Number(value) * (1.1 + random()) + 1) * 100) / 100;
  if (kind === 'date') {
    const day = new Date(Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`) + (3 + below(40)) * 86_400_000);
    return day.toISOString().slice(0, 10) + String(value).slice(10);
  }
  const text = String(value);
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const at = digits[below(digits.length)] ?? 0;
  return `${text.slice(0, at)}${(Number(text[at]) + 1 + below(8)) % 10}${text.slice(at + 1)}`;
}

/** The arguments with another value at a place. */
function withValue(part: unknown, place: string, value: unknown, at = ''): unknown {
  if (at === place) return value;
  if (Array.isArray(part)) return part.map((entry, index) => withValue(entry, place, value, `${at}[${index}]`));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, entry]) => [key, withValue(entry, place, value, at === '' ? key : `${at}.${key}`)]),
  );
}

const names = ({ unsaid, contradictions }: Brief, place: string): boolean =>
  [...unsaid, ...contradictions].some((line) => line.includes(`${place} `));

/** The figures, by kind of value; `wordy` puts the agent's last words beside the call. */
export function measure(file: string, seed = SEED, wordy = false): Readonly<Record<string, string>> {
  const random = randomOf(seed);
  const named: Record<Kind, [found: number, of: number]> = { id: [0, 0], date: [0, 0], amount: [0, 0] };
  const counts = { calls: 0, entries: 0, right: 0, rightEntries: 0, contradictions: 0 };
  for (const { messages, calls } of recorded.parse(JSON.parse(readFileSync(file, 'utf8'))).conversations) {
    for (const { at, name, arguments: args, isInSolution } of calls) {
      const before = messages.slice(0, at).map((message) => ({ ...message, content: message.content ?? '' }));
      const said = wordy ? before.findLast(({ role, content }) => role === 'assistant' && content !== '') : undefined;
      const request = (changed: unknown) =>
        briefFor({
          title: '',
          messages: before,
          says: said?.content ?? messages[at]?.content ?? '',
          calls: [{ name, args: changed as Record<string, unknown> }],
          holds: 'nothing',
        });
      const { unsaid, contradictions } = request(args);
      counts.calls++;
      counts.entries += unsaid.length + contradictions.length > 0 ? 1 : 0;
      counts.contradictions += contradictions.length;
      counts.right += isInSolution === true ? 1 : 0;
      counts.rightEntries += isInSolution === true && unsaid.length > 0 ? 1 : 0;
      for (const leaf of readLeaves(args).leaves) {
        const kind = kindOf(leaf);
        if (kind === undefined) continue;
        named[kind][1]++;
        const changed = altered(leaf.value, kind, random);
        if (names(request(withValue(args, leaf.place, changed)), leaf.place)) named[kind][0]++;
      }
    }
  }
  const all = KINDS.reduce(([a, b], kind): [number, number] => [a + named[kind][0], b + named[kind][1]], [0, 0] as [
    number,
    number,
  ]);
  return {
    'altered values named': `${all[0]} of ${all[1]}`,
    ...Object.fromEntries(KINDS.map((kind) => [`altered ${kind}s named`, named[kind].join(' of ')])),
    'calls as recorded with an entry': `${counts.entries} of ${counts.calls}`,
    'right calls with an entry': `${counts.rightEntries} of ${counts.right}`,
    'contradictions in calls as recorded': String(counts.contradictions),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , file, seed = String(SEED)] = process.argv;
  if (file === undefined || !Number.isInteger(Number(seed))) {
    console.error('Usage: tsx bench/brief/altered.ts FILE [SEED]');
    process.exitCode = 1;
  } else {
    console.log('Without words beside the calls:', measure(file, Number(seed)));
    console.log("With the agent's last words beside them:", measure(file, Number(seed), true));
  }
}
