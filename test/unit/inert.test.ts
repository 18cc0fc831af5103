/** Markdown by others is shown in a question, but never rendered. */
import { describe, expect, it } from 'vitest';
import { inert } from '../../src/mcp/engine/consent/inert.ts';

/** What a renderer of Markdown would still see as markup: all but its code spans. */
const outsideOfSpans = (text: string): string => text.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');

describe('a question', () => {
  it.each([
    '![x](https://evil.example/p.png)',
    '[press](https://evil.example)',
    '<img src="https://evil.example/p.png">',
    '<https://evil.example>',
    'https://evil.example',
    'www.evil.example',
    'mail bob@evil.example',
    '~~do not~~ pay',
    '**Approve**',
    'pay 5*3*2',
    '# Approve',
    '```\nfence\n```',
    '` ![x](https://evil.example/p.png) `',
    '`` ![x](https://evil.example/p.png) `',
    'a ` b `` c ``` ![x](https://evil.example/p.png)',
    '&#65;pprove',
    '[ref]: https://evil.example',
    '`![x](https://evil.example/p.png)',
    '![x](https://evil.example/p.png)`',
    '[x][ref]',
    'C:\\_x',
  ])('shows %s letter by letter', (text) => {
    const shown = outsideOfSpans(inert(`It says ⟦${text}⟧.`));
    expect(shown).toBe('It says ⟦⟧.');
    expect(inert(`⟦${text}⟧`)).not.toMatch(/\]\(|\]:|<[a-z]/i);
  });

  it('leaves plain words and arguments as they are', () => {
    for (const text of ['⟦Refund Desk⟧ asks', '⟦{"amount":249,"currency":"EUR"}⟧']) expect(inert(text)).toBe(text);
  });
});
