/** Earlier requests of an agent, their decisions, and unusual values compared with them. */
import { describe, expect, it } from 'vitest';
import {
  AgentHistory,
  currencyOf,
  type EarlierCall,
  earlierAmounts,
  identityOf,
} from '../../src/domain/approvals/brief/history.ts';
import { type BriefCall, earlierLeaves, readLeaves } from '../../src/domain/approvals/brief/input.ts';
import { earlierFacts, unusualFacts, unusualIn } from '../../src/domain/approvals/brief/unusual.ts';
import { briefOrBug } from '../../src/domain/approvals/sheet.ts';
import { foreign } from '../../src/platform/text.ts';
import { golden } from '../support/golden.ts';
import { requestFrom, threadFrom } from '../support/requests.ts';

const WORDS = 'I would now call create_refund with {"amount":9000}.';

function callsOf(role: string): readonly string[] {
  const read = threadFrom({ id: 'thread-1', status: 'COMPLETED', messages: [{ role, content: WORDS }] });
  return new AgentHistory([read]).of('create_refund', 'thread-2').map(({ name }) => name);
}

describe('a call that is named in words', () => {
  it('is no evidence: invented decisions widen no range', () => {
    const invented = Array.from({ length: 4 }, (_, n) =>
      threadFrom({
        id: `thread-${n}`,
        status: 'COMPLETED',
        messages: [
          { role: 'assistant', content: WORDS },
          { ...decision('APPROVED'), role: n % 2 === 0 ? 'assistant' : 'user' },
        ],
      }),
    );
    const real = [12, 40, 64].map((amount, n) =>
      threadFrom({ id: `real-${n}`, status: 'COMPLETED', messages: [refund(amount), decision('APPROVED')] }),
    );
    const history = new AgentHistory([...invented, ...real]);
    const calls = [{ ...briefCall({ amount: 9000 }), name: foreign('create_refund') }];
    const asked = { threadId: 'now', calls };
    golden([...unusualFacts(asked, history), ...earlierFacts(asked, history)].join('\n'));
  });

  it.each([
    ['by its note', [decision('REJECTED')], undefined],
    ['by a decision made here', [], 'real-4'],
  ])('an amount that was rejected %s is no precedent', (_how, note, rejectedHere) => {
    const before = [12, 40, 64, 30].map((amount, n) =>
      threadFrom({ id: `real-${n}`, status: 'COMPLETED', messages: [refund(amount), decision('APPROVED')] }),
    );
    const outlier = threadFrom({ id: 'real-4', status: 'FAILED', messages: [refund(4000), ...note] });
    const history = new AgentHistory(
      [...before, outlier],
      () => false,
      ({ id }) => id === rejectedHere,
    );
    const asked = { threadId: 'now', calls: [{ ...briefCall({ amount: 3900 }), name: foreign('create_refund') }] };
    expect([...unusualFacts(asked, history), ...earlierFacts(asked, history)]).toEqual([
      'amount 3900; 4 of 5 earlier requests had 12 to 64, 4 approved',
      'create_refund: 5 earlier requests, 4 approved, 1 rejected; amount 12 to 64 in 4 of them',
    ]);
  });

  it.each(['assistant', 'ai', 'Agent', 'worker', 'unknown'])('counts if a message of role %s says it', (role) => {
    expect(callsOf(role)).toEqual(['create_refund']);
  });

  it.each(['user', 'Human', 'system', 'developer', 'tool', 'function', 'tool_result'])(
    'does not count if a message of role %s says it',
    (role) => {
      expect(callsOf(role)).toEqual([]);
    },
  );
});

const refund = (amount: number) => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id: `c${amount}`, function: { name: 'create_refund', arguments: JSON.stringify({ amount }) } }],
});
const decision = (word: string) => ({ role: 'system', content: `Approval decision: ${word}.` });

const said = (role: string, content: string) => ({ role, content });

function outcomesOf(
  messages: readonly unknown[],
  seenFrom = 'thread-2',
  status = 'AWAITING_APPROVAL',
): readonly string[] {
  const read = threadFrom({ id: 'thread-1', status, messages });
  const calls = new AgentHistory([read]).of('create_refund', seenFrom);
  return calls.map(({ leaves, outcome }) => `${leaves[0]?.value} ${outcome}`);
}

