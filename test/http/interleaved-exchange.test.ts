/** Nothing that the platform answered to one person's token reaches another person, by whatever they do. */
import { expect, it } from 'vitest';
import { expectNothingCrosses } from './interleaved-exchange.ts';

it('two people with their own tokens see only answers to these', async () => {
  expect(await expectNothingCrosses(2)).toBeGreaterThan(100);
});
