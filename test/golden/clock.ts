/** What clock.cjs does in a process of its own, for servers in this one: time stands still, and new identifiers count up. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

const START = Date.UTC(2026, 2, 16, 9, 30);

/** @returns what lets time go on */
export function stopClock(): () => void {
  let made = 0;
  const { randomUUID } = crypto;
  const makesIds = (make: typeof randomUUID): void => {
    crypto.randomUUID = make;
    syncBuiltinESMExports();
  };
  makesIds(() => `0000000e-0000-4000-8000-${String(++made).padStart(12, '0')}`);
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  return () => {
    vi.useRealTimers();
    makesIds(randomUUID);
  };
}
