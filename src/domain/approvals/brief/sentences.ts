/** Which parts of the agent's words say what it is about to do, and which tell what was. */

export interface Sentence {
  readonly text: string;
  readonly at: number;
  readonly end: number;
  /** It announces or asks: "Shall I ...", "I would ...". */
  readonly isAction: boolean;
  /** It tells what was. */
  readonly isPast: boolean;
}

const ACTION =
  /\?|\b(?:shall|should|may|can|could) (?:I|we)\b|\b(?:I|we)(?: (?:will|would|now|want|propose|plan|need|ask|recommend|suggest|intend)|['’]ll|['’]d)\b|\b(?:going|about|ready|OK|okay) to\b|\bplease\b|\blet me\b|\bapprov|^\s*[A-Z][a-z]+ (?:the|this|these|it)\b/i;
const PAST =
  /\b(?:was|were|took|had|did|found|got|came|paid|sent|made|went|last|ago|already|previously|yesterday|earlier|before|since|planned|delivered|ordered|refunded|failed|matched|expired)\b/i;

/** Parts that end with `.`, `?`, `!`, `:`, `;` or a line break, in the order of the text; blank ones are left out. */
export function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let at = 0;
  for (const part of text.split(/(?<=[.?!:;])(?=\s)|\n/)) {
    const end = at + part.length;
    if (part.trim() !== '')
      sentences.push({ text: part, at, end, isAction: ACTION.test(part), isPast: PAST.test(part) });
    at = text[end] === '\n' ? end + 1 : end;
  }
  return sentences;
}

/** The sentence that holds a place. */
export const sentenceAt = (sentences: readonly Sentence[], at: number): Sentence | undefined =>
  sentences.find((one) => at >= one.at && at < one.end);

/** What a place of the text is worth against an argument: what will be done, or at least is not told as past. */
export function isSaidOfNow(sentences: readonly Sentence[], at: number): boolean {
  const sentence = sentenceAt(sentences, at);
  return sentence !== undefined && (sentence.isAction || !sentence.isPast);
}
