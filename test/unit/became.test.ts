/** What became of decisions: drift that is planted in made-up threads is found, and none where there is none. */
import { describe, expect, it } from 'vitest';
import { becameOf } from '../../src/domain/threads/became.ts';
import { threadFrom } from '../support/requests.ts';

type Args = Readonly<Record<string, unknown>>;
interface Call {
  readonly name: string;
  readonly args: Args;
}
type Entry = Readonly<Record<string, unknown>>;

const user = (content: string): Entry => ({ role: 'user', content });
const agent = (content: string, ...calls: readonly (Call & { id?: string })[]): Entry => ({
  ...{ role: 'assistant', content },
  ...(calls.length === 0
    ? {}
    : { tool_calls: calls.map(({ id, name, args }) => ({ id, function: { name, arguments: JSON.stringify(args) } })) }),
});
const tool = (content: unknown, beside: Entry = {}): Entry => ({
  ...{ role: 'tool', content: typeof content === 'string' ? content : JSON.stringify(content) },
  ...beside,
});
const note = (word: string): Entry => ({ role: 'system', content: `Approval decision: ${word}.` });

function became(messages: readonly Entry[], status = 'COMPLETED'): string | undefined {
  const found = becameOf(threadFrom({ id: 'thread-1', status, messages }));
  return found && `${found.outcome}${found.why === undefined ? '' : `: ${found.why}`}`;
}

/** How platforms show a call that was approved, and that it ran. `ran` are the calls that ran, and their results. */
type Ran = readonly (Call & { result?: unknown })[];
type Shape = (call: Call, ran: Ran) => Entry[];
const resultOf = ({ args, result }: Ran[number]): unknown =>
  result ?? { ...args, status: 'accepted', refundId: 'RF-1' };
const LOOKUP = { name: 'lookup_order', args: { order: '10482' } };
const lookedUp = [agent('', { ...LOOKUP, id: 'l1' }), tool({ order: '10482', total: 900 }, { tool_call_id: 'l1' })];

const isAsked = ({ args, name }: Call, other: Call): boolean =>
  name === other.name && JSON.stringify(args) === JSON.stringify(other.args);

/** The first run of the very call has its id; any other is a call of its own. */
function withIds(call: Call, ran: Ran, asked: string): Entry[] {
  let isOpen = true;
  return ran.flatMap((one, n) => {
    if (isOpen && isAsked(one, call)) {
      isOpen = false;
      return [tool(resultOf(one), { tool_call_id: asked })];
    }
    return [agent('', { ...one, id: `r${n}` }), tool(resultOf(one), { tool_call_id: `r${n}` })];
  });
}

const SHAPES: Readonly<Record<string, Shape>> = {
  'calls with ids': (call, ran) => [
    ...[user('Do it.'), ...lookedUp, agent('May I?', { ...call, id: 'c1' }), note('APPROVED')],
    ...withIds(call, ran, 'c1'),
    agent('Done.'),
  ],
  'a gate that answers': (call, ran) => [
    ...[user('Do it.'), ...lookedUp, agent('May I?', { ...call, id: 'c1' })],
    ...[tool('This call requires approval.', { tool_call_id: 'c1' }), note('APPROVED')],
    ...withIds(call, ran, 'c1'),
    agent('Done.'),
  ],
  'a call that is made again once approved': (call, ran) => [
    ...[user('Do it.'), ...lookedUp, agent('May I?', { ...call, id: 'c1' }), note('APPROVED')],
    ...ran.flatMap((one, n) => [
      agent('', { ...one, args: { ...one.args, note: null }, id: `r${n}` }),
      tool(resultOf(one), { tool_call_id: `r${n}` }),
    ]),
    agent('Done.'),
  ],
  'calls without ids': (call, ran) => [
    ...[user('Do it.'), agent('', LOOKUP), tool({ total: 900 }), agent('May I?', call), note('APPROVED')],
    ...ran.flatMap((one, n) => [
      ...(n === 0 && isAsked(one, call) ? [] : [agent('', one)]),
      tool(resultOf(one), { name: one.name }),
    ]),
    agent('Done.'),
  ],
  'calls in text': (call, ran) => [
    ...[
      user('Do it.'),
      agent('I use lookup_order.'),
      tool({ total: 900 }, { name: 'lookup_order', tool_call_id: 'x1' }),
    ],
    ...[agent(`I would now call ${call.name} with ${JSON.stringify(call.args)}. Shall I?`), note('APPROVED')],
    ...ran.map((one, n) => tool(resultOf(one), { name: one.name, tool_call_id: `x${n + 2}` })),
    agent('Done.'),
  ],
};
const shapes = Object.entries(SHAPES);

