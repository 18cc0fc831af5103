/** Requests and threads that are written to be slow take time by their length, not by its square. */
import { describe, expect, it } from 'vitest';
import { briefFor } from '../../bench/brief/score.ts';
import { AgentHistory } from '../../src/domain/approvals/brief/history.ts';
import { readLeaves } from '../../src/domain/approvals/brief/input.ts';
import { lookAlikeFacts } from '../../src/domain/approvals/brief/look-alike.ts';
import { unusualFacts } from '../../src/domain/approvals/brief/unusual.ts';
import { sectionsOf } from '../../src/domain/docs/sections.ts';
import { becameOf } from '../../src/domain/threads/became.ts';
import { callsInText } from '../../src/domain/threads/calls-in-text.ts';
import { refuseInvisible } from '../../src/mcp/contract/invisible.ts';
import { foreign } from '../../src/platform/text.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { threadFrom } from '../support/requests.ts';

type Args = Readonly<Record<string, unknown>>;

const call = (id: string, name: string, args: Args) => ({ id, function: { name, arguments: JSON.stringify(args) } });
const said = (role: string, content: string, more: object = {}) => ({ role, content, ...more });

const threadOf = (id: string, messages: readonly object[]) => threadFrom({ id, status: 'COMPLETED', messages });

describe('a brief', () => {
  const msFor = (messages: readonly ReturnType<typeof said>[], args: Args, says = ''): number =>
    cpuMs(
      () =>
        void briefFor({ title: '', messages: [...messages], says, calls: [{ name: 'act', args }], holds: 'nothing' }),
    );

  it('takes little time for 1,000 values', () => {
    const lines = Array.from({ length: 166 }, (_, n) => ({
      article: `A-${10_000 + n}`,
      name: `Part ${n}`,
      quantity: 1 + (n % 9),
      price: 10 + n * 1.35,
      due: `2026-0${1 + (n % 9)}-14`,
      ok: true,
    }));
    const found = Array.from({ length: 100 }, (_, n) =>
      said('tool', JSON.stringify(lines.slice(n, n + 5)), { name: 'lookup' }),
    );
    expect(msFor([said('user', 'Order them.'), ...found], { lines, total: 29_340 })).toBeLessThan(6_000);
  });

  it('takes little time for 500 names that share a word, however often a text has it', () => {
    const names = Array.from({ length: 500 }, (_, n) => `Liam Walsl${n}`);
    expect(msFor([said('user', 'Liam Walsh, '.repeat(50_000))], { names })).toBeLessThan(2_000);
  });

  it('takes little time for 20 calls of 1,000 values after 500 messages', () => {
    const messages = Array.from({ length: 500 }, () => said('user', 'hi'));
    const calls = Array.from({ length: 20 }, (_, c) => ({
      name: 'act',
      args: { all: Array.from({ length: 1_000 }, (__, n) => `n${c}-${n}`) },
    }));
    expect(cpuMs(() => void briefFor({ title: '', messages, says: '', calls, holds: 'nothing' }))).toBeLessThan(8_000);
  });

  it('takes little time for a value of megabytes, which is not compared', () => {
    expect(msFor([said('user', 'Send it.')], { report: 'word 12 '.repeat(400_000) })).toBeLessThan(1_000);
  });

  it.each([
    ['days', (n: number) => ({ of: new Date(Date.UTC(2026, 0, n)).toISOString().slice(0, 10) }), 'in 3 days, 2 weeks '],
    ['amounts', (n: number) => ({ amount: n + 0.5 }), '17.70 EUR, 8.25 EUR and '],
    ['lengths of time', (n: number) => ({ keep: `${n + 2} days` }), '17 days, 4 days, 3 hours '],
  ])('takes time in proportion to the length of a request full of %s', (_what, row, one) => {
    const all = Array.from({ length: 1_000 }, (_, n) => row(n));
    const words = one.repeat(60_000 / one.length);
    const messages = [said('user', words), said('tool', words, { name: 'lookup' })];
    expect(msFor(messages, { all, currency: 'EUR' }, words)).toBeLessThan(8_000);
  });
});

