/** Totals of what a call names: counts among its arguments, times prices that stand in the records of its ids. */
import { describe, expect, it } from 'vitest';
import { type Args, agent, briefOn, type Conversation, sourcesOn, system, tool, user } from '../support/briefs.ts';
import { cpuMs } from '../support/cpu-time.ts';

const catalogue = tool(
  '{"articles": [{"no": "TAQ-500", "name": "Taq 500 U", "stock": 3, "min": 4, "max": 12, "price": 84.5}, {"no": "FT-200", "name": "Tips 200", "stock": 14, "min": 20, "max": 60, "price": 62.8}]}',
);
const lines = [
  { no: 'TAQ-500', packs: 7 },
  { no: 'FT-200', packs: 4 },
];
const rates = tool(
  '{"hotel": "H-1", "rates": [{"code": "RO", "single": 118}, {"code": "BB", "single": 132}], "city_tax": 4.25}',
);

describe('the total of a call follows from', () => {
  it.each<[string, Conversation, Args, string, string]>([
    ['counts and prices of a list', [user('Fill up'), catalogue], { lines, sum: 842.7 }, 'sum', '7 × 84.5 + 4 × 62.8'],
    [
      'prices of two results',
      [
        user('4 of the first, 2 of the second'),
        tool('{"hits": [{"sku": "EZ-100", "price": 58}, {"sku": "EZ-500", "price": 214}]}'),
        tool('{"hits": [{"sku": "TP-10", "price": 71.5}, {"sku": "TP-20", "price": 73}]}'),
      ],
      {
        items: [
          { sku: 'EZ-500', qty: 4 },
          { sku: 'TP-20', qty: 2 },
        ],
        total: 1002,
      },
      'total',
      '4 × 214 + 2 × 73',
    ],
    [
      'a list of counts and prices, and the freight',
      [user('5 and 6 of them'), tool('{"pellets": 418, "starter": 19.75, "delivery": 65, "grit": 13.4, "hay": 22.1}')],
      {
        lines: [
          { sku: 'DP18', qty: 5, price: 418 },
          { sku: 'CS20', qty: 6, price: 19.75 },
        ],
        freight: 65,
        total: 2273.5,
      },
      'total',
      '5 × 418 + 6 × 19.75 + 65',
    ],
    [
      'a price with something off, and a fee',
      [user('The large one'), tool('{"ref": "PAS-L", "price": 49.9, "delivery": 8.9, "off": "10 %"}')],
      { ref: 'PAS-L', total: 53.81 },
      'total',
      '(49.9 and 10 %) + 8.9',
    ],
    [
      'prices, and a coupon of some per cent',
      [
        user('I return both'),
        tool(
          '{"items": [{"sku": "VM-12", "price": 219.9}, {"sku": "CB-03", "price": 59.9}], "cupom": {"percentual": 10}}',
        ),
      ],
      { items: [{ sku: 'VM-12' }, { sku: 'CB-03' }], refund: 251.82 },
      'refund',
      '(219.9 + 59.9) and 10 %',
    ],
    [
      'a percentage that the agent told the user',
      [user('90 guests'), tool('{"menu": "ITA", "per_head": 142}'), agent('30 % are due now.'), user('fine, by card')],
      { menu: 'ITA', guests: 90, total: 12780, deposit: 3834 },
      'deposit',
      '12780 and 30 %',
    ],
    [
      'prices between commas, where the next cell follows without a blank',
      [
        user('43 bags and one of grit'),
        tool('sku,name,price,stock\nLP-20,Pellets 20 kg,9.95,310\nOG-25,Grit 25 kg,11.60,90'),
      ],
      {
        lines: [
          { sku: 'LP-20', qty: 43 },
          { sku: 'OG-25', qty: 1 },
        ],
        total: 439.45,
      },
      'total',
      '43 × 9.95 + 11.6',
    ],
    [
      'the numbers of records that a plain list names',
      [
        user('Delete them'),
        tool('id,created,size_gb\nsnap-a1,2026-01-14,120\nsnap-b2,2026-02-28,95\nsnap-c3,2026-03-29,80'),
      ],
      { ids: ['snap-a1', 'snap-c3'], freed_gb: 200 },
      'freed_gb',
      '120 + 80',
    ],
    [
      'the nights of each room and one price',
      [user('Two rooms, room only; Ines leaves on Tuesday'), rates],
      {
        rate: 'RO',
        rooms: [
          { guest: 'Orla', check_in: '2026-04-12', check_out: '2026-04-15' },
          { guest: 'Ines', check_in: '2026-04-12', check_out: '2026-04-14' },
        ],
        total: 590,
      },
      'total',
      '3 × 118 + 2 × 118',
    ],
    [
      'nights, and guests in a plain list',
      [user('Two rooms please'), tool('LO: 148.25 per night\nLF: 164.75 per night')],
      { rate: 'LO', arrival: '2026-04-19', departure: '2026-04-23', guests: ['Pawel', 'Ulf'], total: 1186 },
      'total',
      '2 × 4 × 148.25',
    ],
    [
      'a discount on all of it',
      [system('Dealers get 12 % off.'), user('Two discs, one set'), tool('DF4381;Disc;41,75\nGDB3332;Pads;32,40')],
      {
        lines: [
          { ref: 'DF4381', qty: 2 },
          { ref: 'GDB3332', qty: 1 },
        ],
        total: 101.99,
      },
      'total',
      '(2 × 41.75 + 32.4) and 12 %',
    ],
    [
      'a flat fee beside the list of prices',
      [
        user('48 people, 5 of them vegetarians, with service'),
        tool('{"menus": [{"code": "TER", "pp": 28.5}, {"code": "TER-V", "pp": 26}], "service": 180}'),
      ],
      {
        menus: [
          { code: 'TER', covers: 43 },
          { code: 'TER-V', covers: 5 },
        ],
        total: 1535.5,
      },
      'total',
      '43 × 28.5 + 5 × 26 + 180',
    ],
    [
      'what the user has paid',
      [
        tool('Labour 182.00. Parts 140.00. Net 322.00. Total due 386.40.'),
        agent('INV-0419 comes to £386.40. Pay it?'),
        user('I gave him 50 cash, take that off'),
      ],
      { amount: 336.4 },
      'amount',
      '386.4 − 50',
    ],
    [
      'a credit note, and a discount on the rest',
      [
        user('Deduct the credit note first, then take the 2 %'),
        tool('[{"no": "RE-418", "gross": "2,951.20"}, {"no": "GS-118", "gross": "89.25"}]'),
      ],
      { amount: 2804.71, settles: ['RE-418', 'GS-118'] },
      'amount',
      '(2951.2 − 89.25) and 2 %',
    ],
  ])('%s', (_what, messages, args, argument, formula) => {
    expect(sourcesOn(messages, args)).toMatchObject({ [argument]: `= ${formula}` });
  });

  it.each<[string, Conversation, Args, readonly string[]]>([
    ['a price of another record', [user('Fill up'), catalogue], { lines, sum: 932.4 }, ['sum 932.4: nobody said this']],
    [
      'a small number',
      [user('Room only'), rates],
      { rate: 'RO', nights: 3, guests: 7 },
      ['guests 7: nobody said this'],
    ],
    [
      'round numbers, which many formulas give',
      [user('14 tables'), tool('{"item": "MQ-612", "weekend": 540, "lining": 95, "last": "10 tables"}')],
      { item: 'MQ-612', tables: 14, total: 540, deposit: 150 },
      ['deposit 150: nobody said this'],
    ],
    [
      'counts times themselves',
      [user('3 of one, 4 of the other'), tool('[{"id": "A-1", "price": 12.5}, {"id": "A-2", "price": 30}]')],
      {
        items: [
          { id: 'A-1', q: 3 },
          { id: 'A-2', q: 4 },
        ],
        total: 125,
      },
      ['total 125: nobody said this'],
    ],
    [
      'what is in stock',
      [
        user('3 of one, 4 of the other'),
        tool('[{"id": "A-1", "stock": 310, "price": 12.5}, {"id": "A-2", "stock": 90, "price": 30}]'),
      ],
      {
        items: [
          { id: 'A-1', q: 3 },
          { id: 'A-2', q: 4 },
        ],
        total: 1290,
      },
      ['total 1290: nobody said this'],
    ],
  ])('but not from %s', (_what, messages, args, unsaid) => {
    expect(briefOn(messages, args).unsaid).toEqual(expect.arrayContaining([...unsaid]));
  });
});

