/** How this server repeats what a caller wrote. */

import { LEAST_SECRET } from '../../basics/secret-strength.ts';
import { clean, cut } from '../../platform/text.ts';

/**
 * The beginning of what a caller wrote, shorter than any secret: nothing of it is ever masked, so that no guess is
 * answered by masking it.
 */
export function callerText(text: string): string {
  const short = clean(cut(text, LEAST_SECRET - 1));
  return text.length < LEAST_SECRET ? short : `${short}…`;
}
