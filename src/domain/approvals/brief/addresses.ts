/** E-mail addresses, hosts and account numbers in text, in a form that makes equal ones equal. */

/** An address and where it is in the text, as UTF-16 offsets. */
export interface FoundAddress {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  /** Lower case, without what only formats it. */
  readonly value: string;
}

const found = (match: RegExpMatchArray, value: string): FoundAddress => ({
  text: match[0],
  at: match.index ?? 0,
  end: (match.index ?? 0) + match[0].length,
  value,
});

const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/** E-mail addresses, in small letters as `value`. */
export const emailsIn = (text: string): FoundAddress[] =>
  [...text.matchAll(EMAIL)].map((match) => found(match, match[0].toLowerCase()));

/** Endings of hosts that are told from file names and abbreviations. */
const ENDINGS =
  'com|org|net|io|dev|app|ai|cloud|info|biz|shop|store|online|example|test|co|eu|de|at|ch|uk|fr|it|es|nl|be|se|no|dk|fi|pl|cz|us|ca|in|jp|cn|br|au|me|tv';
const HOST = new RegExp(
  `(?<![@\\p{L}\\p{N}._-])(?:[a-z][a-z0-9+.-]*:\\/\\/(?:[^\\s/@]*@)?([^\\s/:?#"'<>)\\]]+)(?:[^\\s"'<>)\\]]*)|((?:[\\p{L}\\p{N}-]+\\.)+(?:${ENDINGS}))(?![\\p{L}\\p{N}@-]))`,
  'giu',
);

/** Hosts of URLs, and names that end like one. */
export const hostsIn = (text: string): FoundAddress[] =>
  [...text.matchAll(HOST)].map((match) =>
    found(
      match,
      (match[1] ?? match[2] ?? '')
        .toLowerCase()
        .replace(/^www\./, '')
        .replace(/[.,;!]+$/, ''),
    ),
  );

/** Whether one is the other, or within it. */
export const isSameHost = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

const IBAN = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\p{N}])/gu;
const DIGITS = /(?<![\p{L}\p{N}.,+-])\d(?:[ -]?\d){7,}(?![\p{L}\p{N}]|[.,]\d)/gu;
const ENDING = /(?:\bend(?:s|ing)?(?: in| with| on)?\s|…|\.{3}|\*{2,20}|[x•]{2,20})\s?(\d{3,6})(?!\d)/giu;

/** Account numbers: an IBAN, or eight digits and more. Of one that is masked, the end: `…2051`. */
export function accountsIn(text: string): FoundAddress[] {
  const whole = [...text.matchAll(IBAN)].filter(([iban]) => iban.replace(/\D/g, '').length >= 8);
  const others = [...text.matchAll(DIGITS)].filter(
    ({ index }) => !whole.some((one) => index >= one.index && index < one.index + one[0].length),
  );
  const ends = [...text.matchAll(ENDING)];
  return [
    ...[...whole, ...others].map((match) => found(match, match[0].replace(/[ -]/g, '').toLowerCase())),
    ...ends.map((match) => found(match, `…${match[1] ?? ''}`)),
  ];
}

/**
 * Whether two values of {@link accountsIn} can be one account: the same, or one is the end of the other, masked or of eight
 * characters and more.
 */
export function isSameAccount(a: string, b: string): boolean {
  if (a.startsWith('…')) return b.endsWith(a.slice(1));
  if (b.startsWith('…')) return a.endsWith(b.slice(1));
  return a === b || (Math.min(a.length, b.length) >= 8 && (a.endsWith(b) || b.endsWith(a)));
}
