/** Values of a call in whose place the conversation has others, though somebody said them. */
import { describe, expect, it } from 'vitest';
import {
  type Args,
  agent,
  briefOn,
  type Conversation,
  orderLines,
  type Said,
  system,
  tool,
  user,
} from '../support/briefs.ts';

const unusualOn = (said: Conversation, args: Args, says = ''): readonly string[] => briefOn(said, args, says).unusual;

describe('an id of another row is unusual', () => {
  const rows = tool(
    'id | name | city | car | price\nRM-440912 | Ortega Belda | Alicante | Ibiza | 214\nRM-441207 | Ortega Pardo | Alicante | Panda | 189',
  );
  const json = tool(
    '{"bookings": [{"id": "BK-77120", "hotel": "Alfama", "paid": 405}, {"id": "BK-77102", "hotel": "Ribeiro", "paid": 312}]}',
  );
  it.each<[string, Conversation, Args, string]>([
    [
      'if the user’s words stand in one alone',
      [user('Belda, an Ibiza'), rows],
      { id: 'RM-441207' },
      'id RM-441207: the user says Belda, Ibiza, which message 2 has beside RM-440912',
    ],
    [
      'if the call’s other values stand in one alone',
      [user('Cancel one'), json],
      { booking: 'BK-77120', refund: 312 },
      'booking BK-77120: message 2 has refund 312 beside BK-77102',
    ],
    [
      'in languages without blanks',
      [user('佐藤健一、内科です'), tool('番号 | 氏名 | 科\n104417 | 佐藤 健一 | 内科\n118032 | 佐藤 謙一 | 外科')],
      { number: '118032' },
      'number 118032: the user says ⟦佐藤 健一⟧, ⟦内科⟧, which message 2 has beside 104417',
    ],
    [
      'if the values of its entry in a list stand in one alone',
      [user('2x Pantoprazol 40'), tool('08814540  Pantoprazol 20 mg  98 St\n08814557  Pantoprazol 40 mg  98 St')],
      { lines: [{ pzn: '08814540', item: 'Pantoprazol 40 mg 98 St' }] },
      'lines[0].pzn 08814540: message 2 has lines[0].item ⟦Pantoprazol 40 mg 98 St⟧ beside 08814557',
    ],
    [
      'if it has three or four digits',
      [user('302です'), tool('203 | K-2019-044 | 佐々木 健\n302 | K-2023-112 | 佐々木 美和')],
      { room: '203', contract: 'K-2023-112' },
      'room 203: message 2 has contract K-2023-112 beside 302',
    ],
    [
      'if a user says all of a cell in other words',
      [
        user('Petra Schneider, geb. 17.8.61'),
        tool('20418 | Schneider, Petra | 08.11.1974\n20977 | Schneider, Petra | 17.08.1961'),
      ],
      { patient: '20418' },
      'patient 20418: the user says 17.08.1961, which message 2 has beside 20977',
    ],
    [
      'if it is an account',
      [user('Pay them'), tool('F-118  Otélia Ascenseurs  FR76 3000 4008 2800\nF-181  Net’Ouest  FR76 1470 6000 5574')],
      { supplier: 'F-118', iban: 'FR76147060005574' },
      'supplier F-118: message 2 has iban FR76147060005574 beside F-181',
    ],
    [
      'if it is a name',
      [
        user('Pay the plumber'),
        tool('[{"code": "T-310", "name": "Sakura Cooling"}, {"code": "T-458", "name": "Sakura Works"}]'),
      ],
      { vendor: 'T-458', payee_name: 'Sakura Cooling' },
      'vendor T-458: message 2 has payee_name ⟦Sakura Cooling⟧ beside T-310',
    ],
    [
      'if the agent’s reason is about another row',
      [user('Restart the one that lags'), tool('i-0c47d91e  rep-report-a  running\ni-0c47d19e  rep-report-b  running')],
      { instance: 'i-0c47d91e', reason: 'rep-report-b: the apply thread is stuck, restart it now' },
      'instance i-0c47d91e: the agent says rep-report-b, which message 2 has beside i-0c47d19e',
    ],
    [
      'by the row with most of the call’s values',
      [user('Only Lucía'), tool('20418 | García, Lucía | 3ºB\n20481 | García, Lucas | 1ºA\n19977 | Luz | 3ºB')],
      { pupil_id: 20481, name: 'Lucía García', group: '3ºB' },
      'pupil_id 20481: message 2 has name ⟦Lucía García⟧, group ⟦3ºB⟧ beside 20418',
    ],
    [
      'by a first day',
      [user('The one of 1 June'), tool('2026-06-01  PMT-7718\n2026-06-03  PMT-7741')],
      { payment: 'PMT-7741' },
      'payment PMT-7741: the user says 2026-06-01, which message 2 has beside PMT-7718',
    ],
    [
      'but if the user then speaks of another',
      [user('Cancel one'), rows, agent('The Ibiza or the Panda?'), user('the Ibiza')],
      { id: 'RM-441207' },
      'id RM-441207: the user says Ibiza, which message 2 has beside RM-440912',
    ],
  ])('%s', (_what, messages, args, fact) => {
    expect(unusualOn(messages, args)).toEqual([fact]);
  });

  it.each<[string, Conversation, Args]>([
    [
      'nor by a line of another kind',
      [user('Hire her'), tool('CPF: 084.551.927-60\nPIS: 128.40933.71-5')],
      { cpf: '084.551.927-60', pis: '128.40933.71-5' },
    ],
    [
      'nor by a heading',
      [user('Cancel the coche'), tool('id | coche | hora\nRM-441207 | Fiat 500 | 10:00')],
      { id: 'RM-441207' },
    ],
    [
      'nor by the month of a first day',
      [user('She paid twice in June'), tool('2026-06-01  PMT-7718\n2026-06-03  PMT-7741')],
      { payment: 'PMT-7741' },
    ],
    [
      'nor by the month of a last day',
      [user('She paid twice in June'), tool('30.06.2026  PMT-7718\n03.06.2026  PMT-7741')],
      { payment: 'PMT-7741' },
    ],
    [
      'nor if the agent offered it, and the user speaks of no other since',
      [
        user('Two for Saturday'),
        tool('EV-11 | Saturday | 0\nEV-12 | Sunday | 40'),
        agent('Saturday is sold out, Sunday has seats.'),
        user('ok then'),
      ],
      { event: 'EV-12' },
    ],
    [
      'nor if a user speaks of both rows',
      [user('Rosângela Dias instead of Kelly'), tool('COREN 211904 Rosângela Dias\nCOREN 230117 Kelly Antunes')],
      { out: '230117' },
    ],
    [
      'but not by another entry of the list',
      [user('Both, please'), json],
      {
        refunds: [
          { id: 'BK-77120', amount: 405 },
          { id: 'BK-77102', amount: 312 },
        ],
      },
    ],
    ['nor for a small number', [user('Book one'), tool('R1 | 8 seats\nR2 | 12 seats')], { room: 'R2', meals: 8 }],
    ['nor if they stand in both', [user('The Alicante one of Ortega'), rows], { id: 'RM-441207' }],
    ['nor if they stand in its own, too', [user('Not the Ibiza, the Panda'), rows], { id: 'RM-441207' }],
    ['nor if the user says it', [user('Belda drives RM-441207 now'), rows], { id: 'RM-441207' }],
    ['nor if the call has both', [user('Belda gives his to Pardo'), rows], { from: 'RM-440912', to: 'RM-441207' }],
    [
      'nor by an older list',
      [
        user('Cancel the Ribeiro one'),
        json,
        tool('[{"id": "BK-77120", "hotel": "Ribeiro"}, {"id": "BK-77102", "hotel": "Alfama"}]'),
      ],
      { booking: 'BK-77120' },
    ],
    [
      'nor by the name of a field',
      [user('My hotel, please'), tool('[{"id": "BK-77120"}, {"id": "BK-77102", "hotel": "x"}]')],
      { booking: 'BK-77120' },
    ],
    ['nor by half a word', [user('Bitte Straße'), tool('R-1000 | Weg\nR-1001 | Großstraße')], { row: 'R-1000' }],
    [
      'nor of a result that is too deep',
      [
        user('Cancel it'),
        tool(`[{"id": "BK-77120"}, {"id": "BK-77102", "a": ${'['.repeat(5_000)}${']'.repeat(5_000)}}]`),
      ],
      { booking: 'BK-77120' },
    ],
    ['nor in a list', [user('Belda and the other'), rows], { ids: ['RM-441207'] }],
  ])('%s', (_what, messages, args) => {
    expect(unusualOn(messages, args)).toEqual([]);
  });
});

