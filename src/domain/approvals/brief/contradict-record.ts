/**
 * Contradictions between the record that the agent names beside its call and another one of the same kind in its arguments:
 * `WIN-C` and `window_id WIN-D`, `ramp 2` and `ramp: 3`. Both were
 * stated, so the sources don't tell.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { folded, squashed } from './folded.ts';
import { type BriefInput, wordsOfKey } from './input.ts';
import { unitOf, wantedOf } from './notations.ts';
import { numbersIn } from './numbers.ts';
import { type Sourced, sourceKey } from './provenance.ts';
import { scanner } from './scan.ts';

/** An id of several parts, the first of which says what it names; letters and digits; or digits. */
const ID =
  /(?<![\p{L}\p{N}_#/.,-])(?:\d{4,12}(?![.,]\d)|[A-Z]{1,4}\d{3,12}|\p{L}[\p{L}\p{N}]{0,11}(?:[-_#/][\p{L}\p{N}]{1,20}){1,4})(?![\p{L}\p{N}_#/-])/gu;
/** Before what the agent does not mean to take. */
const OTHER =
  /(?<![a-z])(?:instead of|rather than|not|from|replac(?:ing|es?)|cancel(?:l?ing|l?ed|s)?|old|former|statt|nicht|von|alte[nrs]?|au lieu de|pas|ancien(?:ne)?|en (?:vez|lugar) de|em vez de|nao|no|antig[oa]|de|du|desde)(?: (?:the|der|die|das|dem|den|la|le|el|o|a))? $/;

/** Beside the word for what a number names or counts. */
const GENERIC = /^(?:id|number|no|nr|num|count|new|neu|nuev[oa]|nov[oa]|nouveau|total)$/;

/** Names in the same way: `WIN-C` as `WIN-D`, `PR-3310` as `PR-3327`. */
function kindOfId(id: string): string | undefined {
  const [first = '', ...parts] = id.split(/[-_#/]/);
  if (/^\d{4,12}$/.test(id)) return /^(?:19|20)\d\d$/.test(id) ? undefined : String(id.length);
  const [, letters] = /^([A-Z]{1,4})\d{3,12}$/.exec(id) ?? [];
  if (letters !== undefined) return `${letters}9`;
  const isPlainWord = !/\d/.test(id) && id !== id.toUpperCase();
  if (isPlainWord || parts.length === 0) return undefined;
  const kinds = parts.map((part) => (/^\d+$/.test(part) ? '9' : /\d/.test(part) ? 'x' : 'a'));
  return [folded(first), ...kinds].join('-');
}

/** A line for each argument with another record than the only one of its kind that the agent names. */
export function otherRecords({ calls, prose, conversation }: BriefInput, sources: readonly Sourced[]): string[] {
  const text = folded(prose);
  const ids = [...prose.matchAll(ID)].map(({ 0: name, index }) => ({ name, at: index }));
  const numbers = numbersIn(prose);
  if (ids.length + numbers.length === 0) return [];
  const held = new Set(calls.flatMap(({ leaves }) => leaves.map(({ value }) => squashed(String(value)))));
  /** What the agent names in the same way as an argument, from the message that has both; and where. */
  const namedLike = ({ leaf, source }: Sourced, value: string): readonly { name: string; at: number }[] => {
    if (source.from !== 'tool' && source.from !== 'user') return [];
    const kind = typeof leaf.value === 'string' ? kindOfId(value.split(' ').at(-1) ?? '') : undefined;
    const offered = conversation.messages[source.message - 1]?.content.raw ?? '';
    const same = ids.filter(({ name }) => kindOfId(name) === kind && kind !== undefined && offered.includes(name));
    if (same.length > 0) return scanner([{ ...wantedOf(leaf, []), raw: value }])(prose).size > 0 ? [] : same;
    if (!/^\d{1,6}$/.test(value) || numbers.some(({ values }) => values.includes(Number(value)))) return [];
    const [label = '', ...more] = wordsOfKey(folded(leaf.key)).filter((word) => !GENERIC.test(word));
    if (label.length < 4 || more.length > 0) return [];
    return numbers.flatMap(({ text: number, at, end }) => {
      const before = text.slice(0, at).replace(/s?[ #:]{1,3}$/, '');
      const after = text.slice(end).trimStart();
      if (before.endsWith(label)) return [{ name: number, at: before.length - label.length }];
      const isCounted = after.startsWith(label) || unitOf(leaf.key)?.[2].test(after) === true;
      return isCounted ? [{ name: number, at }] : [];
    });
  };
  const lines = new Map<string, string[]>();
  for (const one of sources) {
    const value = String(one.leaf.value);
    const named = namedLike(one, value);
    const [said, ...others] = new Set(named.map(({ name }) => name));
    const isMeant = named.every(
      ({ name, at }) => !held.has(squashed(name)) && !OTHER.test(text.slice(Math.max(0, at - 24), at)),
    );
    if (said === undefined || others.length > 0 || !isMeant) continue;
    const which = calls.length === 1 ? 'the call' : plainOrMarked(calls[one.call]?.name.raw ?? '');
    const line = `the agent says ${plainOrMarked(said)}, ${which} has`;
    lines.set(line, [...(lines.get(line) ?? []), `${sourceKey(one, 1)} ${plainOrMarked(value)}`]);
  }
  return [...lines].map(([line, values]) => `${line} ${values.join(' and ')}`);
}
