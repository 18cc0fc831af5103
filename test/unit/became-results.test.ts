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

const DONE: readonly unknown[] = [
  'OK',
  'Paid.',
  'Approved (auth 00123)',
  'Approved. Transaction 4412 settled.',
  'Approved by the user. Refund RF-1 was created.',
  'Approval code: 00123',
  'Ticket 7 created, awaiting review',
  'Pull request #12 opened, awaiting review.',
  'Order confirmed; waiting for review by the bank',
  { status: 'accepted', note: 'pending review by the bank' },
  { status: 'paid', note: 'pending review' },
  { status: 'paid', requires_approval: false },
  { status: 'accepted', note: 'settlement pending authorization by the bank' },
  { status: 'approved', authCode: '00123' },
  { success: true, message: 'Paid.' },
  { status: 'paid', error: null, errors: [], failed: 0, failures: 'none' },
  { status: 'ok', code: 200, statusCode: 200 },
  { status: 'processing', error: '' },
  { sent: 31, bounced: 0, errors: 0 },
  { status: 'accepted', invoiceDetails: { status: 'cancelled' } },
  'Timeout set to 30 s',
  { paid: true, receiptSent: false },
  '12 paid, 0 failed',
  'Paid without errors.',
  'No errors. 3 errors were repaired before.',
  'The last payment failed; this one is done.',
  { message: 'The last payment failed; this one is done.' },
  { ...PAY.args, status: 'paid' },
  { ...PAY.args, reason: 'Payment of an invoice that was due' },
  [{ type: 'text', text: 'Paid.' }],
  { content: [{ type: 'text', text: 'Paid.' }], isError: false },
  `Report of 2026.\n${'The invoice was found, and the old one was rejected. '.repeat(10)}`,
];

const FAILED: readonly (readonly [answer: unknown, why?: string])[] = [
  ['HTTP 500 Internal Server Error'],
  ['500 Internal Server Error'],
  ['Request failed with status code 402'],
  ['Insufficient funds'],
  ['Permission denied'],
  ['Denied: card expired'],
  ['Refused: insufficient funds'],
  ['Payment declined.'],
  ['Payment declined. Nothing was charged.'],
  ['Payment could not be processed'],
  ["Couldn't reach the bank"],
  ['Unable to pay: account closed'],
  ['The invoice was not paid.'],
  ['Timeout while calling the bank'],
  ['Invoice not found'],
  ['Bank error: account closed'],
  ['TypeError: x is not a function'],
  ['Fehler: Konto gesperrt'],
  ['Error: no such invoice'],
  ['Unauthorized'],
  ['Too many requests'],
  ['"Insufficient funds"', 'Insufficient funds'],
  [{ status: 'declined' }, '{"status":"declined"}'],
  [{ status: 'rejected', reason: 'no funds' }, 'no funds'],
  [{ status: 'card_declined', message: 'Try another card' }, 'Try another card'],
  [{ status: 'PAYMENT_FAILED' }, '{"status":"PAYMENT_FAILED"}'],
  [{ status: 'insufficient_funds', invoice: 'RE-1041' }, '{"status":"insufficient_funds","invoice":"RE-1041"}'],
  [{ paymentStatus: 'failed', reason: 'no funds' }, 'no funds'],
  [{ state: 'failed' }, '{"state":"failed"}'],
  [{ outcome: 'not_paid' }, '{"outcome":"not_paid"}'],
  [{ result: 'error', detail: 'no funds' }, 'no funds'],
  [{ errors: [{ message: 'no funds' }] }, 'no funds'],
  [{ errors: ['no funds'], invoice: 'RE-1041' }, 'no funds'],
  [{ type: 'error', error: { type: 'x', message: 'no funds' } }, 'no funds'],
  [{ error: 'no funds', invoice: 'RE-1041' }, 'no funds'],
  [{ error: true, message: 'no funds' }, 'no funds'],
  [{ exception: 'no funds' }, 'no funds'],
  [{ errorMessage: 'no funds', errorCode: 7 }, '{"errorMessage":"no funds","errorCode":7}'],
  [{ message: 'Insufficient funds' }, 'Insufficient funds'],
  [{ code: 402, message: 'Payment required' }, 'Payment required'],
  [{ status: 500, invoice: 'RE-1041' }, '{"status":500,"invoice":"RE-1041"}'],
  [{ success: false, data: { invoice: 'RE-1041' } }, '{"success":false,"data":{"invoice":"RE-1041"}}'],
  [{ data: { invoice: 'RE-1041' }, error: 'no funds' }, 'no funds'],
  [{ approved: false, reason: 'no funds' }, 'no funds'],
  [{ result: { status: 'declined', message: 'no funds' } }, 'no funds'],
  [{ isError: true, content: [{ type: 'text', text: 'no funds' }] }, 'no funds'],
  [[{ type: 'text', text: 'Insufficient funds' }]],
  [[{ type: 'tool_result', is_error: true, content: 'no funds' }]],
];

