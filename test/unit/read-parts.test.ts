/** What get_thread has shown counts for the caller it was shown to, for that very request, and only to its end. */
import { describe, expect, it } from 'vitest';
import { createReadParts } from '../../src/mcp/engine/read-parts.ts';

describe('a long message', () => {
  const readParts = createReadParts();

  it.each([
    { it: 'never read', parts: [], unseen: 0 },
    { it: 'read to its middle', parts: [[0, 8_000]], unseen: 8_000 },
    {
      it: 'read but for a gap',
      parts: [
        [0, 8_000],
        [9_000, 20_000],
      ],
      unseen: 8_000,
    },
    { it: 'read from its end', parts: [[8_000, 20_000]], unseen: 0 },
    {
      it: 'read in two parts, the second first',
      parts: [
        [8_000, 20_000],
        [0, 8_000],
      ],
      unseen: undefined,
    },
  ] as const)('$it', ({ it: request, parts, unseen }) => {
    for (const [from, to] of parts) readParts.note('a', request, { message: 2, from, to });
    expect(readParts.firstUnread('a', request, 2, 12_000)).toBe(unseen);
  });

  it('counts as read by whoever read it, as the message and request that were read', () => {
    readParts.note('a', 'one', { message: 2, from: 0, to: 20_000 });
    expect(readParts.firstUnread('b', 'one', 2, 12_000)).toBe(0);
    expect(readParts.firstUnread('a', 'two', 2, 12_000)).toBe(0);
    expect(readParts.firstUnread('a', 'one', 3, 12_000)).toBe(0);
    expect(readParts.firstUnread('a', 'one', 2, 12_000)).toBeUndefined();
  });

  it('is forgotten after 500 others, and must be read again', () => {
    readParts.note('a', 'old', { message: 2, from: 0, to: 20_000 });
    for (let n = 0; n < 500; n++) readParts.note('a', `new ${n}`, { message: 2, from: 0, to: 1 });
    expect(readParts.firstUnread('a', 'old', 2, 12_000)).toBe(0);
  });
});
