/** Text for a model, as sentences that say which tools they name: no session is told of a tool that it does not offer. */

/** A sentence. One that names tools is left out where a session lacks one of them, so it carries no other fact. */
export type Sentence = string | { readonly text: string; readonly tools: readonly string[] };

/** One text, or sentences where some name tools. */
export type Sentences = string | readonly Sentence[];

/** The sentences that a session shows, in one line. */
export function shownSentences(sentences: Sentences, has: (tool: string) => boolean): string {
  const all = typeof sentences === 'string' ? [sentences] : sentences;
  return all
    .filter((sentence) => typeof sentence === 'string' || sentence.tools.every(has))
    .map((sentence) => (typeof sentence === 'string' ? sentence : sentence.text))
    .join(' ');
}
