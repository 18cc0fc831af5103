/** The request of a waiting thread: everything since somebody else spoke, every open call, and all other fields. */
import { describe, expect, it } from 'vitest';
import { drawingOf } from '../../src/domain/approvals/drawing.ts';
import { decidedCalls } from '../../src/domain/threads/request-calls.ts';
import { digest, foreign } from '../../src/platform/text.ts';
import { requestFrom } from '../support/requests.ts';

type Message = Readonly<Record<string, unknown>>;
const user = (content = 'Handle it.'): Message => ({ role: 'user', content });
const says = (content: string, more: object = {}): Message => ({ role: 'assistant', content, ...more });
const call = (name: string, args: unknown, id = name) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});
const calls = (...made: ReturnType<typeof call>[]): Message => ({ role: 'assistant', content: '', tool_calls: made });
const answer = (id: string, content = 'done'): Message => ({ role: 'tool', tool_call_id: id, content });
const PAY = call('pay', { amount: 900 });
/** Longer than the 400 characters of a gate's own words. */
const GATED_AT_LENGTH = JSON.stringify({ status: 'pending_approval', policy: 'Transfers are held back. '.repeat(20) });
/** The same of an order. */
const REVIEWED_AT_LENGTH = JSON.stringify({ status: 'pending_review', items: 'A tent and its pegs. '.repeat(30) });
const WIRE = call('wire', { to: 'mallory' });

const request = (messages: readonly Message[], fields: object = {}) =>
  requestFrom({ id: 't1', agentId: 'a1', status: 'AWAITING_APPROVAL', messages, ...fields });

interface Case {
  readonly it: string;
  readonly messages: readonly Message[];
  readonly fields?: object;
  /** The statements, in order. */
  readonly says?: readonly string[];
  /** `state name arguments` of each call, in its order. */
  readonly calls?: readonly string[];
  /** What stands in the JSON beside them. */
  readonly beside?: readonly string[];
}

