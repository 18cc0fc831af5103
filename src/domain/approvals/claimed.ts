/** A request that somebody has decided on, and when it can be decided again if it still waits. */

import { MINUTE_MS } from '../../present/units.ts';

/** `14:05 UTC`, a minute that ends after so many milliseconds; undefined if none are left. */
export const clockIn = (ms: number): string | undefined =>
  ms <= 0
    ? undefined
    : `${new Date(Math.ceil((Date.now() + ms) / MINUTE_MS) * MINUTE_MS).toISOString().slice(11, 16)} UTC`;

/** What is said of a request that is decided already. @param after `14:05 UTC` */
export const decidedText = (after: string | undefined): string =>
  `A decision on this request has already been sent, or is being sent. ${againText(after)}`;

/** When it can be decided again. @param after as in {@link decidedText} */
export const againText = (after: string | undefined): string =>
  `If the thread still waits for the same ${later(after)}, it can be decided again.`;

/** `after 14:05 UTC`. */
export const later = (after: string | undefined): string =>
  after === undefined ? 'a quarter of an hour later' : `after ${after}`;
