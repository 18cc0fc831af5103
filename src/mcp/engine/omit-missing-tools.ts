/**
 * Nothing that a session says names a tool that the session lacks: descriptions, instructions, results, errors. A model
 * would call it and fail. "Look again with get_thread {…}." becomes "Look again."; a sentence that needs the name is left
 * out whole, but for the first one, which holds the fact.
 */
import type { Answer } from '../contract/answer.ts';
import type { App } from './app.ts';

/** What is not this server's own wording: marked text of others, and quoted values. It is kept as it is. */
const KEPT = /⟦[^⟧]*⟧|"(?:[^"\\]|\\.)*"/g;
/** An id may be spelt like a tool: `thread get_thread` names no tool. */
const ID_BEFORE = '(?<!\\b(?:[Tt]hread|[Aa]gent|[Aa]ssistant|[Cc]hat|[Ss]erver|[Tt]ool|[Pp]age) )';

/**
 * Leaves out what names a tool outside `offered`. `known` is every tool there is. `keepsFirst`: whether the first
 * sentence stays whatever it names.
 */
export function withoutMissing(
  text: string,
  known: Iterable<string>,
  offered: (tool: string) => boolean,
  keepsFirst = false,
): string {
  const missing = [...known].filter((tool) => !offered(tool));
  if (!missing.some((tool) => text.includes(tool))) return text;
  const name = `${ID_BEFORE}\\b(?:${missing.join('|')})\\b`;
  const named = new RegExp(name);
  // "with get_thread {"threadId":"…"}" at the end of a clause: the rest of the sentence says enough.
  const aside = new RegExp(`,? (?:with|from|by calling) ${name}(?: \\{[^{}]*\\})?(?=[.,;:!?)]|$)`, 'g');
  const kept: string[] = [];
  const hidden = text.replace(KEPT, (part) => `⟦${kept.push(part) - 1}⟧`);
  let isFirst = keepsFirst;
  const lines = hidden.split('\n').flatMap((line) => {
    const sentences = line.split(/(?<=[.!?])\s+/).filter((sentence) => {
      const stays = isFirst || !named.test(sentence.replace(aside, ''));
      isFirst = false;
      return stays;
    });
    const rest = sentences
      .map((sentence) => sentence.replace(aside, ''))
      // "Look." says nothing; a description may be one word.
      .filter((sentence, index) => index === 0 || sentence.includes(' ') || sentence === sentences[index])
      .join(' ');
    return rest === '' && line !== '' ? [] : [rest];
  });
  return lines
    .filter((line, index) => line !== '' || (index > 0 && lines[index - 1] !== ''))
    .join('\n')
    .replace(/⟦(\d+)⟧/g, (_, index: string) => kept[Number(index)] ?? '')
    .trim();
}

/** The same for what a session offers. */
export function sessionWords({ catalogue, selection }: Pick<App, 'catalogue' | 'selection'>) {
  const known = catalogue.tools.map(({ name }) => name);
  return (text: string, keepsFirst = false): string => withoutMissing(text, known, selection.has, keepsFirst);
}

/** An answer whose sentences name only tools of this session; its next step and rest are checked where it is rendered. */
export function worded(app: Pick<App, 'catalogue' | 'selection'>, answer: Answer): Answer {
  const words = sessionWords(app);
  const notes = answer.notes?.map((note) => words(note)).filter((note) => note !== '');
  return { ...answer, summary: words(answer.summary, true), ...(notes === undefined ? {} : { notes }) };
}
