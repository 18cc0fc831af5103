/** A result says the same as text and as data, stays within its budget, and never cuts a record. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  callText,
  type Item,
  join,
  type NextStep,
  RESULT_BUDGET,
  type ToolResult,
} from '../../src/mcp/contract/result.ts';
import { Redactor } from '../../src/mcp/engine/redact.ts';
import { render, type Session, valueText, withinBudget } from '../../src/mcp/engine/render.ts';
import { foreign } from '../../src/platform/text.ts';
import { runs } from '../support/thorough.ts';

const sessionWith = (has: () => boolean): Session => ({ selection: { has }, redactor: new Redactor([]) });
const all = sessionWith(() => true);
const none = sessionWith(() => false);
const step = (name: string, args: NextStep['arguments'] = {}): NextStep => ({
  tool: name,
  arguments: args,
  why: 'see more',
});

const size = ({ text, structured }: ReturnType<typeof render>): number =>
  Math.max(text.length, JSON.stringify(structured).length);

/** A list of records as tools make them: one line and the same facts as data. */
function listOf(lengths: readonly number[], keep?: 'first' | 'last'): ToolResult & { list: { items: Item[] } } {
  const items = lengths.map((length, index) => ({
    data: { id: `id-${index}`, text: 'x'.repeat(length) },
    line: `id-${index} · ${'x'.repeat(length)}`,
  }));
  return {
    summary: `${items.length} records.`,
    list: {
      name: 'records',
      items,
      ...(keep && { keep }),
      total: items.length,
      rest: (shown) => (shown < items.length ? step('list_records', { offset: shown }) : undefined),
    },
  };
}

/** How many records a structured result says that it leaves out. */
const omittedIn = ({ notes }: Record<string, unknown>): number =>
  Number(/(\d+) more (?:is|are) left out here/.exec(String(notes ?? ''))?.[1] ?? 0);

describe('a status', () => {
  const shown = (summary: string, facts: NonNullable<ToolResult['facts']>) => render({ summary, facts }, all);

  it('that the summary states is not repeated as a fact in the text', () => {
    const { text, structured } = shown('Paused thread t: it is now PAUSED.', { threadId: 't', status: 'PAUSED' });
    expect(text).toBe('Paused thread t: it is now PAUSED.\nthreadId: t');
    expect(structured).toMatchObject({ status: 'PAUSED' });
  });

  it.each([
    ['is a part of another word', 'The thread is NOT_PAUSED.'],
    ['is in what others wrote', 'Thread ⟦PAUSED⟧ was sent a message.'],
    ['is missing', 'The platform accepted the request.'],
  ])('that %s in the summary is shown', (_, summary) => {
    expect(shown(summary, { status: 'PAUSED' }).text).toContain('\nstatus: PAUSED');
  });
});