const UNCLEAR: readonly (readonly [answer: unknown, why: string])[] = [
  ['Approved.', 'may only repeat the decision'],
  [{ approved: true }, 'may only repeat the decision'],
  [{ status: 'approved', by: 'm.keller' }, 'may only repeat the decision'],
  ['The bank has the order; its final authorization pending since today', 'may only say that it waits'],
  [{ status: 'pending_review', paymentId: 'P-1' }, 'may only say that it waits'],
  ['Approval request 12 created, awaiting approval', 'may only say that it waits'],
  ['The invoice was paid, but the receipt could not be sent.', 'tells of an error, too'],
  [{ status: 'paid', error: 'no receipt' }, 'tells of an error, too'],
  [{ paid: 30, errors: [{ invoice: 'RE-1042' }], success: true }, 'tells of an error, too'],
  [{ ok: true, result: { status: 'declined' } }, 'tells of an error, too'],
  [{ payment: { status: 'declined' } }, 'may be an error'],
  [{ payment: 'P-1', message: 'Insufficient funds' }, 'may be an error'],
  [{ paid: false, why: 'no funds' }, 'may be an error'],
  ['false', 'may be an error'],
];

const HELD: readonly unknown[] = [
  'This call requires approval.',
  'needs approval',
  'Approval required for pay_invoice.',
  'Waiting for human approval',
  'The tool was paused: awaiting confirmation.',
  'This call was not executed: it needs approval before it can be sent.',
  { status: 'pending_approval' },
  { approval_required: true },
  'Approved by the human',
  'The user has approved the call.',
  'Approved by the user: at most 64 GBP, paid today',
  'Approval decision: APPROVED. Comment: created by mistake',
];

describe('after an approval', () => {
  it.each(DONE.map((answer) => [answer]))('is done as approved: %j', (answer) => {
    expect(outcomeOf('APPROVED', answer)).toBe('done as approved');
  });
  it.each(FAILED)('is a failure: %j', (answer, why) => {
    const words = why ?? (Array.isArray(answer) ? 'unds' : String(answer));
    expect(outcomeOf('APPROVED', answer)).toMatch(/^failed: /);
    expect(outcomeOf('APPROVED', answer)).toContain(words);
  });
  it.each(UNCLEAR)("can't be seen: %j", (answer, why) => {
    expect(outcomeOf('APPROVED', answer)).toBe(`can't be seen: the result of pay_invoice ${why}`);
  });
  it.each(HELD.map((answer) => [answer]))('is not done: %j', (answer) => {
    expect(outcomeOf('APPROVED', answer)).toBe('not done: pay_invoice');
  });
  it('a result that a gate’s or an unclear answer precedes counts alone', () => {
    for (const first of [...HELD, 'Approved.']) {
      const messages = [asks('c1', PAY), note('APPROVED'), answers('c1', first), answers('c1', { status: 'paid' })];
      expect({ first, became: became(messages) }).toEqual({ first, became: 'done as approved' });
    }
  });
});

