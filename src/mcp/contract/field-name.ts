/** How the name of a field is shown. */
import { foreign } from '../../platform/text.ts';

/** Whether a key has nothing but letters, digits and `-_.`. */
export const isPlainKey = (key: string): boolean => /^[\w.-]+$/.test(key);

/**
 * A field by the keys that lead to it, whole: `assistantSpecialization.presets`. Keys of free objects are others' text too:
 * those that are more than a plain name stand between the marks.
 */
export const fieldName = (path: readonly string[]): string =>
  path.map((key) => (isPlainKey(key) ? key : String(foreign(key)).replace(/\s+/g, ' '))).join('.');