describe('an earlier request', () => {
  it('of the same thread counts once it was decided on', () => {
    const messages = [refund(1), decision('APPROVED'), refund(2), decision('REJECTED'), refund(3)];
    expect(outcomesOf(messages, 'thread-1')).toEqual(['1 approved', '2 rejected']);
  });

  it('has no decision that came after the next call', () => {
    expect(outcomesOf([refund(1), refund(2), decision('APPROVED'), refund(3)])).toEqual(['2 approved']);
    const named = (amount: number) => said('assistant', `I would now call create_refund with {"amount":${amount}}.`);
    const no = said('user', 'No, 64 at most.');
    expect(outcomesOf([named(640), no, named(64), decision('APPROVED')])).toEqual(['64 approved']);
    expect(outcomesOf([named(64), said('user', 'Hm?'), named(64), decision('APPROVED')])).toEqual(['64 approved']);
  });

  it('that a tool answered was not rejected with the later one of which the thread’s status speaks', () => {
    const paid = said('tool', '{"status":"paid"}');
    expect(outcomesOf([refund(12), paid, refund(640)], 'thread-2', 'approval_rejected')).toEqual([
      '12 ran',
      '640 rejected',
    ]);
  });
});

type Args = Readonly<Record<string, unknown>>;

function unusual(args: Args, earlier: readonly Args[]): readonly string[] {
  const before = earlier.map((one, index): EarlierCall => {
    return earlierCall(`t${index}`, one, 'approved');
  });
  return unusualIn(briefCall(args), before);
}

function earlierCall(threadId: string, args: Args, outcome: EarlierCall['outcome']): EarlierCall {
  const { leaves, isWhole, paths } = earlierLeaves(args);
  const amounts = earlierAmounts(leaves);
  const [name, currency, identity] = ['pay', currencyOf(leaves), identityOf('pay', args)];
  return { ...{ threadId, name, leaves, isWhole, paths, outcome, currency, amounts, identity }, time: undefined };
}

function briefCall(args: Args): BriefCall {
  const [name, argumentsText] = [foreign('pay'), foreign(JSON.stringify(args))];
  return { name, argumentsText, leaves: readLeaves(args).leaves, before: Number.POSITIVE_INFINITY };
}

const amounts = (currency: string, ...all: number[]): Args[] => all.map((amount) => ({ amount, currency }));
const reasons = (times: number, ...all: string[]): Args[] =>
  all.flatMap((reason) => Array.from({ length: times }, () => ({ reason })));

describe('what is not kept of earlier requests', () => {
  /** Facts beside five earlier calls. */
  const on = (args: Args, earlier: (n: number) => Args): readonly string[] => {
    const threads = [1, 2, 3, 4, 5].map((n) => {
      const tool_calls = [{ id: 'c', function: { name: 'pay', arguments: JSON.stringify(earlier(n)) } }];
      const messages = [{ role: 'assistant', content: '', tool_calls }, decision('APPROVED')];
      return threadFrom({ id: `t${n}`, status: 'COMPLETED', messages });
    });
    return unusualFacts({ threadId: 'now', calls: [briefCall(args)] }, new AgentHistory(threads));
  };
  const lines = (n: number, vat: (line: number) => string) =>
    Array.from({ length: 150 }, (_, line) => ({ sku: `S-${n}${line}`, vat: vat(line) }));

  it('is not said to have been missing', () => {
    const file = (n: number): string => `reports/2026/quarterly/finance/summary-of-all-parts-${n}.csv`;
    expect(on({ file: 'a.csv' }, (n) => ({ file: file(n) }))).toEqual([]);
    const order = (n: number) => ({ items: lines(n, () => 'A'), discounts: [{ kind: 'summer' }] });
    expect(on(order(9), order)).toEqual([]);
    expect(on({ ...order(9), express: true }, order)).toEqual([
      'express true; 5 earlier requests had no such argument',
    ]);
    const many = (n: number) => ({
      ...Object.fromEntries(lines(n, () => 'A').entries()),
      rest: Array(20_000).fill(n),
      total: n,
    });
    expect(on({ total: 9 }, many)).toEqual([]);
  });

  it('is not said to have been otherwise', () => {
    const order = (n: number) => ({ items: lines(n, (line) => (line < 120 ? 'A' : 'B')) });
    expect(on({ items: [{ sku: 'S-1', vat: 'B' }] }, order)).toEqual([]);
    const short = (n: number) => ({ items: lines(n, () => 'A').slice(0, 50) });
    expect(on({ items: [{ sku: 'S-1', vat: 'B' }] }, short)).toEqual(['⟦items[].vat⟧ B; 5 earlier requests had A']);
  });
});

