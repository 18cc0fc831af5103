/** Numbers, money, dates and calls are read alike however people and models write them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callsInText } from '../../src/domain/approvals/brief/calls-in-text.ts';
import { numbersIn, standsFor } from '../../src/domain/approvals/brief/numbers.ts';
import {
  accountsIn,
  datesIn,
  emailsIn,
  hostsIn,
  isSameAccount,
  isSameDay,
  moneyIn,
} from '../../src/domain/approvals/brief/values.ts';

const LOCALES = ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'es-ES', 'sv-SE'];
const cents = fc.integer({ min: 0, max: 99_999_999 }).map((value) => value / 100);

/** English words of a whole number below a million. */
function inWords(n: number): string {
  const ones =
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
  const small = ones.split(' ')[n];
  if (small !== undefined) return small;
  if (n < 100) {
    const ten = '_ _ twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')[Math.floor(n / 10)];
    return n % 10 === 0 ? `${ten}` : `${ten}-${inWords(n % 10)}`;
  }
  const [size, name] = n < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = n % size;
  return `${inWords(Math.floor(n / size))} ${name}${rest === 0 ? '' : ` ${n < 1000 ? 'and ' : ''}${inWords(rest)}`}`;
}

describe('a number', () => {
  it.each(LOCALES)('formatted as in %s stands for its value', (locale) => {
    fc.assert(
      fc.property(cents, (value) => {
        const written = value.toLocaleString(locale, { minimumFractionDigits: 2 });
        const [found, ...others] = numbersIn(`Pay ${written} now.`);
        expect(others).toEqual([]);
        expect(found && standsFor(found, value)).toBe(true);
        // The sign of what is said is the words' own matter.
        expect(found && standsFor(found, -value)).toBe(true);
      }),
    );
  });

  it('in words stands for its value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 999_999 }), (value) => {
        const found = numbersIn(`We have ${inWords(value)} of them.`);
        expect(found.map(({ values }) => values)).toEqual([[value]]);
      }),
    );
  });

  it('does not stand for a value that differs in its written digits', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 1, max: 100_000 }), (value, more) => {
        const written = value.toLocaleString('en-US', { minimumFractionDigits: 2 });
        const [found] = numbersIn(`Pay ${written} now.`);
        expect(found && standsFor(found, value + more / 100)).toBe(false);
      }),
    );
  });

  it.each([
    ['18k', 18_240, true],
    ['1.2 million', 1_203_400, true],
    ['about 250', 249.5, true],
    ['about 250', 320, false],
    ['5 %', 0.05, true],
    ['64', 63.8, true],
    ['64', 63.4, false],
    ['1,200', 1_204, false],
  ])('%s for %d: %s', (written, value, stands) => {
    const [found] = numbersIn(`It is ${written}.`);
    expect(found && standsFor(found, value)).toBe(stands);
  });

  it.each(['version 1.2.3', '10.0.0.1', 'on the 5th', 'RF-10482', 'at 08:12', 'for 3y', 'x86'])(
    'is none: %s',
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
    ['64 €', ['EUR']],
    ['64,00 euros', ['EUR']],
    ['£64', ['GBP']],
    ['CHF 64.00', ['CHF']],
  ])('%s', (written, currencies) => {
    expect(moneyIn(`Refund ${written} now.`).map((found) => [found.currencies, found.values[0]])).toEqual([
      [currencies, 64],
    ]);
  });

  it('is not recognized without a currency', () => {
    expect(moneyIn('Send 64 mails to 12 ABC customers.')).toEqual([]);
  });
});

describe('a date', () => {
  const days = fc.integer({ min: 0, max: 30_000 }).map((day) => new Date(day * 86_400_000));
  const FORMATS: readonly (readonly [string, (date: Date) => string])[] = [
    ['ISO', (date) => date.toISOString().slice(0, 10)],
    ['with its time', (date) => date.toISOString()],
    [
      '12 March 2026',
      (date) => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    ],
    [
      'March 12, 2026',
      (date) => date.toLocaleDateString('en-US', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    ],
    [
      '12 Mar 2026',
      (date) => date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
    ],
    ['12.3.2026', (date) => date.toLocaleDateString('de-DE', { timeZone: 'UTC' })],
    ['3/12/2026', (date) => date.toLocaleDateString('en-US', { timeZone: 'UTC' })],
    ['12/03/2026', (date) => date.toLocaleDateString('en-GB', { timeZone: 'UTC' })],
  ];
  it.each(FORMATS)('written as %s is the same day', (_name, format) => {
    fc.assert(
      fc.property(days, (day) => {
        const [said] = datesIn(`It starts on ${format(day)}.`);
        const [held] = datesIn(day.toISOString().slice(0, 10));
        expect(said && held && isSameDay(said, held)).toBe(true);
        const [other] = datesIn(new Date(day.getTime() + 40 * 86_400_000).toISOString().slice(0, 10));
        if (!_name.includes('/')) expect(said && other && isSameDay(said, other)).toBe(false);
      }),
    );
  });
});

describe('addresses', () => {
  it('are found in text', () => {
    const text =
      'Mail Dana.M@Shop.example, see https://www.pay.example/a?b=1 and hooks.shop.example; not report.pdf or e.g. this.';
    expect(emailsIn(text).map(({ value }) => value)).toEqual(['dana.m@shop.example']);
    expect(hostsIn(text).map(({ value }) => value)).toEqual(['pay.example', 'hooks.shop.example']);
  });

  it('an account is the same with blanks and by its end', () => {
    const [said] = accountsIn('to DE02 1203 0000 0000 2020 51.');
    const [ending] = accountsIn('ending in 2051');
    expect(said && isSameAccount(said.value, 'de02120300000000202051')).toBe(true);
    expect(ending && said && isSameAccount(ending.value, said.value)).toBe(true);
    expect(ending && isSameAccount(ending.value, 'de02500105170137075030')).toBe(false);
  });
});

describe('a call in words', () => {
  it.each([
    ['I would now call create_refund with {"amount":64}.', ['create_refund']],
    ['Running `deploy`: call deploy({"v":"1"})', ['deploy']],
    ['crm.merge {"a":{"b":"}"}} then createRefund: {"x":1}', ['crm.merge', 'createRefund']],
    ['The data: {"a":1} and {broken and the result {"b":2}', []],
  ])('%s', (text, names) => {
    expect(callsInText(text).map(({ name }) => name)).toEqual(names);
  });
});