describe('a value is found', () => {
  it.each<[string, Conversation, Args]>([
    [
      'as a phone number with points, without the code of the country',
      '06.39.98.12.40, Brigitte',
      { mobile: '+33639981240' },
    ],
    ['as a phone number behind a prefix and a slash', 'call 0151 / 23 40 99 17', { phone: '+4915123409917' }],
    ['as hours and minutes of a length', 'põe 1h30 de janela', { duration_min: 90 }],
    ['as a class with an ordinal', 'los papás de 4to B', { class: '4B' }],
  ])('%s', (_what, messages, args) => {
    expect(Object.values(sourcesOn(messages, args))[0]).toMatch(/^(?:user|lookup, message 2)$/);
  });

  it.each<[string, Conversation, Args]>([
    ['as decimals under a greeting', 'Ja,bitte\nüberweise 12,80 an Max', { amount: 80 }],
    ['as the figures of another id', 'order for E-0739', { group: 'G-0739' }],
    ['as minutes of a range', 'from 20 to 8 people', { time: '19:40' }],
    [
      'as the end of another year',
      [user('the year-end party of 2019', { timestamp: '2026-05-01T10:00:00Z' })],
      { until: '2026-12-31' },
    ],
    ['as a length where a time is said', 'la réunion est à 13h30', { duration_min: 810 }],
  ])('but not %s', (_what, messages, args) => {
    expect(Object.values(sourcesOn(messages, args))[0]).toBe('nobody said this');
  });

  it('in a tool’s result that gives back what the agent sent, which the line says', () => {
    const looked = agent('', {
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'lookup', arguments: '{"employee":"E-0739"}' } }],
    });
    const messages = [
      user('My holidays please'),
      looked,
      tool('{"employee": "E-0739", "left": 8}', { tool_call_id: 'c1' }),
    ];
    expect(briefOn(messages, { employee: 'E-0739' }).unsaid).toEqual([
      'employee E-0739: only the agent said this, and message 3 repeats it',
    ]);
  });
});

