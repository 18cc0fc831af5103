/** Times as a person reads them. */
import { describe, expect, it } from 'vitest';
import { duration } from '../../../src/present/units.ts';

describe('a duration', () => {
  it.each([
    [0, 'less than a second'],
    [956, 'less than a second'],
    [1_956, '2 s'],
    [4_400, '4 s'],
    [59_700, '1 min'],
    [250_000, '4 min 10 s'],
    [2 * 86_400_000 + 3 * 3_600_000, '2 d 3 h'],
  ])('of %d ms is %s', (ms, words) => {
    expect(duration(ms)).toBe(words);
  });
});
