/** What two waiting requests may differ in, and still be rows of one table. */

import { describe, expect, it } from 'vitest';
import { entriesOf } from '../../src/domain/approvals/alike.ts';
import { message, uuid } from '../support/ids.ts';
import { sheetFrom } from '../support/requests.ts';

const people = { settings: { fourEyes: 'off' }, caller: {} } as unknown as Parameters<typeof entriesOf>[1];

interface Ask {
  readonly name?: string;
  readonly args?: object;
  readonly says?: string;
  readonly metadata?: object;
  /** What the user says beside the order and the values of the call. */
  readonly said?: string;
}

/** A thread whose user names all values of the call. */
function sheetOf({ name = 'act', args = {}, says = '', metadata = {}, said }: Ask, n: number) {
  const told = said ?? Object.values(args).join(', ');
  const call = { name, arguments: JSON.stringify({ order: `1041${n}`, ...args }) };
  return sheetFrom({
    id: uuid(n + 1),
    agentId: uuid(9),
    status: 'AWAITING_APPROVAL',
    updatedAt: `2026-11-20T10:0${n}:00.000Z`,
    metadata,
    messages: [
      message('user', `Order 1041${n}: ${told}. Names: ${says}`),
      {
        ...message('assistant', `I would do it. ${says}`),
        tool_calls: [{ id: 'c', type: 'function', function: call }],
      },
    ],
  });
}

/** How many rows a table of these requests has; 0 without a table. */
const rowsOf = (asks: readonly Ask[]): number =>
  Math.max(0, ...entriesOf(asks.map(sheetOf), people).map(({ table }) => table?.rows.length ?? 0));

const argument = (key: string, ...values: unknown[]): Ask[] => values.map((value) => ({ args: { [key]: value } }));

describe('requests are rows of one table if they differ in', () => {
  it.each<[string, Ask[]]>([
    ['an order', [{}, {}]],
    ['an amount', argument('amount', 12.5, 14)],
    ['an amount with the same currency', argument('amount', '12.50 GBP', '14.00 GBP')],
    ['a size with the same unit', argument('size', '500 GB', '750 GB')],
    ['an address that the user gave', argument('address', '12 Mill Lane, York', '8 Park Avenue, Ely')],
    ['a customer', argument('customer', 'Ada Grant', 'Mei Chen')],
    ['a phrase that the user said', argument('reason', 'zip torn', 'pegs missing')],
    ['an account with blanks', argument('iban', 'DE89 3704 0044', 'DE12 5001 0517')],
    ['a flight', argument('flight', 'BAW123', 'DLH456')],
    ['an article', argument('sku', 'RESTORE-KIT-9', 'DROP-SHIP-9')],
    ['a quantity, also of none', argument('quantity', 0, 5)],
    ['a number of nights', argument('stay', '1 night', '3 nights')],
    ['a percentage', argument('discount', '5%', '7.5%')],
    ['an amount in dollars', argument('amount', 'US$ 50.00', 'US$ 1,200.00')],
    ['a company with a figure', argument('supplier', '3M Deutschland', '7-Eleven Japan')],
    ['a day', argument('until', '2026-12-03', '2026-12-04')],
    ['a transaction', argument('transactionId', 'T-1', 'T-2')],
    ['an invoice with a slash', argument('invoice', '2026/101', '2026/102')],
    ['a day in words', argument('until', '3 March 2026', '4 April 2026')],
    ['an id of letters and figures', argument('claim', '1f3a-22bc-9d', '77e1-5a3b-2c')],
    ['a moment', argument('from', '2026-11-30T10:30:00Z', '2026-12-01T11:30:00+01:00')],
    ['a number of boxes', argument('load', '1 box', '3 boxes')],
    ['a destination', argument('destination', '12 Mill Lane', '8 Park Avenue')],
    ['an article in words', argument('item', 'iPhone 15 Pro', 'Galaxy S24 Ultra')],
    ['a reason that the user gave', argument('reason', 'wants to cancel', 'all pegs missing')],
    ['the number of a policy', argument('policyNumber', 'P-1', 'P-2')],
    ['a company whose name begins like an act', argument('customer', 'Open Text', 'All Saints Church')],
    ['a count of users', argument('activeUsers', 1, 0)],
    ['a time of day', argument('at', '10 am', '3 pm')],
    ['a person whose name begins like an act', argument('customer', 'Josep Borrell', 'Peter Löscher')],
    ['a price of a unit', argument('unitPrice', 12, 13)],
    ['a planned day', argument('plannedDate', '2026-12-03', '2026-12-04')],
    ['a charge', argument('charge', 'ch_3Nx81a', 'ch_9Qz22b')],
    ['a login that the user gave', argument('username', 'agrant', 'mchen')],
    ['a machine that the user named', argument('hostname', 'mail.acme.example', 'shop.acme.example')],
    ['a network of the same size', argument('cidr', '203.0.113.7/32', '203.0.113.8/32')],
    ['a server of the same kind', argument('server', 'prod-1', 'prod-2')],
    ['a name in the agent’s words', [{ says: 'It is for Ada Grant.' }, { says: 'It is for Mei Chen.' }]],
    ['an id in the metadata', [{ metadata: { ticket: 'T-1' } }, { metadata: { ticket: 'T-2' } }]],
  ])('%s', (_, asks) => {
    expect(rowsOf(asks)).toBe(2);
  });
});

