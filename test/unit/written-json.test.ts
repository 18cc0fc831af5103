/** JSON that is written once and used again says what JSON.stringify says, and hides no secret. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/mcp/engine/redact.ts';
import { jsonLength, jsonParts } from '../../src/mcp/engine/written-json.ts';
import { messageParts } from '../../src/mcp/stdio/message-json.ts';
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
        const written = (): string => jsonParts({ ...value }).join('');
        expect([jsonLength(value), written(), written()]).toEqual([json.length, json, json]);
      }),
    );
  });

  it('leaves for the host within its message', () => {
    fc.assert(
      fc.property(result, fc.boolean(), (structuredContent, isError) => {
        const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }];
        const message = {
          jsonrpc: '2.0',
          id: 7,
          result: { content, isError, missing: undefined, structuredContent },
        } as const;
        const line = messageParts(message).join('');
        expect(line).not.toContain('\n');
        expect(JSON.parse(line)).toEqual(JSON.parse(JSON.stringify(message)));
      }),
    );
  });

  it('lets through what it holds where a look at each text does', () => {
    fc.assert(
      fc.property(result, (value) => {
        const redactor = new Redactor([[TOKEN]]);
        const plainly = redactor.json(structuredClone(value));
        jsonParts(value);
        expect(redactor.json(value)).toEqual(plainly);
      }),
      { numRuns: 1_000 },
    );
  });
});
