/**
 * Descriptions, instructions and next steps never name a tool that this session lacks. A sentence that names one is
 * left out whole; the first sentence of a description names none.
 */

/** Keeps the sentences that name no tool outside `offered`. `known` is every tool there is. */
export function withoutMissing(text: string, known: Iterable<string>, offered: (tool: string) => boolean): string {
  const missing = [...known].filter((tool) => !offered(tool));
  if (!missing.some((tool) => text.includes(tool))) return text;
  const named = new RegExp(`\\b(?:${missing.join('|')})\\b`);
  return text
    .split('\n')
    .flatMap((line) => {
      const kept = line
        .split(/(?<=[.!?])\s+/)
        .filter((sentence) => !named.test(sentence))
        .join(' ');
      return kept === '' && line !== '' ? [] : [kept];
    })
    .filter((line, index, lines) => line !== '' || (index > 0 && lines[index - 1] !== ''))
    .join('\n')
    .trim();
}
