/**
 * Generated inputs never cause a crash or a stray byte, and are always answered by the protocol. `npm run test:fuzz` tries
 * 10,000.
 */
import { expect, it } from 'vitest';
import { fuzz } from '../support/fault-fuzz.ts';

it('2,000 generated inputs to every tool, resource, prompt and list break nothing', async () => {
  const { inputs, problems } = await fuzz(2_000, 20_261_121);
  expect(problems).toEqual([]);
  expect(inputs).toBeGreaterThanOrEqual(2_000);
});
