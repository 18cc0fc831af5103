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

/** What is to be said of a failure that no other arguments cure; undefined where they may, and where nothing failed. */
export function incurable({ success, error }: ToolTest): string | undefined {
  if (success !== false || error === undefined) return undefined;
  const said = error.visible;
  const [, named, begun, worded] = STATUS.exec(said) ?? [];
  const status = Number(named ?? begun ?? worded ?? 0);
  if (status >= 500 || (status === 0 && DOWN.test(said))) {
    return "The endpoint itself failed: other arguments won't help, and it may have changed something before it failed.";
  }
  if (status === 401 || status === 403) {
    return "The endpoint refused the tool server's credentials: other arguments won't help.";
  }
  if (status === 429)
    return "The endpoint's rate limit was reached: other arguments won't help; wait before trying again.";
  if (status !== 0) return undefined;
  if (UNREACHED.test(said)) return "The endpoint could not be reached: other arguments won't help.";
  return LOST.test(said)
    ? "The endpoint did not answer: other arguments won't help, and it may have changed something."
    : undefined;
}
