/** Compares a whole text that a test of one behaviour produces. Texts of everyday calls are cases in `test/golden/cases.ts`. */
import { expect } from 'vitest';
import { stable } from '../golden/stable.ts';

/** Times, and how long ago they were: from hours on, they depend on the day of the test run. */
const WHEN = /\b\d+ (?:d|h)(?: \d+ (?:h|min))?\b|\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z/g;

/**
 * The text, a result's or another, stands in `test/golden/snapshots`, under the name of the test.
 * @param ids those in it that depend on what ran before
 */
export function golden(told: string | { readonly text: string }, ...ids: readonly string[]): void {
  const text = typeof told === 'string' ? told : told.text;
  const named = ids.reduce((rest, id, index) => rest.replaceAll(id, `<id ${index + 1}>`), text);
  expect(stable(named).replaceAll(WHEN, '<when>')).toMatchSnapshot();
}

interface Result {
  readonly text: string;
  readonly isError: boolean;
}

/** The golden of a result that is an error. */
export function goldenError(result: Result, ...ids: readonly string[]): void {
  expect(result.isError, result.text).toBe(true);
  golden(result, ...ids);
}

/** The golden of a result that is none. */
export function goldenAnswer(result: Result, ...ids: readonly string[]): void {
  expect(result.isError, result.text).toBe(false);
  golden(result, ...ids);
}
