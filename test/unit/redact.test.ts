/**
 * Secrets are sent only to their destination; everywhere else they are masked, whole and in every usual encoding. Parts of
 * a secret stay, so that nobody can extend a guess character by character.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_SECRETS, noteSecret } from '../../src/basics/secret-strength.ts';
import { Refusal } from '../../src/mcp/contract/errors.ts';
import { Money, RESULT_BUDGET, Structured } from '../../src/mcp/contract/result.ts';
import type { App } from '../../src/mcp/engine/app.ts';
import { Redactor } from '../../src/mcp/engine/redact.ts';
import { run } from '../../src/mcp/engine/run.ts';
import { foreign, maskForeignText } from '../../src/platform/text.ts';
import { anyCodePoints } from '../support/any-text.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { TOKEN } from '../support/platform-double.ts';
import { runs } from '../support/thorough.ts';

const GONE = '[redacted]';
const redactor = new Redactor([[TOKEN]]);

type Encode = (text: string) => string;
const base64: Encode = (text) => Buffer.from(text).toString('base64');
const base64url: Encode = (text) => Buffer.from(text).toString('base64url');
const hex: Encode = (text) => Buffer.from(text).toString('hex');
const lowerHexOf = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const json: Encode = (text) => JSON.stringify(text).slice(1, -1);

/** The forms that are promised. */
const FORMS: Readonly<Record<string, Encode>> = {
  'as it is': (text) => text,
  'URL-encoded': encodeURIComponent,
  'URL-encoded with small letters': (text) => lowerHexOf(encodeURIComponent(text)),
  'URL-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as a form encodes it': (text) => new URLSearchParams({ a: text }).toString().slice(2),
  'JSON-escaped': json,
  'JSON-escaped twice': (text) => json(json(text)),
  'JSON-escaped with escaped slashes': (text) => json(text).replaceAll('/', '\\/'),
  'JSON-escaped as .NET does': (text) =>
    text.replace(/[^A-Za-z0-9._~-]/g, (one) => `\\u${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`),
  'in hexadecimal': hex,
  'in capital hexadecimal': (text) => hex(text).toUpperCase(),
  'in base64': base64,
  'in base64url': base64url,
  'in base64, URL-encoded': (text) => encodeURIComponent(base64(text)),
};

describe('a secret is masked in a text', () => {
  // Everything that a token or password may hold, with a beginning that is strong enough for a secret.
  const secrets = fc
    .string({ unit: fc.constantFrom(...'abcXYZ0189-._~+/=!"\\%&<> €'), minLength: 16, maxLength: 60 })
    .map((text) => `q7R2xL9${text}k`);
  const around = fc.string({ unit: 'grapheme', maxLength: 20 });

  // All forms of one secret, since what costs time is to compile the pattern of another one.
  it('in every encoding, in any surroundings', () => {
    fc.assert(
      fc.property(secrets, around, around, (secret, before, after) => {
        const own = new Redactor([[secret]]);
        for (const [name, encode] of Object.entries(FORMS)) {
          const form = encode(secret);
          const clean = own.text(`${before} ${form} ${after}`);
          // The last digit of base64 may carry a bit or two, its padding none.
          expect(clean.replace(/\](?:=|%3D){1,2} /, '] '), name).toBe(`${before} ${GONE} ${after}`);
          expect(own.json({ a: [form] }).a[0]?.replace(/(?:=|%3D){1,2}$/, ''), name).toBe(GONE);
          expect(form.length, name).toBeLessThanOrEqual(own.reach);
        }
      }),
      runs(10),
    );
  });

  it('in base64 and base64url, after other bytes: "Bearer x" and "user:x" shift it', () => {
    fc.assert(
      fc.property(secrets, fc.constantFrom(base64, base64url), (secret, encode) => {
        const own = new Redactor([[secret]]);
        for (const others of ['', 'u', 'uu', 'uuu', 'uuuu', 'uuuuu']) {
          const form = encode(`${others}${secret}:tail`);
          const [before = '', after = '', ...more] = own.text(form).split(GONE);
          expect(more).toEqual([]);
          // What is left around it is of the bytes around it alone.
          expect(others).toContain(Buffer.from(before, 'base64').toString());
          expect(after.length).toBeLessThanOrEqual(9);
          expect(form).not.toBe(own.text(form));
        }
      }),
      runs(10),
    );
  });

  it.each([
    ['twice', `${TOKEN} ${TOKEN}`, `${GONE} ${GONE}`],
    ['twice without a gap', `${TOKEN}${TOKEN}`, `${GONE}${GONE}`],
    ['inside a word', `x${TOKEN}y`, `x${GONE}y`],
    ['behind emoji', `👋🏽${TOKEN}`, `👋🏽${GONE}`],
  ])('%s', (_how, text, expected) => expect(redactor.text(text)).toBe(expected));

  it('whole, even if another one is its prefix', () => {
    expect(new Redactor([[TOKEN, `${TOKEN}-and-more`]]).text(`${TOKEN}-and-more`)).toBe(GONE);
  });

  it('every one ever seen, also after a rotation', () => {
    const tokens = ['first-token-of-many-00001'];
    const own = new Redactor([tokens]);
    expect(own.text(tokens[0] ?? '')).toBe(GONE);
    tokens.push('second-token-of-many-00002');
    expect(own.text(tokens.join(' '))).toBe(`${GONE} ${GONE}`);
  });

  it('the newest, if there are very many', () => {
    const tokens = Array.from({ length: 500 }, (_, at) => hex(`rotated-token-${at}`));
    const own = new Redactor([tokens]);
    for (const token of tokens.slice(-50)) expect(own.text(token)).toBe(GONE);
  });
});

