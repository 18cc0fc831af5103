/** Quotes text by the caller. */

import { LEAST_SECRET } from '../../basics/secret-strength.ts';
import { clean, cut } from '../../platform/text.ts';

/**
 * The beginning of a caller's text, shorter than any secret: it is never masked, so that masking can't confirm a guess.
 */
export function callerText(text: string): string {
  const short = clean(cut(text, LEAST_SECRET - 1));
  return text.length < LEAST_SECRET ? short : `${short}…`;
}
