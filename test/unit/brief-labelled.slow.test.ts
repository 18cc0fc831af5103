/** The points of a brief on labelled requests, its known false alarms, and its time on hostile text. */
import { describe, expect, it } from 'vitest';
import { loadSets } from '../../bench/brief/load.ts';
import { pointsOn, score } from '../../bench/brief/score.ts';
import { PRECISION, RECALL } from '../../bench/brief.ts';
import { namesMoney } from '../../src/domain/approvals/brief/contradict-money.ts';
import { briefOn, user } from '../support/briefs.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { golden } from '../support/golden.ts';

type Args = Readonly<Record<string, unknown>>;
const points = (says: string, args: Args, earlier: readonly Args[] = [], name = 'act'): string[] =>
  pointsOn({ title: '', says, calls: [{ name, args }], earlier: [...earlier], holds: 'nothing' });

const sets = loadSets();
/** Where only the agent's words are given, nobody said any value: then only contradictions and what is unusual count. */
const isConversation = ({ messages }: { messages?: unknown }): boolean => messages !== undefined;
const tuned = sets.filter(({ use }) => use === 'tuned').flatMap(({ requests }) => requests);

it.each(sets.map(({ name, requests }) => [name, requests] as const))(
  'the set %s has about as many right requests as faulty ones',
  (_name, requests) => {
    const innocent = requests.filter(({ holds }) => holds === 'nothing').length;
    expect(requests.length).toBeGreaterThanOrEqual(60);
    expect(innocent / requests.length).toBeGreaterThan(0.4);
  },
);

describe('on the requests that it was tuned on', () => {
  it.each([
    ['with the conversation', tuned.filter(isConversation), PRECISION],
    // Written to be misread: nobody says the day that the call has.
    ['with the agent’s words alone', tuned.filter((one) => !isConversation(one)), 0.94],
  ])('%s, a brief has the precision that is promised', (_what, requests, promised) => {
    const { precision, falseAlarms } = score(requests);
    expect({ falseAlarms, isPrecise: precision >= promised }).toEqual({ falseAlarms, isPrecise: true });
  });

  it('a brief names the faults that are promised', () => {
    const { recall, missed } = score(tuned.filter(isConversation));
    expect({ missed, isComplete: recall >= RECALL }).toEqual({ missed, isComplete: true });
  });
});

it('on the requests of strangers that were looked at, a brief is as quiet, and names as much, as it did then', () => {
  const { quiet, recall, falseAlarms, missed } = score(
    sets.filter(({ use }) => use === 'seen').flatMap(({ requests }) => requests),
  );
  expect({ falseAlarms, isQuiet: quiet >= 672 / 840 }).toEqual({ falseAlarms, isQuiet: true });
  expect({ missed, isComplete: recall >= 544 / 840 }).toEqual({ missed, isComplete: true });
});

it('of amounts in right calls of strangers that were altered one by one, nearly all are told', () => {
  const altered = sets
    .filter(({ use }) => use === 'seen')
    .flatMap(({ requests }) => requests)
    .filter(({ holds }) => holds === 'nothing')
    .flatMap((request, nth) =>
      request.calls.flatMap((call, index) =>
        Object.entries(call.args).flatMap(([key, value]) => {
          if (typeof value !== 'number' || value < 20 || !namesMoney(key)) return [];
          // By 3 to 33 percent, with as many decimals, and rounded to 5 where it was round.
          const factor = 1 + ((nth % 2 === 0 ? 1 : -1) * (3 + ((nth * 7) % 30))) / 100;
          const decimals = String(value).split('.')[1]?.length ?? 0;
          const other =
            value % 10 === 0 ? Math.round((value * factor) / 5) * 5 : Number((value * factor).toFixed(decimals));
          const calls = request.calls.map((one, at) =>
            at === index ? { ...one, args: { ...one.args, [key]: other } } : one,
          );
          return other === value ? [] : [pointsOn({ ...request, calls }).some((point) => point.includes(key))];
        }),
      ),
    );
  expect(altered.length).toBeGreaterThan(400);
  expect(altered.filter(Boolean).length / altered.length).toBeGreaterThan(0.9);
});

