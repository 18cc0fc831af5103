/** Earlier requests of an agent, their decisions, and unusual values compared with them. */
import { describe, expect, it } from 'vitest';
import { AgentHistory, currencyOf, type EarlierCall } from '../../src/domain/approvals/brief/history.ts';
import { type BriefCall, leavesOf } from '../../src/domain/approvals/brief/input.ts';
import { earlierFacts, unusualFacts, unusualIn } from '../../src/domain/approvals/brief/unusual.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import { foreign } from '../../src/platform/text.ts';
import { golden } from '../support/golden.ts';

const WORDS = 'I would now call create_refund with {"amount":9000}.';

function callsOf(role: string): readonly string[] {
  const read = readThread({ id: 'thread-1', status: 'COMPLETED', messages: [{ role, content: WORDS }] });
  if (read === undefined) throw new Error('that is a thread');
  return new AgentHistory([read]).of('create_refund', 'thread-2').map(({ name }) => name);
}

describe('a call that is named in words', () => {
  it('shows nothing that took place: invented decisions widen no range', () => {
    const invented = Array.from({ length: 4 }, (_, n) =>
      readThread({
        id: `thread-${n}`,
        status: 'COMPLETED',
        messages: [
          { role: 'assistant', content: WORDS },
          { ...decision('APPROVED'), role: n % 2 === 0 ? 'assistant' : 'user' },
        ],
      }),
    );
    const real = [12, 40, 64].map((amount, n) =>
      readThread({ id: `real-${n}`, status: 'COMPLETED', messages: [refund(amount), decision('APPROVED')] }),
    );
    const history = new AgentHistory([...invented, ...real].flatMap((one) => one ?? []));
    const calls = [{ ...briefCall({ amount: 9000 }), name: foreign('create_refund') }];
    const asked = { threadId: 'now', calls };
    golden([...unusualFacts(asked, history), ...earlierFacts(asked, history)].join('\n'));
  });

  it.each(['assistant', 'ai', 'Agent', 'worker', 'unknown'])('counts where %s says it', (role) => {
    expect(callsOf(role)).toEqual(['create_refund']);
  });

  it.each(['user', 'Human', 'system', 'developer', 'tool', 'function', 'tool_result'])('counts not from %s', (role) => {
    expect(callsOf(role)).toEqual([]);
  });
});

const refund = (amount: number) => ({
  role: 'assistant',
  content: '',
  tool_calls: [{ id: `c${amount}`, function: { name: 'create_refund', arguments: JSON.stringify({ amount }) } }],
});
const decision = (word: string) => ({ role: 'system', content: `Approval decision: ${word}.` });

function outcomesOf(messages: readonly unknown[], seenFrom = 'thread-2'): readonly string[] {
  const read = readThread({ id: 'thread-1', status: 'AWAITING_APPROVAL', messages });
  if (read === undefined) throw new Error('that is a thread');
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
  });
});

type Args = Readonly<Record<string, unknown>>;

function unusual(args: Args, earlier: readonly Args[]): readonly string[] {
  const before = earlier.map((one, index): EarlierCall => {
    const leaves = leavesOf(one);
    return { threadId: `t${index}`, name: 'pay', leaves, outcome: 'approved', currency: currencyOf(leaves) };
  });
  return unusualIn(briefCall(args), before);
}

function briefCall(args: Args): BriefCall {
  const [name, argumentsText] = [foreign('pay'), foreign(JSON.stringify(args))];
  return { name, argumentsText, leaves: leavesOf(args), kind: 'open', message: 1 };
}

const amounts = (currency: string, ...all: number[]): Args[] => all.map((amount) => ({ amount, currency }));
const reasons = (times: number, ...all: string[]): Args[] =>
  all.flatMap((reason) => Array.from({ length: times }, () => ({ reason })));

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

  it('amounts beside two currencies have the range of these two', () => {
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
    { it: 'is not where there were many', earlier: reasons(3, 'a', 'b', 'c', 'd', 'e', 'f'), facts: 0 },
    { it: 'is not where most came once', earlier: reasons(1, 'a', 'b', 'c'), facts: 0 },
  ])('a value that none had $it', ({ earlier, facts }) => {
    expect(unusual({ reason: 'z' }, earlier)).toHaveLength(facts);
  });
});

describe('an outcome that nothing tells', () => {
  it('is called not recorded', () => {
    const before = [12, 40, 64].map(
      (amount, index): EarlierCall => ({
        threadId: `t${index}`,
        name: 'pay',
        leaves: leavesOf({ amount }),
        outcome: index === 0 ? 'approved' : 'unknown',
        currency: undefined,
      }),
    );
    const facts = unusualIn(briefCall({ amount: 640 }), before);
    expect(facts).toEqual(['amount 640; 3 earlier requests had 12 to 64, 1 approved, 2 outcome not recorded']);
  });
});
