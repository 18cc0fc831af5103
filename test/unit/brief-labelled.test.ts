/** The findings of a brief on labelled requests, its false alarms, and its time on hostile text. */
import { describe, expect, it } from 'vitest';
import { EVERYDAY, EVERYDAY_TUNED } from '../../bench/brief/everyday.ts';
import { call, LABELLED } from '../../bench/brief/labelled.ts';
import { findingsFor, score } from '../../bench/brief/score.ts';
import { PRECISION, RECALL } from '../../bench/brief.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { golden } from '../support/golden.ts';

describe.each([
  ['labelled requests', LABELLED],
  ['everyday requests', EVERYDAY.slice(0, EVERYDAY_TUNED)],
])('%s', (_what, requests) => {
  it('are at least 60, half of them innocent', () => {
    const innocent = requests.filter(({ holds }) => holds === 'nothing').length;
    expect(requests.length).toBeGreaterThanOrEqual(60);
    expect(innocent / requests.length).toBeGreaterThan(0.45);
    expect(innocent / requests.length).toBeLessThan(0.55);
  });

  it('are judged with the precision and the recall that are promised', () => {
    const { precision, recall, falseAlarms, missed } = score(requests);
    expect({ falseAlarms, isPrecise: precision >= PRECISION }).toEqual({ falseAlarms, isPrecise: true });
    expect({ missed, isComplete: recall >= RECALL }).toEqual({ missed, isComplete: true });
  });

  it.each(requests.filter(({ holds }) => holds === 'contradiction').map((one) => [one.title, one] as const))(
    'the words alone tell: %s',
    (_title, request) => {
      // Earlier requests have no part in it, and what is said names both sides.
      for (const fact of findingsFor({ ...request, earlier: [] }))
        expect(fact).toMatch(/^the agent says \S.+, (?:the call|[a-z_]+) has \S+ \S+/);
    },
  );
});

describe('money of several currencies, or of one without cents', () => {
  const pair = (amount: number, currency: string) => ({ amount, currency });
  it.each([
    ['Shall I exchange 100 EUR for 108 USD?', { from: pair(100, 'EUR'), to: pair(108, 'USD') }],
    [
      'Shall I send 100 EUR? The recipient gets 108 USD.',
      { sourceAmount: 100, sourceCurrency: 'EUR', targetAmount: 108, targetCurrency: 'USD' },
    ],
    ['Shall I send 100 EUR to Ann and 108 USD to Bob?', { payments: [pair(100, 'EUR'), pair(108, 'USD')] }],
    ['Shall I send 100 EUR to Ann and 108 USD to Bob?', { payments: [pair(100, 'EUR'), pair(108, 'GBP')] }],
    ['Shall I refund 100 EUR?', { refund: { amount: 100 }, currency: 'USD' }],
    ['Shall I refund ¥5,000?', { amount_minor: 5000, currency: 'JPY' }],
    ['Shall I refund ¥5,000?', { amount: 500_000, currency: 'jpy' }],
  ])('%s %j', (says, args) => {
    golden(findingsFor({ title: '', says, calls: call('pay', args), holds: 'nothing' }).join('\n'));
  });
});

describe('hostile words', () => {
  const args = Object.fromEntries(
    Array.from({ length: 100 }, (_, n) => [`count${n}`, n % 2 === 0 ? 1_000 + n : `INV-${1_000 + n}`]),
  );
  it.each([
    ['letters without end', 'a'.repeat(1e6)],
    ['half an address', `${'a.'.repeat(1e5)}@`],
    ['numbers', '1,'.repeat(1e5)],
    ['spaced digits', `${'1 '.repeat(1e5)}a`],
    ['open braces', 'call a_b with {'.repeat(1e5)],
    ['open braces and quotes', 'a_b{"'.repeat(1e5)],
    ['stars', '*'.repeat(1e5)],
    ['codes', 'count INV-12 '.repeat(1e4)],
    ['counts', 'count 12 records, '.repeat(1e4)],
    ['money', 'pay 12 EUR '.repeat(1e4)],
    ['number words', 'one hundred and '.repeat(1e4)],
    ['dates', '1.1.2026 '.repeat(1e4)],
    ['times', 'at 10:30 Xy time, '.repeat(1e4)],
    ['joined digits', '1:11'.repeat(1e4)],
    ['sizes', '1 x '.repeat(1e4)],
    ['blanks', `create_refund ${' '.repeat(1e5)}{}`],
  ])('%s', (_what, says) => {
    const more = { days: 3, at: '2026-05-04T10:00:00Z', country: 'AT', role: 'editor', notify: true, sizeGb: 4 };
    const calls = call('count_refund', { ...more, ...args, amount: 64, currency: 'EUR' });
    // A time that grows with the square of the length would be minutes.
    expect(cpuMs(() => void findingsFor({ title: '', says, calls, holds: 'nothing' }))).toBeLessThan(5_000);
  });
});
