/** Nothing that the platform answered to one person's token reaches another person, by whatever they do. */
import { expect, it } from 'vitest';
import { expectNothingCrosses } from './interleaved-exchange.ts';

it('two people with tokens of their own are shown what was answered to these', async () => {
  expect(await expectNothingCrosses(2)).toBeGreaterThan(100);
});