describe('nothing is told of', () => {
  it.each<[string, Conversation, Args, string]>([
    [
      'a weight that looks like a day',
      'Mel weighs 6,2 kg, come on the 13th of June',
      { date: '2026-06-13', weight: 6.2 },
      'At 6,2 kg that is 77.5 mg.',
    ],
    [
      'a phone number that looks like a day',
      [user('on 20 June 2026 at noon'), agent('When do we serve?'), user('no, better at 13:00. 06.39.98.12.40')],
      { date: '2026-06-20' },
      '',
    ],
    [
      'a weekday that another argument has',
      [user('from Monday the 7th of September 2026'), agent('Which days?'), user('not Tuesday, make it Friday')],
      { start: '2026-09-07', days: ['monday', 'friday'] },
      '',
    ],
  ])('%s', (_what, messages, args, says) => {
    expect(briefOn(messages, args, says).unusual).toEqual([]);
  });
});

it('a call with many amounts that nobody said is compared in time', () => {
  const amounts = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`amount_${n}`, 7000.13 + 13.77 * n]));
  const rates = Object.fromEntries(Array.from({ length: 160 }, (_, n) => [`percent_${n}`, 1 + n]));
  const said = [
    user(`pay 420 at ${Object.values(rates).join(' %, ')} %`),
    tool('{"inv": "I-1", "gross": 412.37, "open": 250}'),
  ];
  const args = { inv: 'I-1', from: '2026-05-01', to: '2026-05-12', due: '2026-06-01', ...amounts, ...rates };
  expect(cpuMs(() => briefOn(said, args))).toBeLessThan(5_000);
});

it('no total follows from a percentage that the agent told and the user refused', () => {
  const said = [user('Order it'), tool('{"price": 1999.5}'), agent('I could take 30 % off.'), user('No. No discount!')];
  expect(briefOn(said, { price: 1999.5, total: 1399.65 }).unsaid).toHaveLength(1);
});