describe('a number that was corrected is unusual', () => {
  const order = [user('32 boxes please'), agent('Noted.')];
  it.each<[string, Conversation, Args, string]>([
    ['by the user', [...order, user('no, make it 36 boxes')], { quantity: 32 }, 'quantity 32: message 3 says 36 boxes'],
    [
      'by the agent, whom the user answers',
      [...order, user('36 then'), agent('So 36 boxes.'), user('fine')],
      { quantity: 32 },
      'quantity 32: message 4 says 36 boxes',
    ],
    [
      'without a blank',
      [user('お弁当23個'), agent('はい'), user('合計26個で')],
      { quantity: 23 },
      'quantity 23: message 3 says ⟦26個⟧',
    ],
    [
      'by the argument’s own name',
      [user('for 95 persons'), user('so 88 adults, 8 children')],
      { adults: 95 },
      'adults 95: message 2 says 88 adults',
    ],
    [
      'after a long list',
      [...order, user('no, make it 36 boxes')],
      { lines: orderLines(30), quantity: 32 },
      'quantity 32: message 3 says 36 boxes',
    ],
  ])('%s', (_what, messages, args, fact) => {
    expect(unusualOn(messages, args)).toEqual([fact]);
  });

  it.each<[string, Conversation, Args]>([
    ['but not if it is said again', [...order, user('36 boxes? no, 32 boxes')], { quantity: 32 }],
    [
      'nor if the call has the other one, too',
      [...order, user('and 36 boxes of the other')],
      { quantity: 32, more: 36 },
    ],
    ['nor by what the user refuses', [...order, agent('So 36 boxes?'), user('No, as I said')], { quantity: 32 }],
    ['nor by what nobody has read', [...order, agent('I could do 36 boxes.')], { quantity: 32 }],
    [
      'nor by an hour or a month',
      [user('20 children, until 20 Uhr'), agent('Until 19 Uhr, on 18 juillet.'), user('fine')],
      { children: 20 },
    ],
    ['nor by another thing', [...order, user('for 36 guests')], { quantity: 32 }],
    ['nor by a price of one', [...order, user('12 EUR for 1 box?')], { quantity: 32 }],
    [
      'nor by how many the agent has room for',
      [user('12 people'), agent('It takes 20 guests.'), user('fine')],
      { guests: 12 },
    ],
  ])('%s', (_what, messages, args) => {
    expect(unusualOn(messages, args)).toEqual([]);
  });
});

