/**
 * Accounts and ids that stand only in the text of a tool's result, a mail for example, where a record has another one in the
 * field of the same name: the call pays to the `iban` of a mail, and the supplier's record has another. That is how a stranger
 * redirects a payment; and gets a copy of a document, by an address in a footer.
 */

import { plainOrMarked } from '../../../platform/text.ts';
import { answersCall } from '../../threads/calls.ts';
import { isIdKey } from './contradict-money.ts';
import { folded, squashed } from './folded.ts';
import { type BriefInput, wordsOfKey } from './input.ts';
import type { Sourced } from './provenance.ts';
import { sourceKey } from './source-text.ts';

/** Values of calls that are compared, characters of results that are read, the latest, and fields of all. */
const MOST_VALUES = 20;
const WITHIN = 60_000;
const MOST_FIELDS = 2_000;
/** Characters of a field; a longer one is a text. */
const LONGEST = 80;
/** An account, an id or an address: a day is neither. */
const TELLING = /^(?!\d{4}-\d\d)(?=.*(?:\d.*){4}|.*@).{5,}$/;

/** Who gets a copy. */
const COPY = /^(?:b?cc|copy|copies|kopie|copie|copia|copias)$/;

/** Names that say nothing of what has the id. */
const PLAIN = /^(?:id|uid|code|no|nr|number|ref|reference|key|codigo|numero|nummer)$/;

interface Field {
  readonly message: number;
  readonly words: readonly string[];
  readonly text: string;
  /** The text, squashed. */
  readonly plain: string;
}

/** `iban GB64…`, and `message 6 has GB17… there`; `bcc[0] archive@…`, and `only the text of message 4 names it`. */
export function otherFieldFacts(
  { calls, conversation: { messages } }: BriefInput,
  sources: readonly Sourced[],
): [of: string, fact: string][] {
  const sought = sources
    .filter(
      ({ leaf, source }) =>
        source.from === 'tool' &&
        (typeof leaf.value === 'string' || isIdKey(leaf.key)) &&
        TELLING.test(String(leaf.value)),
    )
    .slice(0, MOST_VALUES);
  if (sought.length === 0) return [];
  const fields: Field[] = [];
  let left = WITHIN;
  for (const [at, message] of [...messages.entries()].reverse()) {
    const { raw } = message.content;
    if (!answersCall(message) || !/^\s*[[{]/.test(raw)) continue;
    if (raw.length > left) continue;
    left -= raw.length;
    try {
      visit(JSON.parse(raw), '', 0, (key, text) => {
        if (text.length <= LONGEST) fields.push({ message: at + 1, words: wordsOf(key), text, plain: squashed(text) });
      });
    } catch {
      // Text that begins with a bracket.
    }
    if (fields.length > MOST_FIELDS) return [];
  }
  return sought.flatMap((one): [string, string][] => {
    const written = String(one.leaf.value);
    const value = squashed(written);
    // Under any name: `cod` may be the id of an `asignatura`. A mail's subject that has it is no record.
    if (fields.some(({ plain }) => plain === value)) return [];
    const words = wordsOf(one.leaf.key);
    // An item's `code` is no `site_code`.
    const isPlain = one.leaf.path.includes('[') && words.length === 1 && PLAIN.test(words[0] ?? '');
    const same = fields.filter(
      (field) => words.every((word) => field.words.includes(word)) && !(isPlain && field.words.length > 1),
    );
    const [other] = same;
    const of = `${sourceKey(one, calls.length)} ${plainOrMarked(written)}`;
    const isCopied = /@/.test(written) && words.some((word) => COPY.test(word));
    if (other === undefined && isCopied && 'message' in one.source)
      return [[of, `only the text of message ${one.source.message} names it`]];
    return other === undefined ||
      same.some(({ plain }) => plain.includes(value)) ||
      new Set(same.map(({ plain }) => plain)).size > 1
      ? []
      : [[of, `message ${other.message} has ${plainOrMarked(other.text)} there`]];
  });
}

const wordsOf = (key: string): string[] => wordsOfKey(key).map(folded);

const MAX_DEPTH = 8;

function visit(part: unknown, key: string, depth: number, note: (key: string, text: string) => void): void {
  if (typeof part === 'string' || typeof part === 'number') note(key, String(part));
  else if (typeof part === 'object' && part !== null && depth < MAX_DEPTH)
    for (const [name, entry] of Object.entries(part)) visit(entry, Array.isArray(part) ? key : name, depth + 1, note);
}