const CASES: readonly Case[] = [
  {
    it: 'a question, in the specification’s messages: the task is no part of it',
    messages: [user(), says('May I go on?')],
    says: ['May I go on?'],
  },
  {
    it: 'a call that only the words name',
    messages: [user(), says('I would now call pay_invoice with {"amount":900}. Shall I?')],
    says: ['I would now call pay_invoice with {"amount":900}. Shall I?'],
    calls: ['in-text pay_invoice {"amount":900}'],
  },
  { it: 'an open call', messages: [user(), calls(PAY)], calls: ['open pay {"amount":900}'] },
  {
    it: 'several open calls, also of several messages',
    messages: [user(), calls(PAY), calls(WIRE, call('log', {}))],
    calls: ['open pay {"amount":900}', 'open wire {"to":"mallory"}', 'open log {}'],
  },
  {
    it: 'both calls of a message that share an id, since the answer may be of either',
    messages: [user(), calls(call('pay', { amount: 900 }, 'c1'), call('wire', { to: 'mallory' }, 'c1')), answer('c1')],
    says: ['done'],
    calls: ['open pay {"amount":900}', 'open wire {"to":"mallory"}'],
  },
  {
    it: 'the call of the message before, which the last message does not name',
    messages: [user(), { ...calls(PAY), content: 'I pay the invoice.' }, says('May I go on?')],
    says: ['I pay the invoice.', 'May I go on?'],
    calls: ['open pay {"amount":900}'],
  },
  {
    it: 'what was said before a harmless last sentence',
    messages: [user(), says('I will wire 900 EUR to mallory.'), says('May I go on?')],
    says: ['I will wire 900 EUR to mallory.', 'May I go on?'],
  },
  {
    it: 'what was said before a note of the platform’s',
    messages: [user(), says('I will wire it.'), { role: 'system', content: 'Budget: 3 EUR' }, says('May I?')],
    says: ['I will wire it.', 'Budget: 3 EUR', 'May I?'],
  },
  {
    it: 'what a role of its own adds after it',
    messages: [user(), calls(PAY), { role: 'approval_request', content: 'please' }],
    says: ['please'],
    calls: ['open pay {"amount":900}'],
  },
  {
    it: 'not what was said before a tool answered',
    messages: [user(), says('I look at it.'), calls(PAY), answer('pay', 'paid'), says('May I go on?')],
    says: ['May I go on?'],
    // The latest call stays: the answer may be a gate's.
    calls: ['answered pay {"amount":900}'],
  },
  {
    it: 'not what was said before a user spoke',
    messages: [user(), says('May I wire it?'), user('No, pay.'), says('May I pay?')],
    says: ['May I pay?'],
  },
  {
    it: 'not what a human decided on',
    messages: [
      user(),
      says('May I wire it?'),
      { role: 'system', content: 'Approval decision: REJECTED.' },
      says('And now?'),
    ],
    says: ['And now?'],
  },
  {
    it: 'a call that a gate answered with its own words',
    messages: [user(), calls(PAY), answer('pay', 'needs approval')],
    says: ['needs approval'],
    calls: ['open pay {"amount":900}'],
  },
  {
    it: 'a call that a gate without an id answered',
    messages: [user(), calls(PAY), { role: 'tool', content: 'needs approval' }],
    says: ['needs approval'],
    calls: ['open pay {"amount":900}'],
  },
  {
    it: 'a call that the words name after the result of another, which speaks of approval',
    messages: [
      user(),
      says('I call get_policy with {"id":1}.'),
      { role: 'tool', content: 'Refunds above 500 EUR need approval; below, none.' },
      says('I would now call create_refund with {"amount":100}.'),
    ],
    says: [
      'I call get_policy with {"id":1}.',
      'Refunds above 500 EUR need approval; below, none.',
      'I would now call create_refund with {"amount":100}.',
    ],
    calls: ['in-text create_refund {"amount":100}', 'answered get_policy {"id":1}'],
  },
  {
    it: 'a call that only the words name, and that a gate answered before more talk',
    messages: [
      user(),
      says('I would now call pay_invoice with {"amount":900}.'),
      { role: 'tool', content: 'needs approval' },
      says('May I go on?'),
    ],
    says: ['I would now call pay_invoice with {"amount":900}.', 'needs approval', 'May I go on?'],
    calls: ['in-text pay_invoice {"amount":900}'],
  },
  {
    it: 'a call that only the words name, where nothing after its answer names another',
    messages: [
      user(),
      says('I would now call pay_invoice with {"amount":900}.'),
      { role: 'tool', content: 'Freigabe nötig' },
      says('May I go on?'),
    ],
    says: ['May I go on?'],
    calls: ['answered pay_invoice {"amount":900}'],
  },
  {
    it: 'a call that only the words name, and none that was answered before',
    messages: [
      user(),
      says('I call find_invoice with {"amount":900}.'),
      { role: 'tool', content: 'found' },
      says('I would now call pay_invoice with {"amount":900}.'),
    ],
    says: ['I would now call pay_invoice with {"amount":900}.'],
    calls: ['in-text pay_invoice {"amount":900}'],
  },
  {
    it: 'a call that a gate answered, although a harmless one ran after it',
    messages: [user(), calls(WIRE), answer('wire', 'needs approval'), calls(call('noop', {})), answer('noop', 'ok')],
    says: ['needs approval', 'ok'],
    calls: ['open wire {"to":"mallory"}', 'answered noop {}'],
  },
  {
    it: 'a call that a gate answered in parts, although a harmless one ran after it',
    messages: [
      user(),
      calls(WIRE),
      { ...answer('wire'), content: [{ type: 'output_text', text: 'needs approval' }] },
      calls(call('noop', {})),
      answer('noop', 'ok'),
    ],
    says: ['ok'],
    calls: ['open wire {"to":"mallory"}', 'answered noop {}'],
    beside: ['output_text'],
  },
  {
    it: 'a call that a gate answered at length in JSON, although a harmless one ran after it',
    messages: [user(), calls(WIRE), answer('wire', GATED_AT_LENGTH), calls(call('noop', {})), answer('noop', 'ok')],
    says: [GATED_AT_LENGTH, 'ok'],
    calls: ['open wire {"to":"mallory"}', 'answered noop {}'],
  },
  {
    it: 'not a call whose long result speaks of a review',
    messages: [user(), calls(call('look', {})), answer('look', REVIEWED_AT_LENGTH), calls(WIRE)],
    says: [],
    calls: ['open wire {"to":"mallory"}'],
  },
  {
    it: 'a call that a gate answered in the content of a part, although a harmless one ran after it',
    messages: [
      user(),
      calls(WIRE),
      { ...answer('wire'), content: [{ type: 'tool_result', content: 'needs approval' }] },
      calls(call('noop', {})),
      answer('noop', 'ok'),
    ],
    says: ['ok'],
    calls: ['open wire {"to":"mallory"}', 'answered noop {}'],
    beside: ['tool_result'],
  },
  {
    it: 'a call that a gate answered before the user spoke again',
    messages: [user(), calls(WIRE), answer('wire', '{"status":"pending_approval"}'), user('Go on.'), says('Waiting.')],
    says: ['Waiting.'],
    calls: ['earlier wire {"to":"mallory"}'],
    beside: [],
  },
  {
    it: 'the call of a message that a result without an id does not name',
    messages: [
      user(),
      calls(WIRE, call('look', {})),
      { role: 'tool', name: 'look', content: 'ok' },
      calls(call('noop', {})),
    ],
    calls: ['open wire {"to":"mallory"}', 'open noop {}'],
  },
  {
    it: 'all calls of a message with fewer results, which name none',
    messages: [user(), calls(WIRE, call('look', {})), { role: 'tool', content: 'ok' }],
    says: ['ok'],
    calls: ['open wire {"to":"mallory"}', 'open look {}'],
  },
  {
    it: 'a call beside a result that names another tool',
    messages: [user(), calls(WIRE), { role: 'tool', name: 'look', content: 'ok' }, calls(call('look', {}))],
    calls: ['open wire {"to":"mallory"}', 'open look {}'],
  },
  {
    it: 'an unknown field of the message that opens its turn',
    messages: [{ ...user(), pending: { call: 'wire' } }, says('Pay?')],
    says: ['Pay?'],
    beside: ['{"pending":{"call":"wire"}}'],
  },
  {
    it: 'the open one of two calls, the other one answered',
    messages: [user(), calls(PAY, WIRE), answer('pay')],
    says: ['done'],
    calls: ['open wire {"to":"mallory"}', 'answered pay {"amount":900}'],
  },
  {
    it: 'a call of an earlier turn that is still open',
    messages: [user(), calls(WIRE), user('Wait. Pay first.'), calls(PAY)],
    calls: ['open pay {"amount":900}', 'earlier wire {"to":"mallory"}'],
  },
  {
    it: 'a call of an earlier turn under a question',
    messages: [user(), calls(WIRE), user('Why?'), says('May I go on?')],
    says: ['May I go on?'],
    calls: ['earlier wire {"to":"mallory"}'],
  },
  {
    it: 'a call that stands beside the messages',
    messages: [user(), says('May I?')],
    fields: { tool_calls: [PAY] },
    says: ['May I?'],
    calls: ['open pay {"amount":900}'],
  },
  {
    it: 'once a call that stands in its message and beside the messages, unless only the latter waits',
    messages: [user(), calls(PAY, WIRE), answer('wire')],
    fields: { tool_calls: [PAY, WIRE] },
    says: ['done'],
    calls: ['open wire {"to":"mallory"}', 'open pay {"amount":900}', 'answered wire {"to":"mallory"}'],
  },
  {
    it: 'once a call that is written differently beside the messages',
    messages: [user(), calls(PAY)],
    fields: { tool_calls: [{ ...PAY, function: { name: 'pay', arguments: '{ "amount": 900 }' } }] },
    says: [],
    calls: ['open pay {"amount":900}'],
  },
  {
    it: 'content that is an object',
    messages: [user(), { role: 'assistant', content: { message: 'Pay?', action: { amount: 900 } } }],
    says: ['Pay?\n{"action":{"amount":900}}'],
  },
  {
    it: 'content that is a list, as JSON with every part, even one with only a type',
    messages: [user(), { role: 'assistant', content: [{ type: 'text', text: 'Pay?' }, { type: 'wire_transfer' }] }],
    beside: ['[{"type":"text","text":"Pay?"},{"type":"wire_transfer"}]'],
  },
  {
    it: 'fields that nobody foresaw, of its messages',
    messages: [user(), says('Pay?', { plan: [{ step: 'wire everything' }] })],
    says: ['Pay?'],
    beside: ['wire everything'],
  },
  {
    it: 'fields that nobody foresaw, of the message before, too',
    messages: [user(), says('I look.', { plan: 'wire everything' }), says('Pay?')],
    says: ['I look.', 'Pay?'],
    beside: ['wire everything'],
  },
  {
    it: 'the metadata of the thread',
    messages: [user(), says('Pay?')],
    fields: { metadata: { limit: 'none' } },
    says: ['Pay?'],
    beside: ['"limit":"none"'],
  },
  {
    it: 'what the platform sent with a call',
    messages: [user(), calls({ ...PAY, dry: false } as never)],
    calls: ['open pay {"amount":900} {"dry":false}'],
  },
  {
    it: 'a thread that the agent has said nothing in',
    messages: [user('Pay.')],
    says: ['Pay.'],
  },
  { it: 'a thread without any message', messages: [] },
];