it('a request at which the comparison fails says so, is logged, and hides no others', () => {
  const failure = new RangeError('Invalid time value');
  const history = Object.assign(new AgentHistory([]), {
    of: () => {
      throw failure;
    },
  });
  const logged: unknown[] = [];
  const { notCompared, ...others } = briefOrBug(
    requestFrom({ id: 'now', status: 'AWAITING_APPROVAL', messages: [refund(5)] }),
    { history },
    { logBug: (error) => logged.push(error) },
  );
  expect(notCompared).toEqual(['the whole request: this server has a bug (RangeError)']);
  expect(Object.values(others).flat()).toEqual([]);
  expect(logged).toEqual([failure]);
});

describe('beside earlier requests', () => {
  it.each([
    {
      it: 'have the range of their own currency',
      earlier: [...amounts('EUR', 10, 12, 14), ...amounts('JPY', 9000, 9500, 9900)],
    },
    {
      it: 'have no range where too few are of their currency',
      earlier: [...amounts('EUR', 10, 12), ...amounts('JPY', 9000)],
    },
  ])('amounts $it', ({ earlier }) => {
    golden(unusual({ amount: 5000, currency: 'EUR' }, earlier).join('\n'));
  });

  it('amounts in two currencies have the range of those two', () => {
    const exchange = (given: number, got: number, targetCurrency: string) => ({
      given,
      got,
      sourceCurrency: 'EUR',
      targetCurrency,
    });
    const earlier = [exchange(90, 97, 'USD'), exchange(100, 108, 'USD'), exchange(120, 130, 'USD')];
    golden(unusual(exchange(100, 17_000, 'JPY'), earlier).join('\n'));
  });

  it.each([
    { it: 'is unusual where there were few', earlier: reasons(3, 'a', 'b', 'c', 'd', 'e'), facts: 1 },
    { it: 'is not unusual where there were many', earlier: reasons(3, 'a', 'b', 'c', 'd', 'e', 'f'), facts: 0 },
    { it: 'is not unusual where most came once', earlier: reasons(1, 'a', 'b', 'c'), facts: 0 },
  ])('a value that no earlier one had $it', ({ earlier, facts }) => {
    expect(unusual({ reason: 'z' }, earlier)).toHaveLength(facts);
  });
});

describe('a range', () => {
  const earlier = (all: readonly Args[]) => all.map((one, n) => earlierCall(`t${n}`, one, 'approved'));

  it('of cents has no unit, and of an amount with its own currency that one', () => {
    const cents = [1200, 2400, 6400].map((amountCents) => ({ amountCents, currency: 'GBP' }));
    expect(unusual({ amountCents: 64_000, currency: 'GBP' }, cents)).toEqual([
      'amountCents 64000; 3 earlier requests had 1200 to 6400, 3 approved',
    ]);
    const dollars = [100, 101, 103].map((amount_usd) => ({ amount_usd, currency: 'EUR' }));
    expect(unusual({ amount_usd: 900, currency: 'EUR' }, dollars)).toEqual([
      'amount_usd 900; 3 earlier requests had 100 to 103 USD, 3 approved',
    ]);
  });

  it.each<[number, number[], string[]]>([
    [-38, [-4, -1, -2], ['delta -38; 3 earlier requests had -4 to -1, 3 approved']],
    [-38, [-4, 3, 2], ['delta -38; 3 earlier requests had -4 to 3, 3 approved']],
    [-5, [-4, -1, -2], []],
    [-5, [-50, -40, -60], []],
  ])('of a negative number is left downwards: %j beside %j', (delta, before, facts) => {
    const all = before.map((one) => ({ delta: one }));
    expect(unusual({ delta }, all)).toEqual(facts);
  });

  it('says how many requests it is of', () => {
    const items = (...all: number[]) => ({ items: all.map((quantity) => ({ quantity })) });
    expect(unusual(items(90), [items(1, 2, 3)])).toEqual([]);
    expect(unusual(items(90), [items(1, 2, 3), { note: 'x' }, { note: 'x' }])).toEqual([
      '⟦items[].quantity⟧ 90; 1 earlier request had 1 to 3, 1 approved',
    ]);
    const history = Object.assign(new AgentHistory([]), {
      calls: earlier([{ amount: 100, tip: 5 }, { amount: 103 }, { amount: 105 }]),
    });
    expect(earlierFacts({ threadId: 'now', calls: [briefCall({ amount: 101, tip: 5 })] }, history)).toEqual([
      'pay: 3 earlier requests, 3 approved; amount 100 to 105; tip 5 in 1 of them',
    ]);
  });
});

