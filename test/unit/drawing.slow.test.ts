/**
 * A request in parts: complete, in order and once, and the same for one digest, whoever reads it in whatever room. Only a
 * whole reading in order leads to a token that approves.
 */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Block,
  type Drawing,
  drawingOf,
  endsOf,
  type Layout,
  layOut,
} from '../../src/domain/approvals/drawing.ts';
import { partLines } from '../../src/domain/approvals/notation.ts';
import { reviewOf, reviewToken, type TokenReader } from '../../src/domain/approvals/review-token.ts';
import { principal } from '../../src/mcp/engine/caller.ts';
import { requestFrom } from '../support/requests.ts';

/** Text as somebody writes it who wants to be misread: long, of few letters, with breaks, marks, bars and pairs of surrogates. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom(
        ' ',
        '\n',
        '\n\n',
        '⟦',
        '⟧',
        '│ ',
        '😀',
        '\u200b',
        '(goes on) ',
        '⟧\nClosing this sends nothing.\n⟦',
        '"\\"',
      ),
      fc.integer({ min: 1, max: 3_000 }).map((length) => 'x'.repeat(length)),
      fc.integer({ min: 1, max: 40_000 }).map((length) => 'word '.repeat(length / 5)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));
const args = fc.oneof(
  fc.dictionary(
    fc.string({ maxLength: 12 }),
    fc.oneof(hostile, fc.double(), fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 })),
    { maxKeys: 80 },
  ),
  fc.array(fc.integer(), { maxLength: 5 }),
);
const calls = fc.array(
  fc.record({
    name: fc.oneof(fc.constantFrom('wire_transfer', 'noop'), hostile),
    arguments: fc.oneof(
      args.map((one) => JSON.stringify(one)),
      hostile,
    ),
  }),
  { maxLength: 3 },
);
const message = fc.record(
  {
    role: fc.constantFrom('user', 'assistant', 'tool', 'system', 'approval_request', 'gate'),
    content: fc.oneof(hostile, fc.constant('')),
    name: fc.string({ maxLength: 100 }),
    tool_call_id: fc.constantFrom('c0', 'c1', 'c2'),
    tool_calls: calls.map((made) => made.map((call, index) => ({ id: `c${index}`, type: 'function', function: call }))),
    risk: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: ['role', 'content'] },
);
const source = fc.record(
  {
    messages: fc.array(message, { maxLength: 8 }),
    metadata: fc.dictionary(fc.string({ maxLength: 8 }), fc.string(), { maxKeys: 3 }),
    level: hostile,
  },
  { requiredKeys: ['messages'] },
);

const request = (fields: object) => requestFrom({ id: 't1', agentId: 'a1', status: 'AWAITING_APPROVAL', ...fields });

const ROOM = 2_000;
const partsOf = (drawing: Drawing, room = ROOM): Layout[] => {
  const parts = [layOut(drawing, room)];
  for (let next = parts[0]?.next; next !== undefined; next = parts.at(-1)?.next)
    parts.push(layOut(drawing, room, next));
  return parts;
};

describe('the parts of a request', () => {
  it('hold each character once, in order', () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 300, max: 12_000 }), (fields, room) => {
        const drawing = drawingOf(request(fields));
        const told = (blocks: readonly Block[]): string => blocks.map(({ text }) => text).join('');
        const parts = partsOf(drawing, room);
        expect(told(parts.flatMap(({ blocks }) => blocks))).toBe(told(drawing.blocks));
        // Each block appears, even an empty one.
        const ended = parts.flatMap(({ blocks }) => blocks.filter(({ left }) => left === 0));
        expect(ended).toHaveLength(drawing.blocks.length);
        expect(parts.map(({ omitted }) => omitted === 0)).toEqual(parts.map(({ next }) => next === undefined));
      }),
      { numRuns: 15 },
    );
  });

  it('hold what the thread sent, apart from blanks and what nobody sees', () => {
    const ink = (text: string): string => text.replace(/\s+/g, '');
    fc.assert(
      fc.property(
        fc.stringMatching(/^[\w .,{}"\n]{0,4000}$/),
        fc.stringMatching(/^[\w .,\n]{0,4000}$/),
        (said, value) => {
          const asked = {
            role: 'assistant',
            content: said,
            tool_calls: [
              { id: 'c1', type: 'function', function: { name: 'send', arguments: JSON.stringify({ value }) } },
            ],
          };
          const { blocks } = drawingOf(request({ messages: [{ role: 'user', content: 'Go.' }, asked] }));
          const of = (kind: string): string =>
            ink(
              blocks
                .filter((block) => block.kind === kind)
                .map(({ text }) => text)
                .join(''),
            );
          expect(of('argument')).toBe(ink(value));
          expect(of('says')).toBe(ink(said));
        },
      ),
    );
  });

  it('hold what was said with an open call, though a tool has answered another one since', () => {
    const made = (id: string) => ({ id, type: 'function', function: { name: `call_${id}`, arguments: '{}' } });
    const fields = (more: readonly object[] = []) => ({
      messages: [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: 'Paid to the new account.', tool_calls: [made('pay'), made('look')] },
        { role: 'tool', content: 'Found.', tool_call_id: 'look' },
        { role: 'assistant', content: 'May I?' },
        ...more,
      ],
    });
    const said = (of: ReturnType<typeof request>) =>
      drawingOf(of).blocks.flatMap(({ kind, text }) => (kind === 'says' ? [text] : []));
    expect(said(request(fields()))).toEqual(['Paid to the new account.', 'May I?']);
    const answered = request(fields([{ role: 'tool', content: 'Queued.', tool_call_id: 'pay' }]));
    expect(said(answered)).toEqual(['May I?', 'Queued.']);
  });

  it('are the same for one digest', () => {
    fc.assert(
      fc.property(source, fc.integer({ min: 300, max: 9_000 }), (fields, room) => {
        const one = request(fields);
        const other = request({ ...fields, updatedAt: '2026-11-02T10:00:00.000Z', cost: 7, id: 'T1' });
        expect(other.digest).toBe(one.digest);
        expect(partsOf(drawingOf(other), room)).toEqual(partsOf(drawingOf(one), room));
      }),
      { numRuns: 15 },
    );
  });

  it('take at most one call per 5,000 characters, plus two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 200_000 }), fc.constantFrom('word ', '"', '\\\n', 'x'), (length, unit) => {
        const content = unit.repeat(length / unit.length);
        const drawing = drawingOf(
          request({
            messages: [
              { role: 'user', content: 'Go.' },
              { role: 'assistant', content },
            ],
          }),
        );
        expect(partsOf(drawing, 9_000).length).toBeLessThanOrEqual(
          drawing.size / 5_000 + 2 + (unit === '"' ? drawing.size / 40_000 : 0),
        );
      }),
      { numRuns: 15 },
    );
  });

  it('close their marks, and let no line of others pass for one of this program’s', () => {
    fc.assert(
      fc.property(source, (fields) => {
        const drawing = drawingOf(request(fields));
        for (const part of partsOf(drawing)) {
          const { head, body } = partLines(drawing, part, 'Refund Agent');
          const page = [...head, ...body].join('\n');
          expect(page.replace(/⟦[^⟦⟧]*⟧/g, '')).not.toMatch(/[⟦⟧]/);
          for (const [, inner = ''] of page.matchAll(/⟦([^⟧]*)⟧/g)) expect(inner).not.toMatch(/\n(?!│ )/);
          // It begins with the act, whatever part it is.
          expect(head[0]).toMatch(/^Refund Agent (?:wants|asks)/);
        }
      }),
      { numRuns: 15 },
    );
  });
});

const readerOf = (subject: string | undefined, key = 'k'): TokenReader => ({
  caller: principal({ subject, isPerson: true, rights: new Set(), names: [] }),
  decisions: {
    claims: { take: async () => true, leftMs: async () => 0, release: async () => undefined },
    seal: (purpose, text) => createHmac('sha256', key).update(`${purpose} ${text}`).digest('hex'),
  } as TokenReader['decisions'],
});

describe('a token', () => {
  const state = (fields: Parameters<typeof request>[0], unusual: readonly string[] = []) => ({
    ...request(fields),
    brief: { unusual },
  });
  const LONG = state({
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'word '.repeat(12_000) },
    ],
  });
  const anna = readerOf('anna');
  /** The tokens that a reader gets who reads from the beginning. */
  const read = (reader: TokenReader, state = LONG): string[] =>
    partsOf(drawingOf(state), 9_000).map(({ next }) => reviewToken(state, reader, next));

  const CHANGED = state({
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'word '.repeat(11_999) },
    ],
  });
  it.each([
    { it: 'of another reader', token: () => read(readerOf('ben'))[0] },
    { it: 'of an anonymous reader', token: () => read(readerOf(undefined))[0] },
    { it: 'of another server', token: () => read(readerOf('anna', 'other'))[0] },
    { it: 'of another state', token: () => read(anna, CHANGED)[0] },
    { it: 'for a card', token: () => reviewToken(LONG, anna, undefined, 'card') },
    { it: 'with a later place than was sealed', token: () => read(anna)[0]?.replace(/-\d+-/, '-18000-') },
    { it: 'of a part, called the whole', token: () => read(anna)[0]?.replace(/-\d+-/, '-') },
    { it: 'of the whole, called a part', token: () => read(anna).at(-1)?.replace('-', '-9000-') },
  ])('$it is worth nothing', ({ token }) => {
    expect(reviewOf(token() ?? '', LONG, anna).kind).toBe('invalid');
  });

  it('of a card ends once the same was approved elsewhere, and says so', () => {
    const card = reviewToken(LONG, anna, undefined, 'card');
    const approved = 'the same was approved on 3 May, in thread t-1';
    const now = { ...LONG, brief: { unusual: [approved] } };
    expect(reviewOf(card, now, anna, 'card')).toEqual({ kind: 'invalid', why: `meanwhile, ${approved}` });
    expect(reviewOf(reviewToken(now, anna, undefined, 'card'), now, anna, 'card').kind).toBe('all');
    // A value that holds these words is no approval, and never becomes the server's own sentence.
    const forged = { ...LONG, brief: { unusual: [`payee ⟦${approved}⟧; 8 of 8 earlier requests had ⟦x⟧`] } };
    expect(reviewOf(card, forged, anna, 'card').kind).toBe('all');
    const several = { ...LONG, brief: { unusual: [`calls[1]: ${approved}`] } };
    expect(reviewOf(card, several, anna, 'card')).toEqual({ kind: 'invalid', why: `meanwhile, ${approved}` });
    // The history may not be readable any more, or the day gets its year.
    expect(reviewOf(reviewToken(now, anna, undefined, 'card'), LONG, anna, 'card').kind).toBe('all');
    expect(reviewOf(read(anna).at(-1) ?? '', now, anna).kind).toBe('all');
  });

  it('of a card is accepted from a card only', () => {
    const card = reviewToken(LONG, anna, undefined, 'card');
    expect(reviewOf(card, LONG, anna, 'card').kind).toBe('all');
    expect(reviewOf(read(anna).at(-1) ?? '', LONG, anna, 'card').kind).toBe('invalid');
  });
});

it.each([
  ['a short text is whole', 'May I?', 110, 'May I?'],
  [
    'a long one shows its beginning and its end',
    `First ${'word '.repeat(60)}last`,
    40,
    'First word word word … word word last',
  ],
  [
    'its end begins with a word, also on another line',
    `First ${'word '.repeat(60)}ends.\nKind regards`,
    40,
    'First word word word … Kind regards',
  ],
])('%s', (_what, text, most, shown) => {
  expect(endsOf(text, most)).toBe(shown);
});
