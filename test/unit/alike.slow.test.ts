/**
 * For any set of waiting requests, each is in exactly one entry, and a table loses nothing: what its rows share, with a row's
 * values in their places, is that request.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, entriesOf, sheetsOf, timeOf } from '../../src/domain/approvals/alike.ts';
import { drawingOf } from '../../src/domain/approvals/drawing.ts';
import type { Sheet } from '../../src/domain/approvals/sheet.ts';
import { type Refund, waitingFor } from '../support/alike-platform.ts';
import { sheetFrom } from '../support/requests.ts';

const people = { settings: { fourEyes: 'off' }, caller: {} } as unknown as Parameters<typeof entriesOf>[1];

const sheetOf = (n: number, refund: Refund) => sheetFrom(waitingFor(n, refund));

/** Mostly the usual value: requests that differ in many ways are never alike. */
const mostly = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: odd, weight: 1 });
const untitled = fc.array(
  fc.record({
    orderId: mostly(fc.constantFrom('10500', '10501', 'A-7'), fc.constantFrom('broken', '45')),
    amount: fc.constantFrom(2, 45, 45.5, 60, 450, 1_200),
    customer: mostly(
      fc.constantFrom('Liam Walsh', 'Ana María López', 'Mei'),
      fc.constantFrom('Acme GmbH', 'approve all', '45'),
    ),
    currency: mostly(fc.constant('GBP'), fc.constant('EUR')),
    more: mostly(
      fc.constant<object>({}),
      fc.constantFrom<object>(
        { note: 'A note.' },
        { role: 'admin' },
        { role: 'viewer' },
        { on: true },
        { on: false },
        { at: '2026-11-03' },
      ),
    ),
    says: mostly(
      fc.constant(''),
      fc.constantFrom(' And more.', ' It is 45.', ' Walsh agrees.', ' Order 10501.', ' ‹amount›'),
    ),
    metadata: mostly(
      fc.constant<object>({}),
      fc.constantFrom<object>({ tenantId: 'south' }, { ticket: 'x y' }, { level: 3 }),
    ),
  }),
  { minLength: 1, maxLength: 14 },
);
const titles = fc.constantFrom<(one: Refund) => object>(
  () => ({}),
  ({ orderId, customer }) => ({ title: `Refund of ${orderId} for ${customer}` }),
  ({ amount, currency }) => ({ title: `Refund 45 or ${amount} ${currency}` }),
);
const refunds = fc
  .tuple(untitled, titles)
  .map(([all, titled]) => all.map((one) => ({ ...one, metadata: { ...titled(one), ...one.metadata } })));

/** The texts of a request, with the values of its row in place of the table's names for them. */
function filled(entry: Entry & { readonly table: NonNullable<Entry['table']> }, index: number): string[] {
  const { blocks, columns, rows } = entry.table;
  const { values = [] } = rows[index] ?? {};
  const plain = (text: string): string => text.replace(/[⟦⟧"]/g, '');
  return blocks.map(({ text }) =>
    plain(columns.reduce((all, column, at) => all.replaceAll(`‹${column}›`, plain(values[at] ?? '')), text)),
  );
}

describe('entries', () => {
  it('hold each request once', () => {
    fc.assert(
      fc.property(refunds, (given) => {
        const sheets = given.map((one, n) => sheetOf(n, one));
        const ids = entriesOf(sheets, people)
          .flatMap(sheetsOf)
          .map(({ thread }) => thread.id);
        expect([...ids].sort()).toEqual(sheets.map(({ thread }) => thread.id).sort());
      }),
    );
  });

  it('of a table give back each of its requests: what differs is in columns', () => {
    let tables = 0;
    fc.assert(
      fc.property(refunds, (given) => {
        const sheets = given.map((one, n) => sheetOf(n, one));
        for (const entry of entriesOf(sheets, people)) {
          if (entry.table === undefined) continue;
          tables++;
          entry.table.rows.forEach(({ sheet }, index) => {
            const own = drawingOf(sheet).blocks.map(({ text, kind, isJson }) =>
              kind === 'also' ? text.replace(/"/g, '') : isJson ? text : text.replace(/"/g, ''),
            );
            // Words write an amount in their own way: 45.00 for 45, 1,200.00 for 1200; and a name by its last part.
            const inWords = (text: string): string =>
              text
                .replace(/(\d),(\d{3})/g, '$1$2')
                .replace(/(\d+)\.(\d)0\b/g, '$1.$2')
                .replace(/(\d+)\.0+\b/g, '$1')
                .replace(/Liam Walsh/g, 'Walsh');
            expect(filled(entry, index).map(inWords)).toEqual(own.map(inWords));
          });
        }
      }),
      { numRuns: 300 },
    );
    expect(tables).toBeGreaterThan(50);
  });

  it('are the same whatever the order in which requests were read', () => {
    fc.assert(
      fc.property(refunds, fc.nat(), (given, turn) => {
        const sheets = given.map((one, n) => sheetOf(n, one));
        const at = turn % sheets.length;
        const turned = [...sheets.slice(at), ...sheets.slice(0, at)];
        const tables = (all: readonly Sheet[]): string[] =>
          entriesOf(all, people)
            .map((entry) => `${entry.table?.shape ?? 'alone'}: ${sheetsOf(entry).map(({ thread }) => thread.id)}`)
            .sort();
        expect(tables(turned)).toEqual(tables(sheets));
      }),
    );
  });

  it('of a table are found again among what began to wait in its time, whatever stands apart', () => {
    const again = (amounts: readonly number[], place = (n: number) => n): void => {
      const sheets = amounts.map((amount, n) => ({
        ...sheetOf(n, { orderId: String(10_500 + n), amount, customer: 'Liam Walsh', currency: 'GBP' }),
        since: new Date(Date.UTC(2026, 0, 1, 0, 0, place(n))).toISOString(),
      }));
      const idsOf = (entry: Entry): string => String(sheetsOf(entry).map(({ thread }) => thread.id));
      for (const entry of entriesOf(sheets, people)) {
        if (entry.table === undefined) continue;
        const [first, last] = entry.table.span;
        const then = sheets.filter((sheet) => timeOf(sheet) >= first && timeOf(sheet) <= last);
        expect([amounts, entriesOf(then, people).map(idsOf)]).toEqual([
          amounts,
          expect.arrayContaining([idsOf(entry)]),
        ]);
      }
    };
    again([10, 10, 20, 60, 200]);
    again([20, 2, 200, 450, 450, 2]);
    again(Array.from({ length: 90 }, (_, n) => (n < 50 ? 100 + n : n % 9 === 0 ? 90 : 10)));
    // Those that began to wait in the same second.
    const many = Array.from({ length: 90 }, (_, n) => 100 + n);
    again(many, (n) => Math.floor(n / 4));
    again(many, (n) => Math.max(0, n - 60));
    again(many, (n) => Math.min(n, 1));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(2, 4, 9, 10, 20, 45, 60, 200, 450), { maxLength: 20 }), (amounts) =>
        again(amounts),
      ),
      {
        numRuns: 300,
      },
    );
  });
});
