/**
 * What the slow suite tries more thoroughly: it repeats the fast files that import this (vitest.config.ts) with
 * ten times as many runs of a property, and with the rows and clients that the fast suite skips, since the others keep the
 * same promise.
 */
import { describe, it } from 'vitest';

const isThorough = process.env.THOROUGH !== undefined;

/** How often a property is tried. */
export const runs = (fast: number): { readonly numRuns: number } => ({ numRuns: isThorough ? 10 * fast : fast });

/** A test, or a suite, that only the slow suite runs. */
export const slowIt = it.skipIf(!isThorough);
export const slowDescribe = describe.skipIf(!isThorough);
