/** What a tool's answer after a decision says: carried out, failed, held back, with other values, or nothing that can be told. */
import { describe, expect, it } from 'vitest';
import { becameOf } from '../../src/domain/threads/became.ts';
import { threadFrom } from '../support/requests.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Call {
  readonly name: string;
  readonly args: Fields;
}
const PAY: Call = { name: 'pay_invoice', args: { invoice: 'RE-1041', amount: 64, currency: 'GBP', reason: 'due' } };

const asks = (id: string, { name, args }: Call): Fields => ({
  ...{ role: 'assistant', content: 'May I?' },
  tool_calls: [{ id, function: { name, arguments: JSON.stringify(args) } }],
});
const answers = (id: string, content: unknown): Fields => ({
  ...{ role: 'tool', tool_call_id: id },
  content: typeof content === 'string' || Array.isArray(content) ? content : JSON.stringify(content),
});
const note = (word: string): Fields => ({ role: 'system', content: `Approval decision: ${word}.` });
/** So that the platform is one that sends tools' results. */
const BEFORE = [
  { role: 'user', content: 'Pay it.' },
  asks('l1', { name: 'lookup', args: { n: 1 } }),
  answers('l1', { invoice: 'RE-1041' }),
];

function became(messages: readonly Fields[], status = 'COMPLETED'): string | undefined {
  const found = becameOf(threadFrom({ id: 'thread-1', status, messages: [...BEFORE, ...messages] }));
  return found && `${found.outcome}${found.why === undefined ? '' : `: ${found.why}`}`;
}
/** Of a call that was decided on and has this answer. */
const outcomeOf = (word: string, answer: unknown, call: Call = PAY): string | undefined =>
  became([asks('c1', call), note(word), answers('c1', answer), { role: 'assistant', content: 'So much for that.' }]);

describe('a value that the result has under the name of an argument', () => {
  const withArgs = (args: Fields): Call => ({ ...PAY, args });
  const compared = (args: Fields, result: Fields): string | undefined => outcomeOf('APPROVED', result, withArgs(args));

  it.each<[Fields, Fields, string]>([
    [{ account: 'DE11' }, { status: 'paid', account: 'DE99' }, 'account DE99 instead of DE11'],
    [{ payeeId: 'S-11' }, { payeeId: 'S-99', transactionId: 'T-1' }, 'payeeId S-99 instead of S-11'],
    [{ recipient_id: 7 }, { recipient_id: 8 }, 'recipient_id 8 instead of 7'],
    [{ account: '12345678901234567890' }, { account: '12345678901234567891' }, 'account 12345678901234567891'],
    [{ iban: 'DE11 2222 3333' }, { iban: '****4444' }, 'iban ⟦****4444⟧'],
    [{ dryRun: true }, { dryRun: false }, 'dryRun false instead of true'],
    [{ to: ['ann'] }, { to: ['mallory'] }, 'to ⟦["mallory"]⟧'],
    [{ payee: { iban: 'DE11' } }, { payee: { iban: 'DE99' } }, 'payee ⟦{"iban":"DE99"}⟧'],
  ])('is another: %j, %j', (args, result, why) => {
    expect(compared(args, result)).toContain(`done with other arguments: ${why}`);
  });

  it.each<[Fields, Fields]>([
    [{ discount: 5 }, { status: 'paid', discount: 3.2 }],
    [{ count: 1310 }, { deleted: 1309, count: 1309 }],
    [{ date: '2026-03-01' }, { date: '2026-03-02' }],
    [{ id: '10482' }, { id: 'RF-1' }],
    [{ amount: 64 }, { amount: 640, fee: 64 }],
    [{ amount: 64 }, { payment: { amount: 640 } }],
  ])("may be the tool's own, so it can't be seen: %j, %j", (args, result) => {
    expect(compared(args, result)).toMatch(/^can't be seen: the result has \w+ \S+ instead of /);
  });

  it.each<[Fields, Fields]>([
    [
      { amount: 64 },
      { amount: '64.00', transactionId: 'T-1', refundId: 'R-1', account: 'ours', discount: 5, count: 1 },
    ],
    [{ iban: 'DE11 2222 3333' }, { iban: 'de1122223333' }],
    [{ iban: 'DE11 2222 3333' }, { iban: 'DE** **** 3333' }],
    [{ date: '2026-03-01' }, { date: '2026-03-01T00:00:00Z' }],
    [
      { status: 'shipped', message: 'Hi' },
      { status: 'updated', message: 'Sent.' },
    ],
    [{ amount: 64 }, { amount: '64.00 GBP' }],
    [
      { order: '10482', amount: 64 },
      { order: { id: '10482', amount: 900 }, refund: { amount: 64 } },
    ],
    [{ notify: true }, { notify: 'yes' }],
  ])('is the same, or not comparable: %j, %j', (args, result) => {
    expect(compared(args, result)).toBe('done as approved');
  });
});

describe('a number that is sent as text', () => {
  const asText: Call = { ...PAY, args: { ...PAY.args, amount: '64' } };
  const run = (id: string, call: Call): Fields[] => [asks(id, call), answers(id, { status: 'paid' })];

  it('is the same argument', () => {
    expect(became([asks('c1', PAY), note('APPROVED'), ...run('c2', asText)])).toBe('done as approved');
    expect(became([asks('c1', PAY), note('APPROVED'), answers('c1', 'Paid.'), ...run('c2', asText)])).toBe(
      'done more than once: pay_invoice 2 times',
    );
  });
});