it('a source of secrets that change forgets the oldest, so that each text is not searched for more than are masked', () => {
  const seen = new Set<string>();
  for (let n = 0; n < 100; n++) noteSecret(seen, `secret-${n}-0123456789`);
  noteSecret(seen, 'secret-40-0123456789');
  expect(seen.size).toBe(MAX_SECRETS);
  expect([...seen].at(-1)).toBe('secret-40-0123456789');
});

describe('nothing else is masked', () => {
  it('not a part of a secret: masking one would confirm a guess', () => {
    const part = fc
      .tuple(fc.nat(TOKEN.length), fc.nat(TOKEN.length))
      .filter(([a, b]) => Math.abs(a - b) < TOKEN.length);
    fc.assert(
      fc.property(part, fc.constantFrom(...Object.values(FORMS)), ([a, b], encode) => {
        const text = encode(TOKEN.slice(Math.min(a, b), Math.max(a, b)));
        expect(redactor.text(text)).toBe(text);
      }),
    );
  });

  it.each([
    ['a short word', 'hunter2'],
    ['a number', '1234567890123456'],
    ['a phrase', 'password-password'],
    ['a pattern', 'abababababababababab'],
  ])('nor a secret that can be guessed, since the mask would confirm the guess: %s', (_what, weak) => {
    expect(new Redactor([[weak]]).text(weak)).toBe(weak);
  });

  it('a text without a secret is unchanged', () => {
    fc.assert(fc.property(anyCodePoints(), (text) => redactor.text(text) === text));
  });
});

describe('a secret is masked in a JSON value', () => {
  it('in strings and keys at any depth; all else stays', () => {
    const value = { a: [`x ${TOKEN}`, 1, null, true, { [TOKEN]: { b: hex(TOKEN) } }], 'c\n': 'd"\\' };
    expect(redactor.json(value)).toEqual({ a: [`x ${GONE}`, 1, null, true, { [GONE]: { b: GONE } }], 'c\n': 'd"\\' });
  });

  it('that is written by toJSON, and is left as JSON has it', () => {
    const value = { a: foreign(`x ${TOKEN}`), b: new Structured('', { [TOKEN]: foreign(hex(TOKEN)) }), c: undefined };
    const others = { d: new Money(3, 'EUR'), e: [undefined, Number.NaN], f: new Date(0) };
    expect(redactor.json({ ...value, ...others })).toStrictEqual({
      a: `⟦x ${GONE}⟧`,
      b: { [GONE]: `⟦${GONE}⟧` },
      ...JSON.parse(JSON.stringify(others)),
    });
  });

  it('the same as in its JSON, whatever it holds', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // As JSON: it has no -0.
        expect(JSON.stringify(redactor.json(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('that holds prototype keys stays harmless', () => {
    const value: unknown = JSON.parse(`{"__proto__":{"polluted":"${TOKEN}"}}`);
    expect(JSON.stringify(redactor.json(value))).toBe(`{"__proto__":{"polluted":"${GONE}"}}`);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

it.each([
  'lorem ipsum '.repeat(90_000),
  '%25&amp;\\n'.repeat(100_000),
  TOKEN.slice(0, -1).repeat(30_000),
  '\\'.repeat(1_000_000),
])('a megabyte is scanned quickly (%#)', (text) => expect(cpuMs(() => redactor.text(text))).toBeLessThan(2_000));

describe('a text of the platform is masked before it is cut', () => {
  const forms = { plain: TOKEN, hex: hex(TOKEN), base64: base64(TOKEN), percent: encodeURIComponent(TOKEN) };

  /** Every part of the text that may be asked for, put together again by hand. */
  it.each(Object.entries(forms))('whatever window is chosen: %s', (_name, form) => {
    const unmask = maskForeignText(redactor);
    try {
      const text = foreign(`${'before '.repeat(5)}${form}${' after'.repeat(5)}`);
      const least = new Set(Array.from({ length: form.length - 8 }, (_, at) => form.slice(at, at + 8)));
      for (let from = 0; from <= text.raw.length; from++) {
        for (const length of [1, 8, 28, 1_000]) {
          const part = String(text.slice(from, length));
          expect([...least].filter((piece) => part.includes(piece))).toEqual([]);
        }
      }
      for (let max = 2; max < text.raw.length; max++) {
        const part = String(text.line(max));
        expect([...least].filter((piece) => part.includes(piece))).toEqual([]);
      }
    } finally {
      unmask();
    }
  });

  it.each([
    ['a message of a megabyte', `${' '.repeat(65_536 - 20)}${TOKEN}${'x'.repeat(1_000_000)}`],
    ['a beginning that is nearly all blanks', `${'a '.repeat(100)}${' '.repeat(65_536 - 220)}${TOKEN} end`],
  ])('also in a line of %s', (_what, text) => {
    const unmask = maskForeignText(redactor);
    try {
      expect(String(foreign(text).line(400))).toContain(GONE);
      expect(String(foreign(text).line(400))).not.toContain(TOKEN.slice(0, 5));
    } finally {
      unmask();
    }
  });
});

it.each([90, 100, 110, 120])(
  'an error that is cut %i characters before its end shows no part of a secret',
  async (room) => {
    const silent = { log: { debug: () => undefined }, catalogue: { tools: [] }, selection: { has: () => true } };
    const text = `${'x'.repeat(RESULT_BUDGET - room)}${TOKEN}${'y'.repeat(2_000)}`;
    const task = () => Promise.reject(new Refusal(text));
    const ended = await run({ ...silent, redactor } as unknown as App, { kind: 'tool', name: 'any' }, task);
    expect(ended.kind === 'error' && ended.text).not.toContain(TOKEN.slice(0, 8));
  },
);