it('the history of a thread full of calls in text is read in time', () => {
  const thread = threadOf(
    't',
    Array.from({ length: 20_000 }, (_, n) =>
      n < 10_000 ? said('assistant', `I call act_x with {"a":${n}}`) : said('user', 'x'),
    ),
  );
  expect(cpuMs(() => void new AgentHistory([thread]))).toBeLessThan(2_000);
});

describe('a history full of values', () => {
  it.each<[string, (n: number) => [string, unknown]]>([
    ['amounts', (n) => [n % 2 === 0 ? `amount${n}` : `currency${n}`, n % 2 === 0 ? n : 'EUR']],
    ['names', (n) => [`payee${n}`, `Acme${'\u200b'.repeat(n % 30)}`]],
  ])('of %s is compared in time', (_what, entry) => {
    const args = Object.fromEntries(Array.from({ length: 199 }, (_, n) => entry(n)));
    const history = new AgentHistory(
      Array.from({ length: 100 }, (_, n) => {
        const tool_calls = Array.from({ length: 10 }, (_, c) => call(`c${c}`, 'pay', { ...args, c: n * 10 + c }));
        return threadOf(`t${n}`, [said('assistant', '', { tool_calls })]);
      }),
    );
    const [name, argumentsText] = [foreign('pay'), foreign(JSON.stringify(args))];
    const asked = {
      threadId: 'now',
      calls: Array.from({ length: 20 }, () => ({
        ...{ name, argumentsText, leaves: readLeaves(args).leaves },
        before: 1,
      })),
    };
    // A minute where each of 4,000 values is compared with each of 200,000.
    expect(cpuMs(() => void unusualFacts(asked, history))).toBeLessThan(4_000);
    expect(cpuMs(() => void lookAlikeFacts(asked, history))).toBeLessThan(4_000);
  });
});

describe('what became of decisions', () => {
  it('is found in less than quadratic time among thousands of calls and results', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => [
      said('assistant', '', { tool_calls: [call(`m${n}`, 'create_refund', { order: '10482', amount: 64.5 })] }),
      said('tool', 'OK', { name: 'none' }),
    ]);
    const notes = Array.from({ length: 500 }, () => said('system', 'Approval decision: APPROVED.'));
    const thread = threadOf('thread-1', [said('user', 'Go.'), ...many.flat(), ...notes]);
    expect(cpuMs(() => void becameOf(thread))).toBeLessThan(4_000);
  });

  it.each([
    ['of other values', (n: number) => ({ to: `A-${10_000 + n}` })],
    ['all alike', () => ({ to: 'A-1' })],
  ])('is found soon where one decision was about 2,000 calls, %s', (_what, args) => {
    const calls = Array.from({ length: 2_000 }, (_, n) => call(`c${n}`, 'pay', args(n)));
    const thread = threadOf('thread-1', [
      said('user', 'Go.'),
      said('assistant', 'I pay.', { tool_calls: calls }),
      said('system', 'Approval decision: APPROVED.'),
      ...calls.map(({ id }) => said('tool', '{"ok":true}', { tool_call_id: id })),
    ]);
    expect(cpuMs(() => void becameOf(thread))).toBeLessThan(3_000);
  });
});

it('calls in a text are found in time in proportion to its length, however long its words are', () => {
  const text = `${'a'.repeat(60)}${'{'.repeat(60)}`.repeat(800);
  expect(cpuMs(() => void callsInText(text))).toBeLessThan(300);
});

it.each([
  ['a text', { message: '\u200b'.repeat(330_000) }],
  ['a name', { metadata: { ['a\u200d'.repeat(240_000)]: 1 } }],
])('%s of a megabyte of invisible characters is refused without counting them', (_what, args) => {
  expect(cpuMs(() => expect(() => refuseInvisible(args)).toThrow('and more'))).toBeLessThan(100);
});

it.each([
  ['never closed', '<h1>x'.repeat(200_000)],
  ['made of spaces', `# ${' '.repeat(1_000_000)}#\n`.repeat(3)],
])('the sections of a page whose headings are %s take time in proportion to its length', (_what, page) => {
  expect(cpuMs(() => void sectionsOf(foreign(page)))).toBeLessThan(5_000);
});
