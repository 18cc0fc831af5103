/** Text of others in a question: its lines stay lines where they say something. */
import { expect, it } from 'vitest';
import { foreign } from '../../src/platform/text.ts';
import { plain } from '../../src/present/plain.ts';

const linesOf = (text: string): number => plain(foreign(text)).text.split('\n').length;

it.each([
  ['a configuration of 300 settings', 300, 'door.rear.close_force_n = 150\n', 300],
  ['24 words', 24, 'a\n', 24],
  ['2,000 letters', 2_000, 'a\n', 24],
  ['3,500 blank lines between two words', 1, `Fine.${'\n'.repeat(3_500)}Well.`, 2],
])('%s keep the line breaks that push nothing out of sight', (_what, times, line, lines) => {
  expect(linesOf(line.repeat(times))).toBe(lines);
});