const CALLS: readonly Call[] = [
  { name: 'create_refund', args: { order: '10482', amount: 64, currency: 'EUR', reason: 'torn' } },
  { name: 'pay', args: { payee: 'Acme GmbH', amount: '1200.50', currency: 'GBP' } },
  { name: 'deploy_release', args: { service: 'storefront', version: '4.11.3', trafficPercent: 100, isDry: false } },
  { name: 'send_mail', args: { to: ['ann@acme.example', 'bob@acme.example'], subject: 'Hello', body: 'Hi' } },
];

/** The same call with another value of this argument. */
const other = (call: Call, key: string, value: unknown): Call => ({ ...call, args: { ...call.args, [key]: value } });
const [REFUND, PAY] = CALLS as [Call, Call];

describe.each(shapes)('on a platform with %s', (what, shape) => {
  it.each([
    ['another amount', REFUND, other(REFUND, 'amount', 640), 'amount 640 instead of 64'],
    ['another payee', PAY, other(PAY, 'payee', 'Acne Ltd'), 'payee ⟦Acne Ltd⟧ instead of ⟦Acme GmbH⟧'],
  ])('%s is found', (_what, call, run, why) => {
    expect(became(shape(call, [run]))).toBe(`done with other arguments: ${why}`);
  });

  it('a call that was not made is found', () => {
    expect(became(shape(REFUND, []))).toBe('not done: create_refund');
    expect(became(shape(REFUND, [LOOKUP]))).toBe('not done: create_refund');
  });

  it('a call that was made twice is found', () => {
    expect(became(shape(REFUND, [REFUND, REFUND]))).toBe('done more than once: create_refund 2 times');
  });

  it.each([
    [{ error: { message: 'No such order' } }, '⟦No such order⟧'],
    [{ success: false, message: 'No such order' }, '⟦No such order⟧'],
    ['Error: no such order', '⟦Error: no such order⟧'],
    [{ status: 'failed', error: 'No such order', order: '10482' }, '⟦No such order⟧'],
  ])('a call that failed is found: %j', (result, why) => {
    expect(became(shape(REFUND, [{ ...REFUND, result }]), 'FAILED')).toBe(`failed: ${why}`);
  });

  it('a call that failed and was repeated counts as done', () => {
    const failed = { ...REFUND, result: { error: 'Timeout' } };
    expect(became(shape(REFUND, [failed, REFUND]))).toBe('done as approved');
  });

  it('a call that was done, and then with another amount, is found', () => {
    const runs = [REFUND, other(REFUND, 'amount', 900)];
    const found = what === 'calls in text' ? 'done with other arguments' : 'done more than once';
    expect(became(shape(REFUND, runs))).toContain(found);
  });

  it.each(CALLS)('a call that was done as approved is not called a deviation: $name', (call) => {
    expect(became(shape(call, [call]))).toBe('done as approved');
  });
});

describe('two hundred decided threads', () => {
  /** Numbers below `n`, the same in every run. */
  let seed = 7;
  const below = (n: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * n);
  };
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const RESULTS: readonly ((args: Args) => unknown)[] = [
    () => 'OK',
    () => '',
    (args) => args,
    (args) => ({ success: true, data: { ...args, id: 'x-1', error: null } }),
    (args) => ({
      ...args,
      amount: typeof args.amount === 'number' ? `${args.amount}.00` : args.amount,
      status: 'queued',
    }),
    () => [{ id: 1 }, { id: 2 }],
    () => 'No errors. 3 errors were repaired before.',
    () => ({ message: 'The last approval failed; this one is done.' }),
    () => 'Approved (auth 00123)',
    () => 'Ticket 7 was created, awaiting review.',
    () => ({ status: 'accepted', note: 'pending review by the bank' }),
    (args) => ({ ...args, transactionId: 'T-1', discount: 3, count: 2, errors: [], requires_approval: false }),
  ];
  const after = (): Entry[] =>
    pick([
      [],
      [user('Thank you.'), agent('You are welcome.')],
      [
        user('And look at it again.'),
        agent('', { ...LOOKUP, id: 'l2' }),
        tool({ total: 1 }, { tool_call_id: 'l2' }),
        agent('Done.'),
      ],
    ]);

  it('show no deviation where there is none', () => {
    for (let n = 0; n < 200; n++) {
      const [what, shape] = pick(shapes);
      const call = pick(CALLS);
      const result = pick(RESULTS)(call.args);
      const between = what.startsWith('calls with ids') && below(2) === 0 ? [LOOKUP] : [];
      const messages = [...shape(call, [...between, { ...call, result }]), ...after()];
      expect({ n, what, result, became: became(messages) }).toMatchObject({ n, became: 'done as approved' });
    }
  });
});

