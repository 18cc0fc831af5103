/** The token leaves this process to the platform only: whole, in part, and encoded it is taken out of everything else. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/mcp/engine/redact.ts';

const TOKEN = 'tok_7Fq2mZ9xLw4Rk8Vb3Ns6Yd1Hc5Jg0PtE';
const redactor = new Redactor(() => [TOKEN]);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Whether any 16 characters in a row of the form are still there. */
function leaks(text: string, form: string): boolean {
  for (let start = 0; start + 16 <= form.length; start++) if (text.includes(form.slice(start, start + 16))) return true;
  return false;
}

describe('of a text the token is taken out', () => {
  it.each([
    ['whole', `Bearer ${TOKEN}!`, 'Bearer [redacted]!'],
    ['twice', `${TOKEN} ${TOKEN}`, '[redacted] [redacted]'],
    ['twice without a gap', `${TOKEN}${TOKEN}`, '[redacted][redacted]'],
    ['its beginning', `a ${TOKEN.slice(0, 16)} b`, 'a [redacted] b'],
    ['its middle', `a ${TOKEN.slice(7, 27)} b`, 'a [redacted] b'],
    ['its end', `a ${TOKEN.slice(-16)}`, 'a [redacted]'],
    ['in hex', Buffer.from(TOKEN).toString('hex'), '[redacted]'],
    ['in capital hex', Buffer.from(TOKEN).toString('hex').toUpperCase(), '[redacted]'],
    ['inside a word', `x${TOKEN}y`, 'x[redacted]y'],
  ])('%s', (_how, text, expected) => {
    expect(redactor.text(text)).toBe(expected);
  });

  it.each([0, 1, 2, 3, 4, 5])('in base64, behind %i other bytes', (shift) => {
    const encoded = base64(`${'u'.repeat(shift)}${TOKEN}:tail`);
    const clean = redactor.text(encoded);
    expect(clean).toContain('[redacted]');
    // What is left of it must not give back sixteen characters of the token.
    const left = clean.split('[redacted]').map((part) => Buffer.from(part, 'base64').toString());
    for (const part of left) expect(leaks(part, TOKEN)).toBe(false);
  });

  it('in percent-encoding, in both ways to write it', () => {
    const odd = 'abc+/=de%f&gh+/=ij%kl&mn+/=op';
    const percent = encodeURIComponent(odd);
    const lower = percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    const own = new Redactor(() => [odd]);
    expect([odd, percent, lower].map((form) => own.text(`<${form}>`))).toEqual(Array(3).fill('<[redacted]>'));
  });

  it('but nothing else: fifteen characters of it are no secret', () => {
    for (const text of ['', 'hello', TOKEN.slice(0, 15), TOKEN.slice(20, 35), 'tok_'])
      expect(redactor.text(text)).toBe(text);
  });

  it('whole where it is shorter than sixteen characters, and not at all where it is a word', () => {
    expect(new Redactor(() => ['s3cr3t-1']).text('x s3cr3t-1 y')).toBe('x [redacted] y');
    expect(new Redactor(() => ['abc']).text('abc')).toBe('abc');
  });

  it('each that was ever seen, also one that was rotated in later', () => {
    const tokens = ['first-token-of-many-00001'];
    const own = new Redactor(() => tokens);
    expect(own.text(tokens[0] ?? '')).toBe('[redacted]');
    tokens.push('second-token-of-many-00002');
    expect(own.text(tokens.join(' '))).toBe('[redacted] [redacted]');
  });
});

describe('of a JSON value the token is taken out', () => {
  it('from strings and keys at any depth; all else stays', () => {
    const value = { a: [`x ${TOKEN}`, 1, null, true, { [TOKEN]: { b: base64(TOKEN) } }], 'c\n': 'd"\\' };
    const clean = redactor.json(value);
    expect(JSON.stringify(clean)).not.toContain(TOKEN.slice(0, 16));
    expect(clean.a.slice(0, 4)).toEqual(['x [redacted]', 1, null, true]);
    expect(clean['c\n']).toBe('d"\\');
    expect(Object.keys(clean.a[4] as object)).toEqual(['[redacted]']);
  });

  it.each([
    ['a quote', 'abcdefghij"klmnopqrst'],
    ['a backslash', 'abcdefghij\\klmnopqrst'],
  ])('that holds %s', (_what, token) => {
    expect(new Redactor(() => [token]).json({ a: token })).toEqual({ a: '[redacted]' });
  });

  it.each([...'bfnrtu"\\'])('that begins with %s, behind what JSON escapes', (letter) => {
    const token = `${letter}0000abcdefghijklmnopqrst`;
    const own = new Redactor(() => [token]);
    for (const before of ['\n', '\t', '"', '\\', '\u0001'].filter((other) => other !== letter)) {
      const text = `${before}${token.slice(1)}`;
      expect(own.json({ a: text }), JSON.stringify(text)).toEqual({ a: `${before}[redacted]` });
    }
  });

  it('that holds prototype keys stays harmless', () => {
    const value: unknown = JSON.parse(`{"__proto__":{"polluted":"${TOKEN}"}}`);
    expect(JSON.stringify(redactor.json(value))).toBe('{"__proto__":{"polluted":"[redacted]"}}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('whatever stands around it', () => {
  const token = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-._~+/=!"\\%'), minLength: 16, maxLength: 60 });
  const around = fc.string({ unit: 'grapheme', maxLength: 20 });
  const forms: readonly ((token: string) => string)[] = [
    (text) => text,
    (text) => encodeURIComponent(text),
    (text) => Buffer.from(text).toString('hex'),
    (text) => Buffer.from(text).toString('base64').slice(0, -4),
    (text) => Buffer.from(text).toString('base64url').slice(0, -4),
  ];

  it('no sixteen characters of the token survive, in no form', () => {
    fc.assert(
      fc.property(token, around, around, fc.constantFrom(...forms), (secret, before, after, form) => {
        const own = new Redactor(() => [secret]);
        const text = `${before}${form(secret)}${after}`;
        expect(leaks(own.text(text).replaceAll('[redacted]', '\0'), form(secret))).toBe(false);
        expect(
          leaks(
            own
              .json({ a: [text] })
              .a.join()
              .replaceAll('[redacted]', '\0'),
            form(secret),
          ),
        ).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('a text without it is not touched', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => redactor.text(text) === text));
  });

  it('a megabyte is gone through in a moment', () => {
    const started = performance.now();
    redactor.text('lorem ipsum '.repeat(90_000));
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