describe('requests are no table if they differ in', () => {
  it.each<[string, Ask[]]>([
    ['the currency within an amount', argument('amount', '12.50 GBP', '14.00 USD')],
    ['its sign', argument('amount', '€12', '$14')],
    ['its scale', argument('amount', '5k', '5M')],
    ['a number’s sign', argument('amount', 12, -12)],
    ['a currency in words', argument('amount', '50 euros', '51 dollars')],
    ['what is dosed by the hour and by the minute', argument('rate', '5 mg/h', '5 mg/min')],
    ['what is dosed by weight and time', argument('rate', '5 mg/kg/h', '5 mg/kg/min')],
    ['what is done per hour and per minute', argument('rate', '5 requests per hour', '5 requests per minute')],
    ['what is done to a user', argument('userState', 'locked', 'unlocked')],
    ['a role in one word', argument('rolename', 'R1', 'R2')],
    ['a unit of a price', argument('priceUnit', 1, 1000)],
    ['an amount with the look of an id', argument('amount', 'usd_5000', 'eur_5000')],
    ['a length of time in a reason that the user gave', argument('reason', 'ill for 5 days', 'ill for 5 months')],
    ['a currency in a note that the user gave', argument('note', 'over by 50 GBP', 'over by 50 USD')],
    ['a size within a name with hyphens', argument('disk', 'prod-db-5gb', 'prod-db-5tb')],
    ['a model', argument('model', 'gpt-5', 'gpt-4')],
    ['an erasure', argument('job', 'Erasure 7', 'Export 7')],
    ['a level of access', argument('access', 1, 4)],
    ['a mode beside an amount', argument('amountMode', 1, 2)],
    ['an environment in one word', argument('targetenv', 'e1', 'e2')],
    ['a unit that is not known', argument('load', '5 boxes', '5 pallets')],
    ['a temperature', argument('limit', '8 °C', '8 °F')],
    ['what the user asked for in words', argument('request', 'cancel the order', 'keep the order')],
    ['a statement to a database', argument('step', 'drop table orders', 'read table orders')],
    ['a choice of 0 or 1 as text', argument('notify', '0', '1')],
    ['a rehearsal', argument('dryRun', 0, 1)],
    ['a job', argument('jobName', 'Purge Backups', 'Verify Backups')],
    ['a policy', argument('policyName', 'AdministratorAccess', 'ReadOnlyAccess')],
    ['everybody', argument('recipient', 'Ada Grant', 'All Customers')],
    ['an address of many', argument('to', 'ada@acme.example', 'all-staff@acme.example')],
    ['a network and an address', argument('cidr', '203.0.113.7/32', '0.0.0.0/0')],
    ['a severity', argument('severity', 1, 4)],
    ['a role in German', argument('rolle', 'R1', 'R2')],
    ['a unit', argument('size', '500 GB', '500 TB')],
    ['a length of time', argument('duration', '5 days', '5 months')],
    ['a percentage and an amount', argument('discount', '5%', '5 EUR')],
    ['an argument that names a currency', argument('payeeCcy', 'EUR', 'JPY')],
    ['a range’s unit', argument('size', '10-20 GB', '10-20 TB')],
    ['a length of time in ISO 8601', argument('extension', 'P5D', 'P5Y')],
    ['a length of time in Japanese', argument('extension', '5日間', '5年間')],
    ['a choice in German', argument('customerNotify', 'Ja', 'Nein')],
    ['an environment within a name', argument('host', 'db-prod-1', 'db-staging-1')],
    ['what an id says is done, in German', argument('op', 'löschen-7', 'behalten-7')],
    ['a choice of 0 or 1', argument('deleteAccount', 0, 1)],
    ['a choice in words', argument('customerNotify', 'True', 'False')],
    ['a right', argument('accountAccess', 'Owner', 'Reader')],
    ['an environment', argument('host', 'Production', 'Staging')],
    ['an environment within an id', argument('server', 'prod-1', 'staging-1')],
    ['what an id says is done', argument('op', 'KEEP_2', 'DELETE_2')],
    [
      'a phrase with a figure that nobody said',
      ['verify 7 backups', 'purge all 7 backups'].map((step) => ({ args: { step }, said: 'look after its 7 backups' })),
    ],
    [
      'a phrase without blanks that nobody said',
      ['7件を確認', '7件を全て削除'].map((step) => ({ args: { step }, said: '7件のバックアップ' })),
    ],
    ['a blank behind a call’s name', [{ name: 'delete_user' }, { name: 'delete_user ' }]],
    ['a blank behind a value', argument('account', 'AB1234', 'AB1234 ')],
    ['a second blank within a value', argument('account', 'AB 1234', 'AB  1234')],
    ['a right in the metadata', [{ metadata: { role: 'admin1' } }, { metadata: { role: 'viewer1' } }]],
    ['an environment in the metadata', [{ metadata: { stage: 'prod1' } }, { metadata: { stage: 'staging1' } }]],
    ['what is done to what in the agent’s words', [{ says: 'So Delete Account.' }, { says: 'So Keep Account.' }]],
    ['a database in the agent’s words', [{ says: 'On Production Database.' }, { says: 'On Staging Database.' }]],
    ['a name of mixed scripts', [{ says: 'It is for Ada Grant.' }, { says: 'It is for Аda Grant.' }]],
    [
      'an address of mixed scripts in the metadata',
      [{ metadata: { payee: 'pay@acme1.example' } }, { metadata: { payee: 'pay@аcme1.example' } }],
    ],
  ])('%s', (_, asks) => {
    expect(rowsOf(asks)).toBe(0);
  });
});

