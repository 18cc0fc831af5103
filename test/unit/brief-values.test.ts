/** Numbers, money and calls are read alike however people and models write them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMoneyKey, moneyIn } from '../../src/domain/approvals/brief/contradict-money.ts';
import { figuresIn, formulaIn } from '../../src/domain/approvals/brief/formulas.ts';
import { numbersIn } from '../../src/domain/approvals/brief/numbers.ts';
import { callsInText } from '../../src/domain/threads/calls-in-text.ts';

describe('a number', () => {
  it('formatted as in any of the languages has its value', () => {
    const cents = fc.integer({ min: 0, max: 99_999_999 }).map((value) => value / 100);
    const locales = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'es-ES', 'pt-BR', 'ja-JP'];
    fc.assert(
      fc.property(cents, fc.constantFrom(...locales), (value, locale) => {
        const written = value.toLocaleString(locale, { minimumFractionDigits: 2 });
        const [found, ...others] = numbersIn(`Pay ${written} now.`);
        expect(others).toEqual([]);
        expect(found?.values).toContain(value);
      }),
    );
  });

  it.each(['version 1.2.3', '10.0.0.1', 'on the 5th', 'RF-10482', 'at 08:12', 'x86', '3月'])(
    'is not found in: %s',
    (text) => {
      expect(numbersIn(text)).toEqual([]);
    },
  );
});

describe('money', () => {
  it.each([
    ['€64.00', ['EUR']],
    ['64.00 EUR', ['EUR']],
    ['EUR 64', ['EUR']],
    ['64,00 euros', ['EUR']],
    ['£64', ['GBP']],
    ['CHF 64.00', ['CHF']],
    ['R$ 64,00', ['BRL']],
    ['64円', ['JPY']],
    ['64 Franken', ['CHF']],
  ])('is recognized in %s', (written, currencies) => {
    expect(moneyIn(`Refund ${written} now.`).map((found) => [found.currencies, found.values[0], found.text])).toEqual([
      [currencies, 64, written],
    ]);
  });

  it('is not recognized without a currency', () => {
    expect(moneyIn('Send 64 mails to 12 ABC customers.')).toEqual([]);
  });

  it.each([
    ['amount', true],
    ['unitPrice', true],
    ['amountCents', true],
    ['dailyBudgetMicros', true],
    ['total_baggages', false],
    ['payment_method', false],
    ['totalCount', false],
  ])('is recognized by the name of a field: %s (%s)', (key, is) => {
    expect(isMoneyKey(key)).toBe(is);
  });
});

describe('a formula for a value', () => {
  it.each<[string, number, string | undefined]>([
    ['66 seats at 12 EUR', 792, '66 × 12'],
    ['19.50 EUR and 20 EUR', 39.5, '19.5 + 20'],
    ['the deposit is 1350 EUR, cleaning 120 EUR', 1230, '1350 − 120'],
    ['480 EUR less 10 %', 432, '480 and 10 %'],
    ['64 EUR within 10 days', 640, undefined],
    ['on 3/4 at 10:30 for INV-12', 13, undefined],
    [Array.from({ length: 20 }, (_, n) => `${n + 3} EUR`).join(', '), 31, undefined],
  ])('is found only if its numbers give the value: %s, %d', (text, value, formula) => {
    expect(formulaIn(figuresIn(text), value, { isMoney: true, counts: [], percents: [] })).toBe(formula);
  });
});

describe('a call written in words', () => {
  it.each([
    ['I would now call create_refund with {"amount":64}.', ['create_refund']],
    ['Running `deploy`: call deploy({"v":"1"})', ['deploy']],
    ['crm.merge {"a":{"b":"}"}} then createRefund: {"x":1}', ['crm.merge', 'createRefund']],
    ['The data: {"a":1} and {broken and the result {"b":2}', []],
    ['It will cost 2140 EUR.\n{"total":2140}', []],
    ['as in other claims, e.g. {"total":2140}', []],
    ['The next step is create_refund.\n{"amount":64}', ['create_refund']],
  ])('names its tools: %s', (text, names) => {
    expect(callsInText(text).map(({ name }) => name)).toEqual(names);
  });
});
