/** Durations in milliseconds, and calendar days and months in UTC. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** ISO date-time in UTC, `2026-03-01T12:00:00.000Z`. */
export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

/** UTC calendar day, `YYYY-MM-DD`. */
export const isoDay = (epochMs: number): string => isoTime(epochMs).slice(0, 10);

/** UTC calendar month, `YYYY-MM`. */
export const isoMonth = (epochMs: number): string => isoTime(epochMs).slice(0, 7);