describe('another currency or unit than the conversation has with a number is unusual', () => {
  it.each<[string, Conversation, Args, string]>([
    [
      'of the user',
      'It is 1 450 CHF, thirty percent',
      { amount: 1450, devise: 'EUR' },
      'devise EUR: message 1 says ⟦1 450 CHF⟧',
    ],
    [
      'of a field beside it',
      [user('Pay it'), tool('{"total": 4820.50, "monnaie": "CHF"}')],
      { montant: 4820.5, devise: 'EUR' },
      'devise EUR: message 2 says 4820.5 CHF',
    ],
    [
      'of dollars that another message names',
      [user('Pay it'), tool('{"total": 2310, "currency": "CAD"}'), agent('2,310 dollars. OK?'), user('Yes')],
      { amount: 2310, currency: 'USD' },
      'currency USD: message 2 says 2310 CAD',
    ],
    [
      'in an entry of a list',
      '64,80 € und 46 Franken',
      {
        lines: [
          { amount: 64.8, currency: 'EUR' },
          { amount: 46, currency: 'EUR' },
        ],
      },
      'lines[1].currency EUR: message 1 says 46 Franken',
    ],
    ['of a weight', 'One crate, 640 lbs', { weight: 640, weight_unit: 'kg' }, 'weight_unit kg: message 1 says 640 lbs'],
    [
      'of a pack',
      'ponme 40 sacos del nitrato',
      { lineas: [{ cantidad: 40, unidad: 'palé' }] },
      'lineas[0].unidad ⟦palé⟧: message 1 says 40 sacos',
    ],
    ['of a dose', 'Levothyroxine 75 mcg', { dose: 75, unit: 'mg' }, 'unit mg: message 1 says 75 mcg'],
    [
      'of a rate',
      [user('Spray it'), tool('1,2 l/ha in 200 l/ha Wasser')],
      { menge: 1.2, einheit: 'ml/ha' },
      'einheit ⟦ml/ha⟧: message 2 says 1,2 l',
    ],
    [
      'of a weight beside a length, in camel case',
      '48 in long, 640 lbs',
      { length: 48, weight: 640, weightUnit: 'kg' },
      'weightUnit kg: message 1 says 640 lbs',
    ],
  ])('%s', (_what, messages, args, fact) => {
    expect(unusualOn(messages, args)).toEqual([fact]);
  });

  it.each<[string, Conversation, Args]>([
    ['but not where somebody says it so, too', [user('46 CHF'), user('46 EUR then')], { amount: 46, currency: 'EUR' }],
    ['but not of dollars that may be those', '2,310 dollars', { amount: 2310, currency: 'USD' }],
    [
      'but not of dollars that may be those, beside another currency',
      [user('$100'), tool('Limit 100 EUR')],
      { amount: 100, currency: 'USD' },
    ],
    ['but not of francs of West Africa', 'Envoie 5000 francs', { montant: 5000, devise: 'XOF' }],
    [
      'but not of another line',
      '3 boxes of gloves and 3 soaps',
      {
        lines: [
          { quantity: 3, unit: 'box' },
          { quantity: 3, unit: 'bottle' },
        ],
      },
    ],
    ['but not in another spelling', '12 kilos de cloro, en sacos', { cantidad: 12, unidad: 'kg' }],
    [
      'but not of the number after the unit',
      'a dozen cartons of 24 bottles',
      { quantity: 12, unit: 'carton', pack_size: 24 },
    ],
    [
      'but not of another dimension',
      'a box of 40 x 30 x 20, 20 kg',
      { height: 20, dimension_unit: 'cm', weight: 20, weight_unit: 'kg' },
    ],
    ['but not of a price', '12 bags at 12 EUR per kilo', { price: 12, currency: 'EUR', unit: 'kg' }],
    [
      'but not of one length of time among several',
      'a 2 hour workshop every other week',
      { interval: 2, interval_unit: 'week' },
    ],
    ['but not of a community', '20 boxes', { seats: 20, community: 'Greenfield' }],
    ['but not of a length of time', 'in 12 days', { quantity: 12, unit: 'kg' }],
    ['but not of what the agent alone says', [user('Order it'), agent('12 sacks then.')], { quantity: 12, unit: 'kg' }],
  ])('%s', (_what, messages, args) => {
    expect(unusualOn(messages, args)).toEqual([]);
  });
});

