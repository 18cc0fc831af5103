/** JSON that is written once and used again says what JSON.stringify says, and hides no secret. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/mcp/engine/redact.ts';
import { objectJson } from '../../src/mcp/engine/written-json.ts';
import { TOKEN } from '../support/platform-double.ts';

const percent = (text: string): string => Buffer.from(text).toString('hex').replace(/../g, '%$&');
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    TOKEN,
    `${TOKEN.slice(0, 20)} \n${TOKEN.slice(20)}`,
    percent(TOKEN),
    `a ${TOKEN}`,
    TOKEN.slice(0, 20),
  ),
);
const list = fc.array(fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.integer())), {
  maxLength: 4,
});
const result = fc.dictionary(fc.string({ unit: 'binary', maxLength: 8 }), fc.oneof(text, list, fc.constant(undefined)));

describe('JSON of a result', () => {
  it('is that of JSON.stringify, the first time and again', () => {
    fc.assert(
      fc.property(result, (value) => {
        const json = JSON.stringify(value);
        expect([objectJson(value), objectJson({ ...value })]).toEqual([json, json]);
      }),
    );
  });

  it('lets through what it holds where a look at each text does', () => {
    fc.assert(
      fc.property(result, (value) => {
        const redactor = new Redactor(() => [TOKEN]);
        const plainly = redactor.json(structuredClone(value));
        objectJson(value);
        expect(redactor.json(value)).toEqual(plainly);
      }),
      { numRuns: 1_000 },
    );
  });
});
