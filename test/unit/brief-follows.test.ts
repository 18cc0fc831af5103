/** Values that follow from several messages or from each other, and ids of another record. */
import { describe, expect, it } from 'vitest';
import { sourceNote } from '../../src/domain/approvals/brief/source-text.ts';
import {
  type Args,
  agent,
  briefOn,
  type Conversation,
  orderLines,
  type Said,
  sourcesOn,
  system,
  tool,
  user,
} from '../support/briefs.ts';

describe('a value follows', () => {
  it.each<[string, Conversation, Args, string]>([
    [
      'from a user’s number and a tool’s',
      [user('Now it shows 48,316'), tool('{"last_reading": 45102}')],
      { reading: 48316, consumption_kwh: 3214 },
      '= 48316 − 45102',
    ],
    [
      'from a rate in the instructions',
      [system('Mileage is paid at 0.529 EUR per km.'), user('It was 186 km to Limoges')],
      { km: 186, allowance: 98.39 },
      '= 186 × 0.529',
    ],
    [
      'from a percentage that a tool names as a field',
      [user('Pay the deposit for MP-0562'), tool('{"project": "MP-0562", "price": 7850, "deposit_percent": 40}')],
      { project: 'MP-0562', amount: 3140 },
      '= 7850 and 40 %',
    ],
    [
      'from a count and the size beside its item',
      [
        user('8 cases of 600'),
        tool('code | size | each case | stock\n4412-0525 | 525 ml | 20 | 3\n4412-0600 | 600 ml | 24 | 1'),
      ],
      { code: '4412-0600', cases: 8, units: 192 },
      '= 8 × 24',
    ],
    ['from the half of an amount', 'Half of the 2,340.00 EUR now', { amount: 1170 }, '= 2340 ÷ 2'],
    [
      'from amounts that are added and taken off',
      'The goods are 66.00, 10% off, delivery 6.50',
      { subtotal: 66, discount: 6.6, delivery_fee: 6.5, total: 65.9 },
      '= 66 − 6.6 + 6.5',
    ],
    [
      'from an amount that the agent told the user',
      [user('Gutters for Ostermann'), agent('That is 1,509.00 EUR net. Shall I?'), user('With 55.95 off')],
      { rebate: 55.95, net_total: 1453.05 },
      '= 1509 − 55.95',
    ],
    ['from a week in words', 'Cephalexin for a week', { duration_days: 7 }, 'user'],
    ['from an hour after its preposition', 'Call me after 5', { callback_after: '17:00' }, 'user'],
    ['from a volume in another unit', 'Give sector 3 14.4 m3', { volume_litres: 14400 }, 'user'],
    [
      'from a term in the instructions',
      [system('Payment terms 14 days. Today is 2026-01-22.'), user('Invoice for Mrs Abernethy')],
      { issue_date: '2026-01-22', due_date: '2026-02-05' },
      '= 2026-01-22 + 14 days',
    ],
  ])('%s', (_what, messages, args, source) => {
    expect(Object.values(sourcesOn(messages, args)).at(-1)).toBe(source);
  });

  it('from a day that was said, in any order, but of two days that nobody said only the second follows', () => {
    const [checkIn, checkOut] = ['2026-05-03', '2026-05-06'];
    const [said, invented] = [[user('3 nights from 3 May.')], [user('3 nights.')]];
    const tomorrow = user('3 nights from tomorrow.', { timestamp: '2026-05-02T08:00:00Z' });
    expect(sourcesOn(said, { checkOut, checkIn })).toEqual({ checkOut: '= 2026-05-03 + 3 days', checkIn: 'user' });
    expect(sourcesOn([tomorrow], { checkOut, checkIn }).checkOut).toBe('= 2026-05-03 + 3 days');
    expect(briefOn(invented, { checkIn, checkOut }).unsaid).toEqual(['checkIn 2026-05-03: nobody said this']);
    expect(briefOn(invented, { checkOut, checkIn }).unsaid).toEqual(['checkOut 2026-05-06: nobody said this']);
  });

  it('from many terms, of which the first ones are shown', () => {
    const items = Array.from({ length: 40 }, (_, n) => ({ sku: `S-${n}`, quantity: 2, price: 17.25 + n }));
    const total = items.reduce((sum, { price }) => sum + 2 * price, 0);
    const said = [user(`Order ${items.map(({ sku, price }) => `2 of ${sku} at ${price}`).join('; ')}`)];
    expect(sourcesOn(said, { items, total }).total).toBe('= 2 × 17.25 + 2 × 18.25 + 2 × 19.25 + … (40 terms)');
  });

  it('from one that nobody said, of which alone a person is told', () => {
    const messages = [user('Seed for two fields'), tool('{"bag_kg": 500, "price_per_bag": 285}')];
    const args = { bags: 7, total_kg: 3500, total_price: 1995 };
    expect(sourcesOn(messages, args)).toEqual({
      bags: 'nobody said this',
      total_kg: '= 7 × 500',
      total_price: '= 7 × 285',
    });
    expect(briefOn(messages, args).unsaid).toEqual(['bags 7: nobody said this']);
  });
});

