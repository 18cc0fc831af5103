/** Displays names of fields. */
import { foreign, isPlain } from '../../platform/text.ts';

/**
 * A field's whole path: `assistantSpecialization.presets`. Keys of free objects are foreign text, too: those that aren't
 * plain names are put between the marks.
 */
export const fieldName = (path: readonly string[]): string =>
  path.map((key) => (isPlain(key) ? key : String(foreign(key)).replace(/\s+/g, ' '))).join('.');
