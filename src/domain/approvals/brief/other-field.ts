/**
 * Accounts and ids that stand only in the text of a tool's result, a mail for example, where a record has another one in the
 * field of the same name: the call pays to the `iban` of a mail, and the supplier's record has another. That is how a stranger
 * redirects a payment.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { isIdKey } from './contradict-money.ts';
import { folded, squashed } from './folded.ts';
import { type BriefInput, type Fact, isListed, jsonLeaves, MAX_VALUES, wordsOfKey } from './input.ts';
import type { Sourced } from './provenance.ts';
import { latestOf, type Turn } from './turns.ts';

/** Values of calls that are compared. */
const MOST_VALUES = 20;
/** Characters of a field; a longer one is a text. */
const LONGEST = 80;
/** An account, an id or an address: a day and a time are neither. */
const TELLING = /^(?!\d{4}-\d\d|\d\d:\d\d)(?=.*(?:\d.*){4}|.*@).{5,}$/;

/** Names that say nothing of what has the id. */
const PLAIN = /^(?:id|uid|code|no|nr|number|ref|reference|key|codigo|numero|nummer)$/;

/** Of `iban GB64…`: `message 6 has GB17… there`. */
export function otherFieldFacts({ conversation: { turns } }: BriefInput, sources: readonly Sourced[]): Fact[] {
  const sought = sources
    .filter(
      ({ leaf, source }) =>
        source.from === 'tool' &&
        (typeof leaf.value === 'string' || isIdKey(leaf.key)) &&
        TELLING.test(String(leaf.value)),
    )
    .slice(0, MOST_VALUES);
  if (sought.length === 0) return [];
  const fields = fieldsIn(turns);
  if (fields === undefined) return [];
  return sought.flatMap((one): Fact[] => {
    const written = String(one.leaf.value);
    const value = squashed(written);
    // Under any name: `cod` may be the id of an `asignatura`. A mail's subject that has it is no record.
    if (fields.some(({ plain }) => plain === value)) return [];
    const words = wordsOf(one.leaf.key);
    // An item's `code` is no `site_code`.
    const isPlain = isListed(one.leaf) && words.length === 1 && PLAIN.test(words[0] ?? '');
    const same = fields.filter(
      (field) => words.every((word) => field.words.includes(word)) && !(isPlain && field.words.length > 1),
    );
    const [other] = same;
    return other === undefined ||
      same.some(({ plain }) => plain.includes(value)) ||
      new Set(same.map(({ plain }) => plain)).size > 1
      ? []
      : [{ of: one, says: `message ${other.message} has ${plainOrMarked(other.text)} there` }];
  });
}

/** The fields of the latest results in JSON; undefined if these are too many to say what stands in none. */
function fieldsIn(turns: readonly Turn[]) {
  const results = latestOf(turns.filter(({ by }) => by === 'tool'));
  const read = results.map(({ number, raw }) => ({ number, leaves: jsonLeaves(raw) }));
  if (read.some(({ leaves }) => leaves.length === MAX_VALUES)) return undefined;
  return read.flatMap(({ number, leaves }) =>
    leaves.flatMap(({ key, value }) => {
      const text = String(value);
      // `{"email": true}` is a setting, not another address.
      return typeof value === 'boolean' || text.length > LONGEST
        ? []
        : [{ message: number, words: wordsOf(key), text, plain: squashed(MAILBOX.exec(text)?.[1] ?? text) }];
    }),
  );
}

/** `J. Ober <j.ober@school.example>`. */
const MAILBOX = /<([^<>\s@]+@[^<>\s@]+)>$/;

const wordsOf = (key: string): string[] => wordsOfKey(key).map(folded);
