/** Text for a model, as sentences with the tools that they name: a session must not name tools that it doesn't offer. */

/** A sentence. If it names a tool that the session lacks, it is left out, so it must not contain any other fact. */
export type Sentence = string | { readonly text: string; readonly tools: readonly string[] };

/** One text, or several sentences of which some name tools. */
export type Sentences = string | readonly Sentence[];

/** The sentences that a session shows, in one line. */
export function shownSentences(sentences: Sentences, has: (tool: string) => boolean): string {
  const all = typeof sentences === 'string' ? [sentences] : sentences;
  return all
    .filter((sentence) => typeof sentence === 'string' || sentence.tools.every(has))
    .map((sentence) => (typeof sentence === 'string' ? sentence : sentence.text))
    .join(' ');
}
