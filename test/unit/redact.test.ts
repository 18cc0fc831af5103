/**
 * Secrets leave this process to where they are meant for only: whole, in pieces too large to guess, and encoded they are
 * taken out of everything else. Smaller pieces stay, so that nobody can grow a guess character by character.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESULT_BUDGET } from '../../src/mcp/contract/answer.ts';
import { Refusal } from '../../src/mcp/contract/errors.ts';
import type { App } from '../../src/mcp/engine/app.ts';
import { Redactor } from '../../src/mcp/engine/redact.ts';
import { run } from '../../src/mcp/engine/run.ts';
import { foreign, maskForeignText } from '../../src/platform/text.ts';
import { cpuMs } from '../support/cpu-time.ts';
import { base64, hex, JWT, LONG, pairsOfGuessesLookAlike, percent, SIGNATURE } from '../support/guesses.ts';
import { TOKEN } from '../support/platform-double.ts';

const GONE = '[redacted]';
const redactor = new Redactor([[TOKEN]]);

describe('of a text a secret is taken out', () => {
  it.each([
    ['whole', `Bearer ${TOKEN}!`, `Bearer ${GONE}!`],
    ['twice', `${TOKEN} ${TOKEN}`, `${GONE} ${GONE}`],
    ['twice without a gap', `${TOKEN}${TOKEN}`, GONE],
    ['inside a word', `x${TOKEN}y`, `x${GONE}y`],
    ['in capitals', TOKEN.toUpperCase(), GONE],
    ['in hex', hex(TOKEN), GONE],
    ['in capital hex', hex(TOKEN).toUpperCase(), GONE],
    ['as a dump of hex', hex(TOKEN).replace(/../g, '$& ').trim(), GONE],
    ['with every byte in percent-encoding', percent(TOKEN), GONE],
    ['with some bytes in percent-encoding', `${percent(TOKEN.slice(0, 3))}${TOKEN.slice(3)}`, GONE],
    ['in percent-encoding twice', percent(TOKEN).replaceAll('%', '%25'), GONE],
    ['in escapes of JSON', hex(TOKEN).replace(/../g, '\\u00$&'), GONE],
    ['in escapes of JavaScript', hex(TOKEN).replace(/../g, '\\x$&'), GONE],
    ['in references of HTML', hex(TOKEN).replace(/../g, '&#x$&;'), GONE],
    ['broken into lines', TOKEN.replace(/.{8}/g, '$&\n'), GONE],
    ['broken into lines, as JSON inside JSON', TOKEN.replace(/.{8}/g, '$&\\n'), GONE],
    ['with blanks between its letters', [...TOKEN].join(' '), GONE],
    ['with zero-width characters between its letters', [...TOKEN].join('\u200b'), GONE],
    ['with variation selectors between its letters', [...TOKEN].join('\ufe0f'), GONE],
    ['with the supplement of variation selectors between its letters', [...TOKEN].join('\u{e0100}'), GONE],
    ['with accents on its letters', [...TOKEN].join('\u0301'), GONE],
    ['behind emoji', `👋🏽${TOKEN}`, `👋🏽${GONE}`],
  ])('%s', (_how, text, expected) => {
    expect(redactor.text(text)).toBe(expected);
  });

  it.each([0, 1, 2, 3, 4, 5])('in base64, behind %i other bytes, on one line and on many', (shift) => {
    const encoded = base64(`${'u'.repeat(shift)}${TOKEN}:tail`);
    const url = Buffer.from(`${'u'.repeat(shift)}${TOKEN}:tail`).toString('base64url');
    for (const form of [encoded, url, encoded.replace(/.{20}/g, '$&\r\n')]) {
      const clean = redactor.text(form);
      expect(clean).toContain(GONE);
      const [before = '', after = ''] = clean.split(GONE).map((part) => Buffer.from(part, 'base64').toString());
      expect([before.length, after.length].every((length) => length <= 8)).toBe(true);
      expect(TOKEN.startsWith(before.slice(-1)) && before.length > shift).toBe(false);
    }
  });

  it('whole, also where another one is inside it once its escapes are undone', () => {
    const [before, after] = ['kZ8vQm2xT9pLw4', 'Rb7nYc3sHd6Jf5Gq1'];
    const outer = `${before}%41${after}`;
    const inner = `${before.slice(2)}A${after.slice(0, 8)}`;
    expect(new Redactor([[outer, inner]]).text(`a ${outer} b`)).toBe(`a ${GONE} b`);
  });

  it('in a form that is escaped: what is read beyond a cut reaches as far', () => {
    expect(redactor.reach).toBeGreaterThanOrEqual(hex(hex(TOKEN)).replace(/../g, '\\u00$&').length);
  });

  it('in percent-encoding, in both ways to write it', () => {
    const odd = 'abc+/=de%f&gh+/=ij%kl&mn+/=op9';
    const encoded = encodeURIComponent(odd);
    const lower = encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    const own = new Redactor([[odd]]);
    expect([odd, encoded, lower].map((form) => own.text(`<${form}>`))).toEqual(Array(3).fill(`<${GONE}>`));
  });

  it('the signature of a JSON Web Token alone, too', () => {
    const own = new Redactor([[JWT]]);
    for (const form of [JWT, SIGNATURE, hex(SIGNATURE), base64(`${SIGNATURE}.~`)])
      expect(own.text(form)).toMatch(/^\[redacted\].{0,2}$/);
  });

  it('where only a part came: the blocks of it that are whole', () => {
    const own = new Redactor([[LONG]]);
    for (const part of [LONG.slice(0, 300), LONG.slice(100), hex(LONG.slice(0, 300)), base64(LONG.slice(0, 300))]) {
      const clean = own.text(part);
      expect(clean).toContain(GONE);
      expect(clean.replace(GONE, '').length).toBeLessThan(200);
    }
  });

  it('each that was ever seen, also one that was rotated in later', () => {
    const tokens = ['first-token-of-many-00001'];
    const own = new Redactor([tokens]);
    expect(own.text(tokens[0] ?? '')).toBe(GONE);
    tokens.push('second-token-of-many-00002');
    expect(own.text(tokens.join(' '))).toBe(`${GONE} ${GONE}`);
  });

  it('the newest of very many', () => {
    const tokens = Array.from({ length: 500 }, (_, at) => hex(`rotated-token-${at}`));
    const own = new Redactor([tokens]);
    for (const token of tokens.slice(-50)) expect(own.text(token)).toBe(GONE);
  });
});

describe('nothing else is', () => {
  it.each([
    ['nothing', ''],
    ['a word', 'hello'],
    ['its name in front', 'tok_'],
    ['all of it but the last character', TOKEN.slice(0, -1)],
    ['all of it but the first character', TOKEN.slice(1, -1)],
    ['its middle', TOKEN.slice(7, 30)],
  ])('%s', (_what, text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it('neither the header of a JSON Web Token, which all share, nor its payload, which can be guessed', () => {
    const own = new Redactor([[JWT]]);
    for (const length of [15, 16, 20, 32, 64, JWT.lastIndexOf('.'), JWT.length - 20]) {
      expect(own.text(JWT.slice(0, length))).toBe(JWT.slice(0, length));
    }
  });

  it.each([
    ['a short word', 'hunter2'],
    ['a number', '1234567890123456'],
    ['a phrase', 'password-password'],
    ['a pattern', 'abababababababababab'],
  ])('nor a secret that can be guessed, since the mask would confirm the guess: %s', (_what, weak) => {
    expect(new Redactor([[weak]]).text(weak)).toBe(weak);
  });

  it('a text without a secret is not touched', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => redactor.text(text) === text));
  });
});

describe('what is masked tells nothing', () => {
  // Ten times as many in redact.slow.test.ts.
  it.each(Object.entries({ TOKEN, JWT, LONG }))(
    '1,000 pairs of a right and a wrong guess of %s look alike',
    (_name, secret) => pairsOfGuessesLookAlike(secret, 1_000),
  );

  it('a JSON Web Token can not be grown from the beginning that all share', () => {
    const own = new Redactor([[JWT]]);
    // The first block of the signature ends there: it takes 32 random characters to be masked.
    for (let length = 15; length < JWT.lastIndexOf('.') + 32; length++) {
      expect(own.text(JWT.slice(0, length + 1))).toBe(JWT.slice(0, length + 1));
      expect(own.text(`${JWT.slice(0, length)}~`)).toBe(`${JWT.slice(0, length)}~`);
    }
  });
});

describe('of a JSON value a secret is taken out', () => {
  it('from strings and keys at any depth; all else stays', () => {
    const value = { a: [`x ${TOKEN}`, 1, null, true, { [TOKEN]: { b: base64(TOKEN) } }], 'c\n': 'd"\\' };
    const clean = redactor.json(value);
    expect(JSON.stringify(clean)).not.toContain(TOKEN.slice(0, 16));
    expect(clean.a.slice(0, 4)).toEqual([`x ${GONE}`, 1, null, true]);
    expect(clean['c\n']).toBe('d"\\');
    expect(Object.keys(clean.a[4] as object)).toEqual([GONE]);
  });

  it.each([
    ['a quote', 'abcdefghij"klmnopqr7t'],
    ['a backslash', 'abcdefghij\\klmnopqr7t'],
  ])('that holds %s', (_what, token) => {
    const own = new Redactor([[token]]);
    expect(own.json({ a: token })).toEqual({ a: GONE });
    expect(own.text(JSON.stringify({ a: token }))).toBe(`{"a":"${GONE}"}`);
  });

  it('that holds prototype keys stays harmless', () => {
    const value: unknown = JSON.parse(`{"__proto__":{"polluted":"${TOKEN}"}}`);
    expect(JSON.stringify(redactor.json(value))).toBe(`{"__proto__":{"polluted":"${GONE}"}}`);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('whatever is around it', () => {
  const token = fc
    .string({ unit: fc.constantFrom(...'abcXYZ0189-._~+/=!"\\%'), minLength: 16, maxLength: 60 })
    .map((text) => `q7R2xL9${text}`);
  const around = fc.string({ unit: 'grapheme', maxLength: 20 });
  const forms: readonly ((token: string) => string)[] = [
    (text) => text,
    (text) => encodeURIComponent(text),
    (text) => JSON.stringify(text),
    hex,
    base64,
    (text) => Buffer.from(`:${text}:`).toString('base64url'),
  ];

  it('the secret does not survive, in no form', () => {
    fc.assert(
      fc.property(token, around, around, fc.constantFrom(...forms), (secret, before, after, form) => {
        const own = new Redactor([[secret]]);
        const text = `${before}${form(secret)}${after}`;
        expect(own.text(text)).toContain(GONE);
        expect(own.text(text)).not.toContain(form(secret).slice(4, -4));
        expect(own.json({ a: [text] }).a.join()).toBe(own.text(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('escapes with secrets all through them, too: each place is found without going through all others', () => {
    const [harmless, times] = ['%41&amp;'.repeat(4), 3_000];
    const text = `${harmless}${percent(TOKEN)}`.repeat(times);
    let clean = '';
    const ms = cpuMs(() => {
      clean = redactor.text(text);
    });
    expect(ms).toBeLessThan(4_000);
    expect(clean).toBe(`${harmless}${GONE}`.repeat(times));
  });

  it('a megabyte is gone through in a moment', () => {
    const ms = cpuMs(() => {
      redactor.text('lorem ipsum '.repeat(90_000));
      redactor.text('%25&amp;\\n'.repeat(100_000));
    });
    expect(ms).toBeLessThan(4000);
  });
});

describe('a text of the platform is masked before it is cut', () => {
  const forms = { plain: TOKEN, hex: hex(TOKEN), base64: base64(`${TOKEN}~`), percent: percent(TOKEN) };

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
        for (const part of [text.line(max), text.ends(max)].map(String))
          expect([...least].filter((piece) => part.includes(piece))).toEqual([]);
      }
    } finally {
      unmask();
    }
  });

  it.each([
    ['a message of a megabyte', `${' '.repeat(65_536 - 20)}${TOKEN}${'x'.repeat(1_000_000)}`],
    ['a beginning that is nearly all blanks', `${'a '.repeat(100)}${' '.repeat(65_536 - 220)}${TOKEN} end`],
    ['a secret that is stretched over a window', `go ${[...TOKEN].join(' '.repeat(4_000))} end`],
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
