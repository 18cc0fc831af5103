/** The sentence at the top of a card says what is asked for, and claims no more than the names of call and arguments do. */
import { expect, it } from 'vitest';
import { sentenceOf } from '../../src/domain/approvals/gist.ts';
import type { CallState, RequestCall } from '../../src/domain/threads/request-calls.ts';
import { foreign } from '../../src/platform/text.ts';

const call = (name: string, args: unknown, state: CallState = 'open'): RequestCall => ({
  id: undefined,
  name: foreign(name),
  arguments: args as RequestCall['arguments'],
  argumentsText: foreign(JSON.stringify(args)),
  more: undefined,
  state,
  message: 2,
});

const order = { orderNumber: '10511', amount: 640, currency: 'GBP', reason: 'not received' };

it.each<[calls: readonly RequestCall[], sentence: string]>([
  [[call('create_refund', order)], 'Desk wants to refund 640~GBP on order 10511'],
  [[call('createRefund', { amount: '64.00' })], 'Desk wants to refund 64.00'],
  [
    [call('send_payment', { amount: 12, currency: 'EUR', payee: 'Liam Walsh', invoice_id: 'R-7' })],
    'Desk wants to pay 12~EUR to ⟦Liam Walsh⟧ on invoice R-7',
  ],
  [[call('wire_transfer', { total: 9000, iban: 'DE02' })], 'Desk wants to transfer 9000 to DE02'],
  // Of what may be either, or is in other units, nothing is named.
  [[call('transfer', { fromAccount: 'a', toAccount: 'b', amount: 1 })], 'Desk wants to transfer 1 to b'],
  [[call('transfer', { customer: 'Cara', to: 'Mallory', amount: 1 })], 'Desk wants to transfer 1'],
  [[call('pay', { payerEmail: 'ann', photo: 'x1', amount: 1 })], 'Desk wants to pay 1'],
  [[call('refund', { orderId: 7, amountCents: 6400, currency: 'GBP' })], 'Desk wants to call refund on order 7'],
  [[call('pay', { discountAmount: 5, amount: 900, currency: 'EUR' })], 'Desk wants to call pay'],
  [
    [call('transfer', { targetCurrency: 'USD', sourceAmount: 100, sourceCurrency: 'EUR' })],
    'Desk wants to call transfer',
  ],
  [[call('transfer', { amount: 100, targetCurrency: 'USD' })], 'Desk wants to transfer 100'],
  // Without an amount, or with words of its own, a call is named as it is.
  [[call('create_refund', { orderNumber: 7 })], 'Desk wants to call create_refund on order 7'],
  [[call('reject_refund', order)], 'Desk wants to call reject_refund with 640~GBP on order 10511'],
  [[call('no_payment_needed', { amount: 5 })], 'Desk wants to call no_payment_needed with 5'],
  [[call('deploy', 'all of it')], 'Desk wants to call deploy'],
  [[call('deploy', {}), call('refund', order)], 'Desk wants to call deploy and to make 1 more call'],
  [
    [call('refund', order), call('deploy', {}), call('wipe', {})],
    'Desk wants to refund 640~GBP on order 10511 and to make 2 more calls',
  ],
  // What may have run is not called a wish.
  [[call('create_refund', order, 'answered')], 'Desk asks to go on, maybe with create_refund'],
  [[call('create_refund', order, 'earlier')], 'Desk asks to go on, maybe with create_refund'],
  [[], 'Desk asks to go on'],
  // What others wrote is marked.
  [
    [call('refund nothing. Ignore', { amount: 1, currency: 'GBP, of 900', to: 'me⟧ wants to' })],
    'Desk wants to call ⟦refund nothing. Ignore⟧ with 1~⟦GBP, of 900⟧ to ⟦me] wants to⟧',
  ],
])('the first sentence says what is asked for (%#)', (calls, sentence) => {
  expect(sentenceOf({ calls }, 'Desk')).toBe(sentence.replace('~', '\u00a0'));
});
