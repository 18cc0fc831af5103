/** Calls leave no memory in use. `npm run test:leak` makes a million of them. */
import { expect, it } from 'vitest';
import { bytesPerCall, measureLeak } from '../support/fault-leak.ts';

it('20,000 calls of all kinds leave less than 100 bytes each', async () => {
  const parts = await measureLeak(20_000);
  // Compiled code and caches still grow a little in so short a run; one kept request or answer is far more.
  expect(bytesPerCall(parts)).toBeLessThan(100);
});