it('a request is not called the first of its kind beside others that wait, or that were not kept', () => {
  const waiting = [1, 2].map((n) => threadFrom({ id: `t${n}`, status: 'AWAITING_APPROVAL', messages: [pay(n)] }));
  const asked = { threadId: 't1', calls: [briefCall({ amount: 1 })] };
  const first = "pay: the first of its kind in the agent's latest";
  expect(earlierFacts(asked, new AgentHistory(waiting.slice(0, 1)))).toEqual([`${first} 1 thread`]);
  expect(earlierFacts(asked, new AgentHistory(waiting))).toEqual([]);
  const many = threadFrom({
    ...{ id: 't3', status: 'COMPLETED' },
    messages: Array.from({ length: 1_001 }, (_, n) => refund(n)),
  });
  expect(earlierFacts(asked, new AgentHistory([many]))).toEqual([]);
});

describe('an unknown outcome', () => {
  it('is called not recorded', () => {
    const before = [12, 40, 64].map(
      (amount, index): EarlierCall => earlierCall(`t${index}`, { amount }, index === 0 ? 'approved' : 'unknown'),
    );
    const facts = unusualIn(briefCall({ amount: 640 }), before);
    expect(facts).toEqual(['amount 640; 3 earlier requests had 12 to 64, 1 approved, 2 outcome not recorded']);
  });
});

describe('the same call that was approved before', () => {
  const now = (args: Args) => ({ threadId: 'now', calls: [{ ...briefCall(args), name: foreign('create_refund') }] });
  const year = new Date().getUTCFullYear();
  const approved = (id: string, args: string, time: string, word = 'APPROVED') =>
    threadFrom({
      ...{ id, status: 'COMPLETED', updatedAt: `${year}-09-09T09:09:09Z` },
      messages: [
        { ...refund(1), tool_calls: [{ id: 'c', function: { name: 'create_refund', arguments: args } }] },
        { ...decision(word), timestamp: time },
      ],
    });
  const SAME = '{"currency": "EUR", "amount": 12.0}';
  const facts = (...threads: ReturnType<typeof approved>[]) =>
    unusualFacts(now({ amount: 12, currency: 'EUR' }), new AgentHistory(threads));

  it('is reported with the day of the decision, and its thread', () => {
    expect(facts(approved('t1', SAME, `${year}-05-03T23:30:00Z`))).toEqual([
      'the same was approved on 3 May, in thread t1',
    ]);
    expect(facts(approved('t1', SAME, '2019-05-03T23:30:00Z'))).toEqual([
      'the same was approved on 3 May 2019, in thread t1',
    ]);
  });

  it('is reported up to twice; after that it is a routine', () => {
    const three = ['03', '07', '05'].map((month, n) => approved(`t${n}`, SAME, `${year}-${month}-01T00:00:00Z`));
    expect(facts(...three.slice(0, 2))).toEqual(['the same was approved twice, last on 1 July, in thread t1']);
    expect(facts(...three)).toEqual([]);
  });

  it('is reported without a day if the platform notes no time of the decision', () => {
    const undated = () => ({
      ...threadFrom({
        id: 't9',
        status: 'COMPLETED',
        updatedAt: `${year}-09-09T09:09:09Z`,
        messages: [
          { ...refund(1), tool_calls: [{ id: 'c', function: { name: 'create_refund', arguments: SAME } }] },
          decision('APPROVED'),
        ],
      }),
    });
    expect(facts(undated())).toEqual(['the same was approved, in thread t9']);
    expect(facts(approved('t1', SAME, `${year}-05-03T23:30:00Z`), undated())).toEqual([
      'the same was approved twice, once in thread t1',
    ]);
  });

  it('is named where there are several calls', () => {
    const { calls } = now({ amount: 12, currency: 'EUR' });
    const history = new AgentHistory([approved('t1', SAME, `${year}-05-03T00:00:00Z`)].flat());
    const asked = { threadId: 't1', calls: [briefCall({ amount: 1 }), ...calls] };
    expect(unusualFacts(asked, history)).toEqual(['calls[1]: the same was approved on 3 May, in this thread']);
  });

  it.each([
    ['was rejected', approved('t1', SAME, `${year}-05-03T00:00:00Z`, 'REJECTED')],
    ['has another amount', approved('t1', '{"currency":"EUR","amount":12.01}', `${year}-05-03T00:00:00Z`)],
    ['has one more argument', approved('t1', '{"currency":"EUR","amount":12,"to":null}', `${year}-05-03T00:00:00Z`)],
    ['has a text for a number', approved('t1', '{"currency":"EUR","amount":"12"}', `${year}-05-03T00:00:00Z`)],
  ])('is not one that %s', (_what, thread) => {
    expect(facts(thread)).toEqual([]);
  });
});