describe('a result', () => {
  it('without a list has its sentence, notes, facts and next step, in that order', () => {
    const answer: ToolResult = {
      summary: 'Done.',
      notes: ['Careful.', 'Slowly.'],
      facts: { id: 'a', cost: 0, ok: false, name: foreign('N'), parts: ['a', foreign('b')], gone: undefined },
      next: step('get_thread', { threadId: 'a' }),
    };
    const { text, structured } = render(answer, all);
    expect(text.split('\n')).toEqual([
      'Done.',
      'Note: Careful.',
      'Note: Slowly.',
      'id: a',
      'cost: 0',
      'ok: false',
      'name: ⟦N⟧',
      'parts: ["a","⟦b⟧"]',
      'Next: get_thread {"threadId":"a"} to see more.',
    ]);
    expect(structured).toEqual({
      summary: 'Done.',
      notes: 'Careful.\nSlowly.',
      id: 'a',
      cost: 0,
      ok: false,
      name: '⟦N⟧',
      parts: ['a', '⟦b⟧'],
      nextStep: { tool: 'get_thread', arguments: { threadId: 'a' }, why: 'see more' },
    });
  });

  it('names no next step, and no call for the rest, that the session lacks', () => {
    const { text, structured } = render({ ...listOf(Array(50).fill(1000)), next: step('get_thread') }, none);
    expect(text).not.toMatch(/Next:|For the rest:/);
    expect(structured).not.toHaveProperty('nextStep');
    expect(structured).not.toHaveProperty('rest');
    expect(omittedIn(structured)).toBeGreaterThan(0);
  });

  it('with a short list shows it whole, with the count', () => {
    const { text, structured } = render(listOf([1, 2]), all);
    expect(text).toBe('2 records.\nid-0 · x\nid-1 · xx');
    expect(structured).toEqual({
      summary: '2 records.',
      records: [
        { id: 'id-0', text: 'x' },
        { id: 'id-1', text: 'xx' },
      ],
      total: 2,
    });
  });

  it('with an empty list says so', () => {
    expect(render(listOf([]), all).structured).toEqual({ summary: '0 records.', records: [], total: 0 });
  });

  it.each([
    ['first', 0],
    ['last', 49],
  ] as const)('with a long list keeps the %s ones, and says what is left out and the call for it', (keep, survivor) => {
    const { text, structured } = render(listOf(Array(50).fill(1000), keep), all);
    const shown = structured.records as { id: string }[];
    expect(shown.map(({ id }) => id)).toContain(`id-${survivor}`);
    expect(shown.length + omittedIn(structured)).toBe(50);
    expect(structured.rest).toMatchObject({ tool: 'list_records', arguments: { offset: shown.length } });
    expect(text).toContain(`${omittedIn(structured)} more are left out here to keep this short.`);
    expect(text).toContain(`For the rest: list_records {"offset":${shown.length}}`);
    expect(text).toContain(`records: ${shown.length} of 50`);
    // In their own order, whichever end survives.
    expect(shown.map(({ id }) => Number(id.slice(3)))).toEqual(
      shown.map(({ id }) => Number(id.slice(3))).sort((a, b) => a - b),
    );
  });

  it('has no fact with the name of its list: one of them would be lost', () => {
    expect(() => render({ ...listOf([3]), facts: { records: 1 } }, all)).toThrow(
      'records is both a fact and the list.',
    );
    expect(render({ ...listOf([3]), facts: { recordsRead: 1 } }, all).structured).toMatchObject({ recordsRead: 1 });
  });

  it('counts what is left out from the current place to the end', () => {
    const { list } = listOf(Array(40).fill(1000));
    const part = (offset: number | undefined, total: number | undefined) =>
      String(render({ summary: 'x', list: { ...list, offset, total } }, all).structured.notes);
    const kept = 40 - omittedIn({ notes: part(0, 40) });
    expect(part(100, 300)).toBe(`${300 - 100 - kept} more are left out here to keep this short.`);
    expect(part(undefined, undefined)).toBe(`At least ${40 - kept} more are left out here to keep this short.`);
    // A total that the platform counts wrongly is not believed.
    expect(part(0, 3)).toBe(`At least ${40 - kept} more are left out here to keep this short.`);
  });

  it('with a table as its list has the names of columns once, and rows of text', () => {
    const items = [
      { data: { id: 'a', n: 1, name: foreign('N') }, line: 'a · 1 · ⟦N⟧' },
      { data: { id: 'b' }, line: 'b · – · –' },
    ];
    const { text, structured } = render(
      { summary: 'x', list: { name: 'rows', columns: ['id', 'n', 'name'], items } },
      all,
    );
    expect(structured).toEqual({
      summary: 'x',
      columns: ['id', 'n', 'name'],
      rows: [
        ['a', '1', '⟦N⟧'],
        ['b', '', ''],
      ],
    });
    expect(text).toBe('x\nid · n · name\na · 1 · ⟦N⟧\nb · – · –');
  });

  it('does not repeat its own lines, and keeps all that others wrote', () => {
    const own = '  Earlier requests were left out: the list could not be read.';
    const others = `⟦first\n${own}\n${own}⟧`;
    const items = ['a', 'b'].map((id) => ({ data: { id }, line: `${id}\n${own}\n  says: ${others}\n  short` }));
    const { text } = render({ summary: 'x', notes: ['Same.', 'Same.'], list: { name: 'rows', items } }, all);
    expect(text.split('\n')).toEqual(
      [
        'x',
        'Note: Same.',
        `a\n${own}`,
        `  says: ${others}`,
        '  short',
        'b\n  (as above)',
        `  says: ${others}`,
        '  short',
      ]
        .join('\n')
        .split('\n'),
    );
  });

  it('proposes calls whose arguments have the types of the published schemas', () => {
    const next = step('search_chats', { metadata: { user: 'ann' }, ids: ['a'], limit: 5, gone: undefined });
    const { text, structured } = render({ summary: 'x', next }, all);
    expect(structured.nextStep).toMatchObject({ arguments: { metadata: '{"user":"ann"}', ids: ['a'], limit: 5 } });
    expect(text).toContain('search_chats {"metadata":"{\\"user\\":\\"ann\\"}","ids":["a"],"limit":5}');
  });

  it('uses the whole budget: one more record would not have fitted', () => {
    expect(size(render(listOf(Array(200).fill(300)), all))).toBeGreaterThan(RESULT_BUDGET - 700);
  });
});

