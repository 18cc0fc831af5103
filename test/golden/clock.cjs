/**
 * Loaded into the server before its own code (`node --require`): the day is always the same and new identifiers count up,
 * so that texts with times and identifiers can be compared. Time stands still, unless GOLDEN_CLOCK is `runs`.
 */
const crypto = require('node:crypto');

const START = Date.UTC(2026, 2, 16, 9, 30);
const RealDate = Date;
const began = RealDate.now();
const now = () => (process.env.GOLDEN_CLOCK === 'runs' ? START + RealDate.now() - began : START);

class GoldenDate extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }
  static now() {
    return now();
  }
}
globalThis.Date = GoldenDate;

/** Recognized by `stable.ts`: no seeded identifier looks like it. */
let made = 0;
crypto.randomUUID = () => `0000000e-0000-4000-8000-${String(++made).padStart(12, '0')}`;
