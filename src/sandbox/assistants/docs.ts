/** The documentation assistant: it answers from the guide's sections by the words of the question. */
import { GUIDE } from '../guide.generated.ts';
import type { Question } from './assistant.ts';
import { shorten } from './shorten.ts';

interface Section {
  readonly slug: string;
  readonly title: string;
  readonly heading: string;
  readonly body: string;
}

/** Words that say nothing about the subject. */
const COMMON = new Set(
  'about a an and are can do does for from how i if in is it me my of on or the this to was what when where which who why with you'.split(
    ' ',
  ),
);
const LONGEST_QUOTE = 700;

/** Answers with the section that shares most words with the question, and names the page to read on. */
export function answerDocs({ message, earlier }: Question): string {
  const best = find(message) ?? find(earlier.at(-1) ?? '');
  if (best === undefined) {
    const pages = GUIDE.map(({ slug }) => slug).join(', ');
    return `I found nothing about that in the guide. Its pages are: ${pages}.`;
  }
  return `From “${best.title}”, section “${best.heading}”:\n\n${shorten(best.body, LONGEST_QUOTE)}\n\nMore on the page ${best.slug}.`;
}

function find(question: string): Section | undefined {
  const asked = new Set(stems(question));
  if (asked.size === 0) return undefined;
  const scored = sections().map((section) => {
    const title = stems(`${section.title} ${section.heading}`).filter((word) => asked.has(word)).length;
    const body = new Set(stems(section.body).filter((word) => asked.has(word))).size;
    return { section, score: title * 3 + body };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score > 0 ? best.section : undefined;
}

/** Words and numbers of a text, lower case, without their plural s and verb endings. */
function stems(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  return words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(ing|ed|es|s|al|e)$/, ''));
}

function sections(): Section[] {
  return GUIDE.flatMap(({ slug, title, markdown }) =>
    markdown
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [heading = '', ...lines] = part.split('\n');
        return { slug, title, heading: heading.trim(), body: lines.join('\n').trim() };
      }),
  );
}
