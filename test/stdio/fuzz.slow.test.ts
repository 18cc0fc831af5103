/** Generated inputs: never a crash, never a stray byte, always an answer of the protocol. `npm run test:fuzz` does 10,000. */
import { expect, it } from 'vitest';
import { fuzz } from '../support/fault-fuzz.ts';

it('2,000 generated inputs to every tool, resource, prompt and list', async () => {
  const { inputs, problems } = await fuzz(2_000, 20_261_121);
  expect(problems).toEqual([]);
  expect(inputs).toBeGreaterThanOrEqual(2_000);
});