describe('the sum of a table', () => {
  const sumOf = (asks: readonly Ask[]) => {
    const [entry] = entriesOf(asks.map(sheetOf), people);
    return entry?.table?.sums.map(({ range, inAll }) => inAll ?? range);
  };
  const paid = (more: object, ...amounts: unknown[]): Ask[] => amounts.map((amount) => ({ args: { amount, ...more } }));

  it.each([
    ['adds tenths without an error', paid({ currency: 'EUR' }, 0.1, 0.2), ['0.3 EUR']],
    ['has all decimals of small amounts', paid({ currency: 'BTC' }, 0.00004, 0.00003), ['0.00007 BTC']],
    [
      'is exact to the last cent',
      paid({ currency: 'IDR' }, 1234567890123.37, 1234567890124.37, 1234567890125.37),
      ['3703703670373.11 IDR'],
    ],
    [
      'beyond what a number can hold is not told',
      paid({ currency: 'IDR' }, 9000000000000.25, 90000000000000.5),
      ['9000000000000.25 to 90000000000000.5'],
    ],
    ['is of what is the same in all rows, too', paid({ currency: 'GBP' }, 50, 50), ['100 GBP']],
    ['is not told where the call names no currency', paid({}, 20, 21), ['20 to 21']],
    ['is not told for the price of several', paid({ currency: 'EUR', quantity: 100 }, 40, 45), ['40 to 45']],
    [
      'is not told for the price of one',
      [40, 45].map((unitPrice) => ({ args: { unitPrice, currency: 'EUR' } })),
      ['40 to 45'],
    ],
    ['is not told beside a count in words', paid({ currency: 'EUR', items: '5 pcs' }, 40, 45), ['40 to 45']],
    ['is not told of what may be thousands', paid({ currency: 'EUR' }, '1.500', '1.600'), [undefined]],
    [
      'is not told of cents without a word, which have a currency in small letters',
      paid({ currency: 'usd' }, 1200, 2050),
      ['1200 to 2050'],
    ],
    ['is told beside the number of a month', paid({ currency: 'EUR', month: 11 }, 40, 45), ['85 EUR']],
    ['is told beside a fee', paid({ currency: 'EUR', fee: 3 }, 40, 45), ['85 EUR', '3']],
    [
      'of cents that another argument names is not told',
      paid({ currency: 'GBP', unit: 'cents' }, 500, 700),
      ['500 to 700'],
    ],
    [
      'of pence that another argument names is not told',
      paid({ currency: 'GBP', note: 'pence' }, 500, 700),
      ['500 to 700'],
    ],
  ])('%s', (_, asks, sums) => {
    expect(sumOf(asks)).toEqual(sums);
  });

  it('sets an amount apart that is far above the others, also as a text', () => {
    const [first, second] = entriesOf(argument('amount', '10.00 GBP', '11.00 GBP', '900.00 GBP').map(sheetOf), people);
    expect(first?.table?.rows).toHaveLength(2);
    expect(second).toMatchObject({ sheet: { brief: { unusual: [expect.stringContaining('900.00 GBP')] } } });
  });

  it.each([
    ['with a mark of thousands', ['£20', '£21', '£1,900']],
    ['below zero', [-20, -21, -9000]],
  ])('sets one apart %s', (_, amounts) => {
    const [first, second] = entriesOf(argument('amount', ...amounts).map(sheetOf), people);
    expect(first?.table?.rows).toHaveLength(2);
    expect(second?.table).toBeUndefined();
  });
});