describe('after a rejection', () => {
  const WENT_ON = 'went on after the rejection: pay_invoice was called';
  it.each(DONE.map((answer) => [answer]))('the tool ran: %j', (answer) => {
    expect(outcomeOf('REJECTED', answer)).toBe(WENT_ON);
  });
  it.each(HELD.map((answer) => [answer]))('only a gate answered: %j', (answer) => {
    expect(outcomeOf('REJECTED', answer)).toBe('rejected, ended');
  });
  it.each([
    'Rejected by the user.',
    'Rejected: too expensive',
    'Declined.',
    'The user declined this call.',
    'Error: the call was not approved',
    { status: 'rejected', reason: 'too expensive' },
    { approved: false },
    { error: 'Execution denied' },
  ])('only the refusal is repeated: %j', (answer) => {
    expect(outcomeOf('REJECTED', answer)).toBe('rejected, ended');
  });
  it.each<[unknown, string]>([
    ['HTTP 500 Internal Server Error', 'is an error: ⟦HTTP 500 Internal Server Error⟧'],
    [{ error: 'no funds' }, 'is an error: ⟦no funds⟧'],
    ['Approved.', 'may only repeat the decision'],
    [{ status: 'cancelled' }, 'may name a failure, or what was asked for'],
    ['Invoice RE-1 is rejected.', 'is an error: ⟦Invoice RE-1 is rejected.⟧'],
  ])("whether the tool ran can't be seen: %j", (answer, why) => {
    expect(outcomeOf('REJECTED', answer)).toBe(`can't be seen: the result of pay_invoice ${why}`);
  });
  it('the tool ran, although a part of it failed', () => {
    expect(outcomeOf('REJECTED', { status: 'paid', error: 'no receipt' })).toBe(WENT_ON);
  });
});

describe('a word that the call itself has is no failure:', () => {
  it.each<[Call, unknown, string]>([
    [{ name: 'decline_offer', args: { offer: 'O-1' } }, { status: 'declined' }, 'done as approved'],
    [{ name: 'rejectInvoice', args: { invoice: 'RE-1' } }, 'Rejected RE-1.', 'done as approved'],
    [{ name: 'cancel_order', args: { order: '1' } }, { status: 'cancelled' }, 'done as approved'],
    [{ name: 'set_status', args: { job: 1, status: 'failed' } }, { job: 1, status: 'failed' }, 'done as approved'],
    [
      { name: 'set_status', args: { job: 1, status: 'failed' } },
      'Status: now failed',
      "can't be seen: the result of set_status may be an error",
    ],
    [{ name: 'retry_failed', args: { job: 1 } }, { status: 'failed' }, 'failed: ⟦{"status":"failed"}⟧'],
    [{ name: 'refund', args: { reason: 'delivery failed' } }, 'Refund failed', 'failed: ⟦Refund failed⟧'],
    [{ name: 'refund', args: { order: '1' } }, 'Refused', 'failed: ⟦Refused⟧'],
    [
      { name: 'create_ticket', args: { title: 'Login failed for Ada' } },
      'Created T-7: Login failed for Ada',
      'done as approved',
    ],
    [
      { name: 'freeze_card', args: { card: 'C-1' } },
      { status: 'blocked' },
      "can't be seen: the result of freeze_card may name a failure, or what was asked for",
    ],
  ])('%j answers %j', (call, answer, outcome) => {
    expect(outcomeOf('APPROVED', answer, call)).toBe(outcome);
  });
});

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

describe('a call that nobody has decided on yet', () => {
  const more: Call = { ...PAY, args: { ...PAY.args, amount: 640 } };
  const first = [asks('c1', PAY), note('APPROVED'), answers('c1', { status: 'paid' })];
  const WORDY = 'Payment 12 created, awaiting approval by the accountants';

  it('is held back by whatever speaks of a consent that is outstanding, while a decision is to come', () => {
    const next = [...first, asks('c2', more), answers('c2', WORDY)];
    expect(became(next, 'AWAITING_APPROVAL')).toBe('done as approved');
    expect(became([...next, note('APPROVED'), answers('c2', { status: 'paid' })])).toBe('done as approved');
    expect(became([...next, note('APPROVED')], 'RUNNING')).toMatch(/^approved, not ended yet/);
  });

  it('ran if its answer says so and no decision came', () => {
    const next = [...first, asks('c2', more), answers('c2', WORDY)];
    expect(became(next)).toMatch(/^done more than once: .* amount 640 instead of 64$/);
  });

  it("can't be told from one that waits if its answer is neither's", () => {
    const next = [...first, asks('c2', more), answers('c2', { status: 'pending_review', paymentId: 'P-1' })];
    expect(became(next)).toBe(
      "can't be seen: pay_invoice was also called with amount 640 instead of 64, and its result may only say that it waits",
    );
  });
});