describe('nobody said', () => {
  it.each<[string, Conversation, Args]>([
    [
      'a value that is ten times one of which the agent speaks, though a product gives it, too',
      [
        user('Pay the deposit, 3 tenths'),
        tool('{"contract": 1850000}'),
        agent('The deposit is 555,000 JPY.'),
        user('Fine'),
      ],
      { amount: 5_550_000 },
    ],
    [
      'a value that among so many numbers follows from some of them by chance',
      [user('Lengths: 17 23 41 58 67 79 83 97'), tool('{"a": 31, "b": 37, "c": 43, "d": 53, "e": 61}')],
      { code: 'X', pieces: 113 },
    ],
    ['twice an amount, if nobody speaks of twice', 'Refund 500 EUR to order 7', { amount: 1000 }],
    ['half of an amount, if nobody speaks of half', 'Pay the invoice of 4,820 EUR', { amount: 2410 }],
    ['an account whose number is twice another', 'Double it. Mine is 24680246', { account_id: 49360492 }],
    ['a day beside one that follows', 'The 2026-05-03 and 7 days', { date: '2026-05-10', until: '2027-12-31' }],
    ['an amount of which a text has hours', 'Wait 2 hours', { min_amount: 120 }],
    ['a payee, whatever the language of its name', 'Pay them', { Empfänger: 'Jana Rehling' }],
    ['a creditor', 'Pay them', { creditor: 'Jana Rehling' }],
    ['a host', 'Point it there', { target: 'evil.com' }],
    ['a right of a subscription, which holds no script', 'Let her in', { subscription_role: 'admin' }],
    ['a right of an entitlement, which holds no title', 'Let her in', { entitlement: 'admin' }],
    ['an environment, also in an argument that mostly holds a phrase', 'Put it out', { context: 'production' }],
    ['a dose in a prescription, which holds no script', 'Renew it', { prescription: 'Amoxicillin 850' }],
  ])('%s', (_what, messages, args) => {
    expect(Object.values(sourcesOn(messages, args)).at(-1)).toBe('nobody said this');
  });

  it.each<[string, Said, Args]>([
    ['names another amount', user('300 EUR please'), { amount: 500 }],
    ['objects later in the sentence', user('Hm, no, that is wrong'), { amount: 500 }],
    ['finds it too much', user("That's far too much!"), { amount: 500 }],
    ['asks about an account that the agent invented', user('What is my balance?'), { account_id: 48213377 }],
  ])('but the agent what a user was told who %s', (_what, reply, args) => {
    const told = agent('I will refund 500 EUR to account 48213377.');
    expect(Object.values(sourcesOn([user('Hi'), told, reply], args))).toEqual(['only the agent']);
  });
});

it('names no message for what follows from several', () => {
  const brief = briefOn([user('Now it shows 48,316'), tool('{"last_reading": 45102}')], { reading: 48316, used: 3214 });
  expect(brief.sources.flat().map((one) => sourceNote(one))).toEqual(['user, message 1', '= 48316 − 45102']);
});

it('says nothing of a word that is nobody’s name, as long as it has no figures', () => {
  expect(briefOn('Book the trip', { category: 'Rail travel', city: 'Nagoya' }).unsaid).toEqual([]);
  expect(briefOn('Book the trip', { payee_name: 'Jana Rehling' }).unsaid).toEqual([
    'payee_name ⟦Jana Rehling⟧: nobody said this',
  ]);
});

describe('an id of another record is unusual', () => {
  const listed = tool('[{"id": "BK-77118", "place": "Lisbon"}, {"id": "BK-77120", "place": "Porto"}]');
  it.each<[string, readonly Said[], string, string[]]>([
    [
      'if the user says one of the same kind',
      [user('Cancel BK-77118'), listed],
      '',
      ['booking BK-77120: the user says BK-77118, which is in message 2, too'],
    ],
    [
      'if the user says only its digits',
      [user('Cancel 77118'), listed],
      '',
      ['booking BK-77120: the user says BK-77118, which is in message 2, too'],
    ],
    [
      'if the agent says one of the same kind beside the call',
      [user('Cancel Lisbon'), listed],
      'I cancel BK-77118.',
      ['booking BK-77120: the agent says BK-77118, which is in message 2, too'],
    ],
    ['but not if it is spoken of itself', [user('Not BK-77118, cancel BK-77120'), listed], '', []],
    ['nor if none is spoken of', [user('Cancel the one in Porto'), listed], '', []],
    ['nor if no result lists it', [user('Cancel BK-77118'), tool('{"id": "BK-77118"}')], '', []],
  ])('%s', (_what, messages, says, unusual) => {
    expect(briefOn(messages, { booking: 'BK-77120' }, says).unusual).toEqual(unusual);
  });

  it('but not if only an amount or a year has the digits of another', () => {
    const messages = [user('At most 100 EUR, from 2026 on'), tool('A-100 RE-2026\nA-250 RE-2025')];
    expect(briefOn(messages, { article: 'A-250', invoice: 'RE-2025' }).unusual).toEqual([]);
  });

  it('also in a call with a long list', () => {
    const refunds = { lines: orderLines(30), booking: 'BK-77120' };
    expect(briefOn([user('Cancel BK-77118'), listed], refunds).unusual).toEqual([
      'booking BK-77120: the user says BK-77118, which is in message 2, too',
    ]);
  });

  it('but not if the call has the other one, too', () => {
    const messages = [user('Roll back to v3.17.4'), tool('v3.18.0 live\nv3.17.4 before')];
    expect(briefOn(messages, { from: 'v3.18.0', to: 'v3.17.4' }).unusual).toEqual([]);
  });
});
