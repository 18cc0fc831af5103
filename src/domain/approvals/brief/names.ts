/** Names of people, streets and countries that differ between the agent's text and its calls. */

import { differences, findingsOf } from './differences.ts';
import type { BriefCall, Finding, Span } from './input.ts';
import { isStated, type Prose } from './prose.ts';

/** Arguments that hold text, not a name. */
const PROSE = /subject|title|text|body|message|desc|note|comment|reason|content/i;

/** Names that begin alike and go on otherwise, and numbers before the same name: "Jonas Weber", "12 Quay Street". */
export const neighbourFindings = (calls: readonly BriefCall[], { text }: Prose): Finding[] =>
  findingsOf(calls, ({ key, value }) => {
    if (typeof value !== 'string' || value.length > 60 || PROSE.test(key)) return undefined;
    for (const [, first = '', second = ''] of value.matchAll(/(?=(\d+|\p{Lu}\p{L}+) (\p{Lu}\p{L}+))/gu)) {
      const alike = new RegExp(/\d/.test(first) ? `\\b\\d+ ${second}\\b` : `\\b${first} \\p{Lu}\\p{Ll}+`, 'u').exec(
        text,
      );
      if (alike !== null && !text.includes(`${first} ${second}`)) return alike[0];
    }
    return undefined;
  });

/** Codes of countries by their English names, without those that are also names of people. */
let countries: ReadonlyMap<string, string> | undefined;
function readCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  const all = codes.map((code) => [(names.of(code) ?? '').toLowerCase(), code] as const);
  return new Map([
    ...all.filter(([name]) => /^(?!chad|georgia|jordan|jersey)[a-z ]+$/.test(name)),
    ['usa', 'US'],
    ['uk', 'GB'],
  ]);
}

/** Countries in calls of which the text names others only. */
export function countryFindings(calls: readonly BriefCall[], prose: Prose): Finding[] {
  const leaves = calls.flatMap((call) =>
    call.leaves.filter(({ key }) => /country/i.test(key)).map((leaf) => ({ call, leaf })),
  );
  if (leaves.length === 0) return [];
  countries ??= readCountries();
  const known = countries;
  const codeOf = (name: string): string => known.get(name.toLowerCase()) ?? name.toUpperCase();
  const pattern = new RegExp(`\\b(?:${[...known.keys()].join('|')})\\b`, 'gi');
  const mentions = [...prose.text.matchAll(pattern)].map(({ 0: text, index: at }) => ({
    text,
    at,
    end: at + text.length,
  }));
  const held = leaves.map(({ call, leaf }) => ({ call, leaf, found: { text: String(leaf.value), at: 0, end: 0 } }));
  const isAim = (_: Prose, { at }: Span): boolean =>
    isStated(prose, at) &&
    /\b(?:to|for|into)\b(?:(?!\bfrom\b)[^.;!?])*$/.test(prose.text.slice(Math.max(0, at - 60), at));
  return differences(mentions, held, (a, b) => codeOf(a.text) === codeOf(b.text), prose, isAim);
}
