/** The pages of the cards as the build makes them: small, whole, and without a way to load, store or parse anything. */
import { describe, expect, it } from 'vitest';
import { VIEWS } from '../../src/mcp/contract/tool.ts';

const { pages } = await import('#cards');

/** Functions that turn text into markup or code, reach the network, or store data. */
const FORBIDDEN = [
  /\b(?:inner|outer)HTML\b/,
  /\binsertAdjacentHTML\b/,
  /\bdocument\.write/,
  /\bDOMParser\b|\bsetHTML|createContextualFragment/,
  /\beval\(|new Function\b/,
  /\bfetch\(|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|sendBeacon|\bimport\(/,
  /\blocalStorage\b|\bsessionStorage\b|\bindexedDB\b|\bcaches\.|document\.cookie/,
  /\bwindow\.open\b|location\.(?:href|assign|replace)/,
  /\b(?:src|href|action)=|@import|url\(/,
  /https?:\/\//,
];

describe.each(Object.entries(pages))('the card page %s', (_name, page) => {
  it('holds nothing that loads, stores, or makes markup of text', () => {
    expect(FORBIDDEN.filter((pattern) => pattern.test(page)).map(String)).toEqual([]);
  });

  it('allows its own script and style, and nothing else', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
    expect(policy).toBe(
      "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
    );
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<\/script/g)).toHaveLength(1);
  });
});

it('all card pages together have at most 79,000 bytes', () => {
  const bytes = Object.values(pages).map((page) => Buffer.byteLength(page));
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(79_000);
});

/** What does not follow the reader’s font size, or is not mirrored for a language that is written from right to left. */
const UNREADY = [
  /(?:^|[;{])font(?:-size)?:[^;}]*\dpx/g,
  /(?:^|[;{])line-height:[^;}]*px/g,
  /(?:^|[;{])(?:left|right|top|bottom|(?:min-|max-)?(?:width|height)):/g,
  /(?:^|[;{])(?:margin|padding|border)-(?:left|right|top|bottom)/g,
  /(?:^|[;{])(?:float|clear):/g,
];

describe.each(Object.entries(pages))('the styles of the card page %s', (_name, page) => {
  const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? '';

  it('set no text size in pixels, and use only logical sides', () => {
    expect(style.length).toBeGreaterThan(1_000);
    expect(UNREADY.flatMap((pattern) => style.match(pattern) ?? [])).toEqual([]);
  });

  it('cut nothing off: no height is limited, and no line clamped', () => {
    expect(style.match(/max-(?:block-size|height):|line-clamp|text-overflow/g)).toBeNull();
  });
});

it('each view has a card page', () => {
  expect(Object.keys(pages).sort()).toEqual(Object.keys(VIEWS).sort());
});