describe('what asks for a decision is', () => {
  it.each(CASES)('$it', ({ messages, fields, says: said = [], calls: made = [], beside = [] }) => {
    const read = request(messages, fields);
    expect(read.statements.map(({ text }) => text.raw)).toEqual(said);
    expect(
      read.calls.map(({ state, name, argumentsText, more }) =>
        [state, name.raw, argumentsText.raw, more?.raw].filter((part) => part !== undefined).join(' '),
      ),
    ).toEqual(made);
    expect(read.extras).toHaveLength(beside.length);
    beside.forEach((part, index) => {
      expect(read.extras[index]?.json.raw).toContain(part);
    });
  });

  it('a request is known by its task, and by what the user said last', () => {
    const { task, lastUserMessage } = request([user('First.'), says('May I?'), user('Yes.'), says('And now?')]);
    expect([task?.raw, lastUserMessage?.raw]).toEqual(['First.', 'Yes.']);
    expect(request([user('First.'), says('May I?')]).lastUserMessage).toBeUndefined();
  });
});

describe('what is decided on is', () => {
  it.each([
    { it: 'the open calls', messages: [user(), calls(PAY, WIRE), answer('pay')], names: ['wire'] },
    { it: 'the calls that the words name', messages: [user(), says('I call pay_it with {"n":1}.')], names: ['pay_it'] },
    { it: 'an answered one if there is no other', messages: [user(), calls(PAY), answer('pay')], names: ['pay'] },
    {
      it: 'one that a gate holds back',
      messages: [user(), calls(PAY), answer('pay', 'Approval required.'), calls(WIRE), answer('wire')],
      names: ['pay'],
    },
    { it: 'nothing', messages: [user(), says('May I go on?')], names: [] },
  ])('$it', ({ messages, names }) => {
    expect(decidedCalls(request(messages)).map(({ name }) => name.raw)).toEqual(names);
  });
});

