/** What is looked for before JSON is parsed: limits, and what parsing would lose. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExcessiveJson, isCutOff, MAX_DEPTH, MAX_ENTRIES, withoutBlanks } from '../../src/platform/parse/json-scan.ts';
import { exactJson, jsonText, parsedJson } from '../../src/platform/parse/json-text.ts';
import { anyCodePoints } from '../support/any-text.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const limitOf = (text: string): string | undefined => {
  try {
    exactJson(text);
    return undefined;
  } catch (error) {
    return error instanceof ExcessiveJson ? error.limit : String(error);
  }
};

describe('JSON within the limits', () => {
  const texts = fc.oneof(anyCodePoints(), fc.constantFrom('"arguments":{', '\\"', '[[[', '1e999', '⟦', '\\'));
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      texts,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      fc.constantFrom(null, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.oneof(texts, fc.constantFrom('arguments', '__proto__')), tie('value'), { maxKeys: 4 }),
    ),
  })).value;

  it('is parsed as by JSON.parse, whatever it contains', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, undefined, space);
        expect(exactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('is written in one order of keys, whatever order it was sent in', () => {
    fc.assert(
      fc.property(fc.dictionary(texts, values), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(jsonText(turned, true)).toBe(jsonText(value, true));
        expect(JSON.parse(jsonText(value, true))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps blanks only inside strings', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(withoutBlanks(JSON.stringify(value, undefined, 2))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('keeps what was cut off inside a string, in one pass', () => {
    const cut = `{"a" : "${' \\"x'.repeat(200_000)}`;
    expect(withoutBlanks(cut)).toBe(`{"a":${cut.slice(7)}`);
  });
});

describe('the limits', () => {
  it.each([
    ['as deep as allowed', nested(MAX_DEPTH), undefined],
    ['one level deeper', nested(MAX_DEPTH + 1), 'depth'],
    ['deeper, and cut off', '{"a":'.repeat(MAX_DEPTH + 1), 'depth'],
    ['brackets inside a string', JSON.stringify(nested(1_000)), undefined],
    ['as many values as allowed', `[${Array(MAX_ENTRIES).fill(1).join()}]`, undefined],
    [
      'more values than allowed',
      `[${Array(MAX_ENTRIES + 1)
        .fill(1)
        .join()}]`,
      'entries',
    ],
    [
      'more empty objects',
      `[${Array(MAX_ENTRIES / 2 + 1)
        .fill('{}')
        .join()}]`,
      'entries',
    ],
    ['commas inside a string', JSON.stringify(','.repeat(MAX_ENTRIES + 1)), undefined],
    ['long numbers without commas between them', '1e999 '.repeat(MAX_ENTRIES + 1), 'entries'],
    ['numbers inside a string', JSON.stringify('1e999 '.repeat(MAX_ENTRIES + 1)), undefined],
  ])('hold for %s', (_what, text, limit) => {
    expect(limitOf(text)).toBe(limit);
  });

  it('hold for JSON inside a text, which stays text', () => {
    expect(parsedJson(nested(MAX_DEPTH + 1))).toBeUndefined();
  });
});

describe('a key twice in one object', () => {
  it.each([
    ['as it is', '{"amount":1,"amount":1000}', { amount: 1000 }],
    ['one of them escaped', '{"amount":1,"\\u0061mount":1000}', { amount: 1000 }],
    ['further inside', '{"to":[{"amount":1,"x":{},"amount":1000}]}', { to: [{ amount: 1000, x: {} }] }],
    ['beside a number beyond a double', '{"a":1,"a":12345678901234567890}', { a: '12345678901234567890' }],
  ])('is beyond what a response may have, and the last counts in a text: %s', (_what, text, last) => {
    expect(limitOf(text)).toBe('keys');
    expect(parsedJson(text)).toEqual(last);
  });

  it.each([
    ['the same key in two objects', '{"a":{"x":1},"b":{"x":2}}'],
    ['a value like a key', '{"a":"b","b":["a","a"]}'],
    ['keys in a text', '"{\\"amount\\":1,\\"amount\\":2}"'],
    ['keys that only look alike', '{"__proto__":1,"constructor":2}'],
  ])('is something else than %s', (_what, text) => {
    expect(limitOf(text)).toBeUndefined();
  });
});

describe('the beginning of JSON', () => {
  it.each(['{', ' {"a":1', '{"a":{"b":1}', '{"a":"x}', '{"a":"x\\"}', '[{"a":1}', '["a",', '[1'])(
    'is told: %s',
    (text) => {
      expect(isCutOff(text)).toBe(true);
    },
  );

  it.each(['{"a":{"b":"}"}}', '[1]', '{name}: hello', '{{customer}} refund', '{"a":1};', '[note: pay', '"a', ''])(
    'is not what this is: %s',
    (text) => {
      expect(isCutOff(text)).toBe(false);
    },
  );
});