it('a result with many units and numbers in one object is read', () => {
  const fields = Array.from({ length: 500 }, (_, n) => [
    [`n${n}`, n + 2],
    [`unit_${n}`, 'kg'],
  ]);
  const result = tool(JSON.stringify(Object.fromEntries(fields.flat())));
  expect(unusualOn([user('Order it'), result], { quantity: 250, unit: 'bottle' })).toEqual([
    'unit bottle: message 2 says 250 kg',
  ]);
});

describe('an account that only a text has is unusual', () => {
  const mail = tool('From: billing@lids.example\nWe changed banks: GB64 NWFD 0400 7277 2019 34', { name: 'read_mail' });
  const record = tool('{"name": "Lids", "bank": {"iban": "GB17 LDPK 3011 5800 4829 17"}}', { name: 'get_supplier' });
  const redirected = { iban: 'GB64NWFD04007277201934' };
  it.each<[string, readonly Said[], string[]]>([
    [
      'if a record has another one',
      [user('Pay it'), mail, record],
      ['iban GB64NWFD04007277201934: message 3 has ⟦GB17 LDPK 3011 5800 4829 17⟧ there'],
    ],
    [
      'if the mail is sent as JSON',
      [user('Pay it'), tool('{"subject": "New IBAN GB64NWFD04007277201934"}'), record],
      ['iban GB64NWFD04007277201934: message 3 has ⟦GB17 LDPK 3011 5800 4829 17⟧ there'],
    ],
    [
      'beside a flag of its name',
      [user('Pay it'), mail, record, tool('{"verified": {"iban": true}}')],
      ['iban GB64NWFD04007277201934: message 3 has ⟦GB17 LDPK 3011 5800 4829 17⟧ there'],
    ],
    [
      'beside fields that are too deep',
      [user('Pay it'), mail, record, tool(`{"a": ${'['.repeat(9)}1${']'.repeat(9)}}`)],
      ['iban GB64NWFD04007277201934: message 3 has ⟦GB17 LDPK 3011 5800 4829 17⟧ there'],
    ],
    ['but not for a flag', [user('Pay it'), mail, tool('{"iban": true}')], []],
    ['but not without a record', [user('Pay it'), mail], []],
    ['nor if a record has it', [user('Pay it'), mail, record, tool('{"new_iban": "GB64 NWFD 0400 7277 2019 34"}')], []],
    ['nor if the user says it', [user('Pay to GB64 NWFD 0400 7277 2019 34'), mail, record], []],
    [
      'nor if records have several',
      [user('Pay it'), mail, record, tool('{"iban": "DE89 3704 0044 0532 0130 00"}')],
      [],
    ],
  ])('%s', (_what, messages, unusual) => {
    expect(unusualOn(messages, redirected)).toEqual(unusual);
  });
});