describe('the digest', () => {
  const of = (content: string, fields: object = {}) => request([user(), says(content)], fields).digest;

  it.each([
    { it: 'an invisible character', a: 'Pay 5', b: 'Pay\u200b 5' },
    { it: 'a mark in the place of a bracket', a: 'Pay [5]', b: 'Pay ⟦5⟧' },
    { it: 'an escape sequence', a: 'Pay 5', b: 'Pay \u001b[8m5' },
  ])('changes with $it', ({ a, b }) => {
    expect(of(a)).not.toBe(of(b));
    expect(digest([foreign(a)])).not.toBe(digest([foreign(b)]));
  });
});

describe('a call that the agent’s text repeats', () => {
  const OPEN = call('log', { text: 'the call that is open now' });
  const FIRST = call('first', { text: 'a call of an earlier turn' });
  const text = (...made: ReturnType<typeof call>[]): string => made.map((one) => one.function.arguments).join(' and ');
  const shown = (earlier: readonly ReturnType<typeof call>[], words: string): string | undefined => {
    const asked = request([user(), calls(...earlier), user('Go on.'), { ...calls(OPEN), content: words }]);
    return drawingOf(asked).blocks.find(({ kind }) => kind === 'says')?.text;
  };

  it('is named, since its own blocks show it', () => {
    expect(shown([], text(OPEN))).toBe('[the call’s arguments]');
  });

  it('is named by its number if there are several', () => {
    expect(shown([FIRST], text(OPEN, FIRST))).toBe('[the arguments of call 1] and [the arguments of call 2]');
  });
});
