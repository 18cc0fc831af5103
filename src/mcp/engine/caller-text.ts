/** Quotes text by the caller. */

import { MIN_SECRET_LENGTH } from '../../basics/secret-strength.ts';
import { clean, cut } from '../../platform/text.ts';

/**
 * The beginning of a caller's text, shorter than any secret: it is never masked, so that masking can't confirm a guess.
 */
export function callerText(text: string): string {
  const short = clean(cut(text, MIN_SECRET_LENGTH - 1));
  return text.length < MIN_SECRET_LENGTH ? short : `${short}…`;
}
