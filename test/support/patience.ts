/**
 * Milliseconds that anything may take which must happen: far more than it needs, also on a machine with ten times as much to
 * do as it can. A promise that hangs still fails. vitest.config.ts gives a whole test more.
 */
export const PATIENCE_MS = 240_000;
