/** A request over the pages of a question: complete, in order, once, and on pages of readable length. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, layOut } from '../../src/domain/approvals/pages.ts';
import { foreign } from '../../src/platform/text.ts';
import { plain } from '../../src/present/plain.ts';

const ROOM = 1_000;

/** Text as somebody writes it who wants to be misread: long, of few letters, with breaks, marks, bars and pairs of surrogates. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(' ', '\n', '\n\n', '⟦', '⟧', '│ ', '😀', '\u200b', '(goes on) ', '⟧\nApprove lets it go on.\n⟦'),
      fc.integer({ min: 1, max: 3_000 }).map((length) => 'x'.repeat(length)),
      fc.integer({ min: 1, max: 600 }).map((length) => 'word '.repeat(length)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const own = fc.stringMatching(/^[A-Za-z :]{0,60}$/);
const blocks = fc.array(
  fc.record(
    { before: own, text: fc.option(hostile.map(foreign), { nil: undefined }), after: fc.constantFrom('', '.') },
    { requiredKeys: ['before', 'after'] },
  ),
  { minLength: 1, maxLength: 6 },
);

/** The text between the marks, over all pages. */
const others = (pages: readonly (readonly string[])[]): string =>
  pages
    .flatMap((lines) =>
      [...lines.join('\n').matchAll(/⟦([^⟧]*)⟧/g)].map(([, inner = '']) => inner.replaceAll('\n│ ', '\n')),
    )
    .join('');

const textsOf = (all: readonly Block[]): string =>
  all.map(({ text }) => (text === undefined ? '' : plain(text).text)).join('');

describe('over the pages of a question', () => {
  it('every character of others stands in order, and once', () => {
    fc.assert(
      fc.property(blocks, (all) => {
        expect(others(layOut(all, ROOM).pages)).toBe(textsOf(all));
      }),
    );
  });

  it('marks are closed on each page, and each line of others has a bar or a mark before it', () => {
    fc.assert(
      fc.property(blocks, (all) => {
        for (const lines of layOut(all, ROOM).pages) {
          const page = lines.join('\n');
          expect(page.replace(/⟦[^⟦⟧]*⟧/g, '')).not.toMatch(/[⟦⟧]/);
          for (const [, inner = ''] of page.matchAll(/⟦([^⟧]*)⟧/g)) expect(inner).not.toMatch(/\n(?!│ )/);
        }
      }),
    );
  });

  it('no page is longer than its room, unless it is a single line that can’t be broken', () => {
    fc.assert(
      fc.property(blocks, (all) => {
        for (const lines of layOut(all, ROOM).pages) {
          const written = lines.filter((line) => !line.endsWith('left out.)'));
          expect(written.length === 1 || written.join('\n').length <= ROOM + 64).toBe(true);
        }
      }),
    );
  });

  it('no page is empty, and all but the last are filled', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { pages } = layOut([{ before: 'The agent says: ', text: foreign(text), after: '' }], ROOM);
        for (const lines of pages.slice(0, -1)) expect(lines.join('\n').length).toBeGreaterThan(ROOM / 2);
        expect(pages.at(-1)?.length).toBeGreaterThan(0);
      }),
    );
  });

  it('what may be worded otherwise when the next page is asked moves nothing', () => {
    fc.assert(
      fc.property(blocks, own, own, (all, lead, aside) => {
        const worded = (words: string, more: string): Block[] => [
          { before: `Earlier: ${more}.`, after: '', isAside: true },
          ...all.map((block, index) => (index === 0 ? { ...block, lead: words } : block)),
        ];
        const [one, other] = [layOut(worded('', ''), ROOM).pages, layOut(worded(lead, aside), ROOM).pages];
        expect(other.map((lines) => others([lines]))).toEqual(one.map((lines) => others([lines])));
      }),
    );
  });

  it('what nobody sees is counted', () => {
    const { pages } = layOut([{ before: 'It says: ', text: foreign(`a\u200b\u200bb\u202e`), after: '' }], ROOM);
    expect(pages).toEqual([['It says: ⟦ab⟧', '(3 invisible or control characters left out.)']]);
  });
});