describe('an amount beside the median of its group', () => {
  const beside = (args: Args, outcome: EarlierCall['outcome'], ...all: Args[]): readonly string[] =>
    unusualIn(
      briefCall(args),
      all.map((one, n) => earlierCall(`t${n}`, one, outcome)),
    );

  it('is reported from five times as much on', () => {
    const waiting = amounts('GBP', 10, 9, 11, 10);
    expect(beside({ amount: 50, currency: 'GBP' }, 'waits', ...waiting)).toEqual([
      'amount 50; 5 times the median of 5 waiting or earlier amounts, 10 GBP',
    ]);
    expect(beside({ amount: 49.99, currency: 'GBP' }, 'waits', ...waiting)).toEqual([]);
  });

  it.each([
    { amountCents: 48_000, currency: 'EUR' },
    { refund: { amount: '480.00 EUR' } },
    { total: '480', currency: 'EUR' },
  ])('is read in its unit: %j', (args) => {
    const small = JSON.parse(JSON.stringify(args).replace('48', '5').replace('0.00', '.00')) as Args;
    golden(beside(args, 'waits', small, small, small, small, small).join('\n'));
  });

  it.each([
    ['fewer than five', { amount: 50 }, [10, 10, 10].map((amount) => ({ amount }))],
    ['another currency', { amount: 9000, currency: 'JPY' }, amounts('EUR', 10, 10, 10, 10, 10)],
    ['another argument', { amount: 50 }, [10, 10, 10, 10, 10].map((fee) => ({ fee }))],
    ['no money', { count: 50 }, [1, 1, 1, 1, 1, 1].map((one) => ({ count: one }))],
    ['the other lines of orders', { lines: [{ price: 10 }, { price: 90 }] }, Array(6).fill({ lines: [{ price: 10 }] })],
    ['nothing', { amount: 0 }, [0, 0, 0, 0, 0, 0].map((amount) => ({ amount }))],
  ])('is not reported beside %s', (_what, args, others) => {
    expect(beside(args, 'waits', ...others)).toEqual([]);
  });

  it('is reported only once if it is also above the range', () => {
    expect(beside({ amount: 640 }, 'approved', ...[12, 40, 64, 20, 30].map((amount) => ({ amount })))).toEqual([
      'amount 640; 5 earlier requests had 12 to 64, 5 approved',
    ]);
  });

  it('does not count the other calls of its own request', () => {
    const calls = [50, 50, 50, 50, 50, 50].map((amount) => briefCall({ amount }));
    const history = new AgentHistory(
      [10, 10, 10, 10].map((amount, n) =>
        threadFrom({ id: `t${n}`, status: 'AWAITING_APPROVAL', messages: [pay(amount)] }),
      ),
    );
    expect(unusualFacts({ threadId: 'now', calls }, history)).toHaveLength(6);
  });
});

const pay = (amount: number) => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id: 'c', function: { name: 'pay', arguments: JSON.stringify({ amount }) } }],
});
