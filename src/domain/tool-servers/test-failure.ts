/** Whose failure a failed tool test is: other arguments help only where they were what was wrong. */
import type { ToolTest } from '../../platform/parse/records.ts';

/** The status that an error names: `HTTP 503`, `status code 500`, `503 Service Unavailable`. */
const STATUS =
  /\b(?:HTTP(?:\/[\d.]+)?|status(?: code)?)[\s:=]*([1-5]\d\d)\b|^\s*([45]\d\d)\s+[A-Z]|\b(5\d\d)\s+(?:internal server error|bad gateway|service unavailable|gateway time-?out)/i;
const DOWN = /internal server error|bad gateway|service unavailable|gateway time-?out/i;
/** Nothing arrived there, and so nothing was done. */
const UNREACHED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|connection refused|could not resolve|unreachable/i;
/** It may have arrived. */
const LOST = /ETIMEDOUT|ECONNRESET|ECONNABORTED|timed out|timeout|socket hang up|connection (?:reset|closed|aborted)/i;

/** What is to be said of a failed test, and whether other arguments may help. */
export interface TestFailure {
  readonly note?: string;
  readonly isCurable: boolean;
}

const MAY_HAVE_ACTED: TestFailure = {
  note: 'The endpoint may have been reached: it may have changed something before the test failed.',
  isCurable: true,
};

/** Undefined where nothing failed. */
export function failureOf({ success, error }: ToolTest): TestFailure | undefined {
  if (success !== false) return undefined;
  if (error === undefined) return MAY_HAVE_ACTED;
  const said = error.visible;
  const [, named, begun, worded] = STATUS.exec(said) ?? [];
  const status = Number(named ?? begun ?? worded ?? 0);
  if (status >= 500 || (status === 0 && DOWN.test(said))) {
    return incurable(
      "The endpoint itself failed: other arguments won't help, and it may have changed something before it failed.",
    );
  }
  if (status === 401 || status === 403) {
    return incurable("The endpoint refused the tool server's credentials: other arguments won't help.");
  }
  if (status === 429)
    return incurable("The endpoint's rate limit was reached: other arguments won't help; wait before trying again.");
  if (status !== 0) return { isCurable: true };
  if (UNREACHED.test(said)) return incurable("The endpoint could not be reached: other arguments won't help.");
  return LOST.test(said)
    ? incurable("The endpoint did not answer: other arguments won't help, and it may have changed something.")
    : MAY_HAVE_ACTED;
}

const incurable = (note: string): TestFailure => ({ note, isCurable: false });
