/** How the name of a field is shown. */
import { foreign } from '../../platform/text.ts';

/** Whether a key is more than letters, digits and `-_.`: text that somebody chose, and no plain name. */
export const isFree = (key: string): boolean => !/^[\w.-]+$/.test(key);

/**
 * A field by the keys that lead to it, whole: `assistantSpecialization.presets`. Keys of free objects are others' text too:
 * those that are more than a plain name stand between the marks.
 */
export const fieldName = (path: readonly string[]): string =>
  path.map((key) => (isFree(key) ? String(foreign(key)).replace(/\s+/g, ' ') : key)).join('.');