describe('what the platform sends decides what can be reported:', () => {
  const asks = agent('May I?', { ...REFUND, id: 'c1' });
  it.each<[string, Entry[], string | undefined, string?]>([
    ['no decision', [user('Go.'), asks, tool('{}', { tool_call_id: 'c1' })], undefined],
    [
      'no call',
      [user('Go.'), agent('May I?'), note('APPROVED'), agent('Done.')],
      "can't be seen: the platform sends no call for it",
    ],
    [
      "no tools' results",
      [user('Go.'), asks, note('APPROVED'), agent('Done.')],
      "can't be seen: the platform sends no tools' results",
    ],
    [
      'a thread that still works',
      [user('Go.'), ...lookedUp, asks, note('APPROVED')],
      'approved, not ended yet: it is RUNNING',
      'RUNNING',
    ],
    [
      'a decision for later',
      [user('Go.'), ...lookedUp, asks, note('APPROVED')],
      "can't be seen: nothing followed",
      'AWAITING_APPROVAL',
    ],
    ['only a status', [user('Go.'), asks], 'rejected, ended', 'APPROVAL_REJECTED'],
  ])('%s', (_what, messages, expected, status) => {
    expect(became(messages, status)).toBe(expected);
  });
});

describe('what an agent did after a rejection is named:', () => {
  const rejected = [user('Go.'), ...lookedUp, agent('May I?', { ...REFUND, id: 'c1' }), note('REJECTED. Comment: no')];
  it.each<[string, Entry[], string, string?]>([
    ['it ended', [agent('I stopped.')], 'rejected, ended', 'FAILED'],
    [
      'it ended, and says what it did not do',
      [agent('I did not call create_refund with {"amount":64}.')],
      'rejected, ended',
    ],
    [
      'the call got an answer that says so',
      [tool('Rejected by the user.', { tool_call_id: 'c1' }), agent('I stopped.')],
      'rejected, ended',
    ],
    [
      'the call was made',
      [tool({ refundId: 'RF-1' }, { tool_call_id: 'c1' })],
      'went on after the rejection: create_refund was called',
    ],
    ['it looked something up', lookedUp, 'went on after the rejection: lookup_order was called'],
    [
      'it asked anew',
      [agent('And this?', { ...PAY, id: 'c2' })],
      'went on after the rejection: it asked for pay',
      'AWAITING_APPROVAL',
    ],
    ['it runs', [], 'went on after the rejection: it is RUNNING', 'RUNNING'],
  ])('%s', (_what, messages, expected, status) => {
    expect(became([...rejected, ...messages], status)).toBe(expected);
  });
});

describe('many calls or decisions in a thread:', () => {
  it('the calls of one request are reported by what went wrong', () => {
    const both = [agent('Both?', { ...REFUND, id: 'c1' }, { ...PAY, id: 'c2' }), note('APPROVED')];
    const done = tool('OK', { tool_call_id: 'c1' });
    expect(became([user('Go.'), ...both, done, tool('OK', { tool_call_id: 'c2' })])).toBe('done as approved');
    expect(became([user('Go.'), ...both, done])).toBe('not done: pay');
    const twice = [agent('Twice?', { ...REFUND, id: 'c1' }, { ...REFUND, id: 'c2' }), note('APPROVED')];
    expect(became([user('Go.'), ...twice, done, tool('OK', { tool_call_id: 'c2' })])).toBe('done as approved');
  });

  it('decisions are reported by what went wrong, and each by what followed it', () => {
    const one = [agent('May I?', { ...REFUND, id: 'c1' }), note('APPROVED'), tool('OK', { tool_call_id: 'c1' })];
    const two = [agent('And?', { ...REFUND, id: 'c2' }), note('APPROVED'), tool('OK', { tool_call_id: 'c2' })];
    const failed = [...two.slice(0, 2), tool({ error: 'Closed' }, { tool_call_id: 'c2' })];
    expect(became([user('Go.'), ...one, user('Again.'), ...two])).toBe('done as approved');
    expect(became([user('Go.'), ...one, ...failed])).toBe('failed: ⟦Closed⟧');
    expect(became([user('Go.'), ...failed, ...one])).toBe('failed: ⟦Closed⟧');
  });
});

it.each([
  [500, "can't be seen: pay was called with other fields beside its arguments"],
  [5, 'done as approved'],
])('arguments under a name that is not known are compared: %s', (eur, outcome) => {
  const call = (id: string, amount: number) => ({ id, name: 'pay', payload: { eur: amount } });
  const asked = { ...agent('May I?'), tool_calls: [call('c1', 5)] };
  const made = { ...agent(''), tool_calls: [call('c2', eur)] };
  expect(became([user('Do it.'), asked, note('APPROVED'), made, tool('Paid.', { tool_call_id: 'c2' })])).toBe(outcome);
});