describe('raises a known false alarm no more:', () => {
  const refunds = (...all: readonly (readonly [number, string])[]): Args[] =>
    all.map(([amount, currency]) => ({ amount, currency }));
  const reports = (key: string, ...all: string[]): Args[] =>
    all.flatMap((value) => [{ [key]: value }, { [key]: value }, { [key]: value }]);
  it.each<[string, string, Args, Args[]?]>([
    ['a date is no account number', 'I charge the card ending in 7334.', { payment: 'card_7334', date: '2024-05-20' }],
    ['bags are no amount', 'The total is 250 USD with 3 bags.', { total_baggages: 52, amount: 250, currency: 'USD' }],
    ['a count and a unit price', '10 seats at EUR 12, I order them.', { total: 120, currency: 'EUR' }],
    ['reais are not dollars', 'Vou pagar R$ 250,00.', { amount: 250, currency: 'BRL' }],
    ['pesos mexicanos', 'Pago MX$ 250.00.', { amount: 250, currency: 'MXN' }],
    [
      'another environment stays as it is',
      'Production stays on 4.1. I deploy 4.2.',
      { version: '4.2', environment: 'staging' },
    ],
    [
      'an amount of the past',
      'They paid 500 USD in January. May I pay the February invoice?',
      { amount: 620, currency: 'USD' },
    ],
    ['a slip among several amounts', 'It was $250 by certificate and $55 by card.', { amount: 205, currency: 'USD' }],
    ['a new period', '', { period: '2026-05' }, reports('period', '2026-03', '2026-04')],
    ['a new quarter', '', { range: 'Q3 2026' }, reports('range', 'Q1 2026', 'Q2 2026')],
    ['a new title', '', { title: 'May' }, reports('title', 'March', 'April')],
    ['a title for the first time', '', { title: 'May', id: 4 }, [{ id: 1 }, { id: 2 }, { id: 3 }]],
    [
      'an amount of another currency',
      '',
      { amount: 9_000, currency: 'JPY' },
      refunds([12, 'EUR'], [20, 'EUR'], [64, 'EUR'], [8_000, 'JPY']),
    ],
  ])('%s', (_what, says, args, earlier) => {
    expect(points(says, args, earlier)).toEqual([]);
  });
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
    ['Ich erstatte 64,00 €.', { betrag: 640, waehrung: 'EUR' }],
    ['6,400円を返金します。', { amount: 64_000, currency: 'JPY' }],
  ])('%s %j', (says, args) => {
    golden(points(says, args, [], 'pay').join('\n'));
  });
});

describe('takes linear time on hostile words:', () => {
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
    ['codes', 'count INV-12 '.repeat(1e4)],
    ['money', 'pay 12 EUR '.repeat(1e4)],
    ['dates', '1.1.2026 '.repeat(1e4)],
    ['joined digits', '1:11'.repeat(1e4)],
    ['shares', '12 % of 13 '.repeat(1e4)],
    ['blanks', `create_refund ${' '.repeat(1e5)}{}`],
  ])('%s', (_what, says) => {
    const more = { days: 3, at: '2026-05-04T10:00:00Z', country: 'AT', role: 'editor', notify: true, sizeGb: 4 };
    // A time that grows with the square of the length would be minutes.
    expect(cpuMs(() => void points(says, { ...more, ...args, amount: 64, currency: 'EUR' }))).toBeLessThan(2_000);
  });
});

it('compares the longest words that it reads in a moment', () => {
  const words = '9 rooms! '.repeat(220) + 'a5! '.repeat(490);
  const args = { a: 'a5', list: Array.from({ length: 50 }, (_, n) => ({ rooms: n + 20 })), rooms: 7 };
  expect(cpuMs(() => briefOn([user('Book')], args, words))).toBeLessThan(2_000);
});