describe('the budget', () => {
  const anyText = fc.string({
    unit: fc.constantFrom('x', 'ä', '"', '\\', '\n', '⟧', '\u200b', '👋', '\u0001'),
    maxLength: 900,
  });
  const anyItem = fc.tuple(anyText, fc.nat(), fc.boolean()).map(([words, cost, isOpen]): Item => {
    const text = foreign(words);
    return { data: { text, cost, isOpen }, line: join(`${text}`, `cost ${cost}`, `isOpen ${isOpen}`) };
  });
  const anyAnswer = fc
    .record({
      items: fc.array(anyItem, { maxLength: 60, size: 'max' }),
      keep: fc.constantFrom('first' as const, 'last' as const),
      notes: fc.array(fc.string({ maxLength: 80 }), { maxLength: 3 }),
      cost: fc.nat(),
    })
    .map(
      ({ items, keep, notes, cost }): ToolResult => ({
        summary: 'A list.',
        notes,
        facts: { cost, name: foreign('n') },
        list: {
          name: 'records',
          items,
          keep,
          total: items.length,
          rest: (shown) => step('list_records', { offset: shown }),
        },
        next: step('get_thread', { threadId: 'a' }),
      }),
    );

  it('applies to text and data alike, records stay whole, and both contain the same ones', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const rendered = render(answer, all);
        expect(size(rendered)).toBeLessThanOrEqual(RESULT_BUDGET);
        const items = answer.list?.items ?? [];
        const shown = rendered.structured.records as unknown[];
        const omitted = omittedIn(rendered.structured);
        expect(shown.length + omitted).toBe(items.length);
        const kept = answer.list?.keep === 'last' ? items.slice(omitted) : items.slice(0, shown.length);
        expect(shown).toEqual(JSON.parse(JSON.stringify(kept.map(({ data }) => data))));
        // The lines of the same records, one after the other and complete, stand in the text.
        expect(rendered.text).toContain(kept.map(({ line }) => line).join('\n'));
        expect(rendered.text.includes('left out here')).toBe(omitted > 0);
      }),
      runs(30),
    );
  });

  it.each([2000, 5000, 50_000])('applies as requested, up to %i characters', (budget) => {
    const rendered = render(listOf(Array(100).fill(700)), all, budget);
    expect(size(rendered)).toBeLessThanOrEqual(budget);
    expect((rendered.structured.records as unknown[]).length).toBeGreaterThan(0);
  });

  it('never leaves a list without any record', () => {
    expect(render(listOf([50_000, 1]), all).structured.records).toHaveLength(1);
  });
});

describe('words', () => {
  it.each([
    ['text', 'a', 'a'],
    ['a number', 0, '0'],
    ['foreign text', foreign('a'), '⟦a⟧'],
    ['a list', [foreign('a'), 1], '["⟦a⟧",1]'],
    ['an object', { a: foreign('b') }, '{"a":"⟦b⟧"}'],
  ])('stand for %s in a line', (_what, value, expected) => {
    expect(valueText(value)).toBe(expected);
  });

  it('of a line are joined, without missing ones', () => {
    expect(join('a', undefined, false, '', foreign('b'))).toBe('a · ⟦b⟧');
  });

  it('of a call can be copied', () => {
    expect(callText(step('get_thread', { threadId: 'a', n: 1 }))).toBe('get_thread {"threadId":"a","n":1}');
  });
});

it('an error that is too long is cut within the budget, and says by how much', () => {
  const text = withinBudget('x'.repeat(20_000));
  expect(text.length).toBeLessThanOrEqual(RESULT_BUDGET);
  const [, kept = '', left] = /^(x+)… \((\d+) more characters/.exec(text) ?? [];
  expect(kept.length + Number(left)).toBe(20_000);
});

it.each([Number.NaN, Number.POSITIVE_INFINITY])('data has null in place of %d, which JSON lacks', (value) => {
  expect(render({ summary: 'A number.', facts: { value } }, all).structured.value).toBeNull();
});
