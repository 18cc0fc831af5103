/** Nothing that the platform answered to one person's token reaches another person, by whatever they do, however long. */
import { expect, it } from 'vitest';
import { expectNothingCrosses } from './interleaved-exchange.ts';

/** 125 are ten thousand things: `INTERLEAVED_ROUNDS=125 npx vitest run --project slow interleaved-exchange`. */
const ROUNDS = Number(process.env.INTERLEAVED_ROUNDS ?? 40);

it('two people with their own tokens see only answers to these, in thousands of calls', async () => {
  expect(await expectNothingCrosses(ROUNDS, 'wait_for_thread')).toBeGreaterThan(ROUNDS * 80);
});