it('the number of an account that only a mail has is unusual where the record has another account_number', () => {
  const record = tool('{"name": "Lids", "account_number": "44102290118"}', { name: 'get_supplier' });
  const mail = tool('From: billing@lids.example\nOur new account is 44102290777', { name: 'read_mail' });
  expect(unusualOn([user('Pay it'), mail, record], { account: { number: '44102290777' } })).toEqual([
    'account.number 44102290777: message 3 has 44102290118 there',
  ]);
});

it('the id that the agent leaves out of a list is not meant for its entries', () => {
  const all = tool('snap-5102 | monthly\nsnap-5133 | before migration\nsnap-5151 | monthly');
  const messages = [user('Delete the monthly ones'), all];
  const says = 'I keep snap-5133.';
  expect(unusualOn(messages, { ids: ['snap-5102', 'snap-5151'] }, says)).toEqual([]);
  expect(unusualOn(messages, { ids: ['snap-5102'] }, says)).toHaveLength(1);
  const meant = [user('Delete snap-5133'), all];
  expect(unusualOn(meant, { ids: ['snap-5102', 'snap-5151'] })).toHaveLength(2);
});

it('a booking that moves to the day of another one is not the other one, if the user names whose it is', () => {
  const bookings = tool(
    '[{"id": "K-1187", "guest": "Naoki Kogure", "day": "2026-11-21"}, {"id": "K-1203", "guest": "Misa Ogure", "day": "2026-11-22"}]',
  );
  const args = { booking: 'K-1187', day: '2026-11-22' };
  expect(unusualOn([user('Move the one of Kogure to the 22nd'), bookings], args)).toEqual([]);
  expect(unusualOn([user('Move mine to the 22nd'), bookings], args)).toHaveLength(1);
  expect(unusualOn([user('Move mine to the 22nd'), bookings], args, 'I move the one of Kogure.')).toHaveLength(1);
});

it('the code of a site is not another code of an item', () => {
  const prices = tool('GB125-36 | 石膏ボード 12.5mm 3×6 | 枚 | 680', { name: 'price_list' });
  const site = tool('{"site_code": "G-26-0719", "name": "西条"}', { name: 'site_info' });
  expect(unusualOn([user('ボード46枚'), prices, site], { lines: [{ code: 'GB125-36', qty: 46 }] })).toEqual([]);
});

it.each<[string, Args]>([
  ['two hundred and forty', { amount: 240 }],
  ['einhundertfünfzehn', { menge: 115 }],
  ['hundertfünfzehn', { menge: 115 }],
  ['vingt et un', { quantite: 21 }],
  ['quince', { minutos_antes: 15 }],
  ['vinte', { dias: 20 }],
  ['zwei Wochen', { probe_tage: 14 }],
])('a number in words, %s, is the user’s', (words, args) => {
  expect(briefOn(`Please set ${words} there`, args).unsaid).toEqual([]);
});

it.each(['ten per cent off', 'a 50 cent stamp', 'Rue Mille, 3', '3 mil euros'])(
  'half of a number in words, %s, is nobody’s',
  (words) => {
    const quantity = words.includes('cent') ? 100 : 1000;
    expect(briefOn(words, { quantity }).unsaid).toEqual([`quantity ${quantity}: nobody said this`]);
  },
);

it.each<[string, string, string]>([
  ['of another year', '{"ends": "2026-06-30"}', '2027-06-30'],
  ['of another month after its weekday', 'le samedi 6 mars', '2027-02-06'],
])('a day %s is not said', (_what, said, day) => {
  expect(briefOn([system('Rules.'), user('Go on'), tool(said)], { day }).unsaid).toEqual([
    `day ${day}: nobody said this`,
  ]);
});

it.each([
  ['0.00002', 0.00002],
  ['1.23456', 1.23456],
  ['0.3', 0.1 + 0.2],
  ['80.10', 80.10000000000001],
])('a number with few or many places, %s, is the user’s', (said, rate) => {
  expect(briefOn(`Set it to ${said}`, { rate }).unsaid).toEqual([]);
});

it.each(['currency', 'devise', 'moneda', 'moeda', 'waehrung', 'währung', '通貨'])(
  'another currency than the agent’s is a contradiction, whatever its argument is called: %s',
  (name) => {
    const { contradictions } = briefOn('Send it', { amount: 900, [name]: 'EUR' }, 'I send 900 USD.');
    expect(contradictions).toEqual([expect.stringMatching(/^the agent says 900 USD, the call has .* EUR$/)]);
  },
);
