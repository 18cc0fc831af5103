/** Times as a person reads them. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { age, duration } from '../../../src/present/units.ts';

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

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the age of something', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [20 * 1000, '20 s'],
    [3 * MINUTE + 20_000, '3 min'],
    [DAY + 2 * HOUR + 30 * MINUTE, '1 d 2 h'],
    [9 * DAY + 23 * HOUR + 59 * MINUTE, '9 d 23 h'],
    [10 * DAY + 14 * HOUR, '10 d'],
    [400 * DAY + 23 * HOUR, '400 d'],
    [-MINUTE / 2, 'less than a second'],
    [-2 * MINUTE, undefined],
  ])('of %d ms is %s', (ms, words) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(age(new Date(Date.now() - ms).toISOString())).toBe(words);
  });
});
