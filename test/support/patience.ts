/**
 * Milliseconds to wait for an event that must happen: far more than it needs, even on an overloaded machine. A promise that
 * hangs still fails. vitest.config.ts gives a whole test more.
 */
export const PATIENCE_MS = 240_000;
