/**
 * Fields that the platform sent twice in one object, with different values. Which of them it acts on is not known, so both
 * are drawn, and they count as a contradiction.
 */
import { isObject } from '../../../platform/parse/coerce.ts';
import { keySentBefore } from '../../../platform/parse/json-scan.ts';
import { jsonText } from '../../../platform/parse/json-text.ts';

/** The places of such fields, each once: `messages[2].tool_calls`. */
export function repeatedFields(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (part: unknown, place: string): void => {
    if (Array.isArray(part)) for (const [index, entry] of part.entries()) visit(entry, `${place}[${index}]`);
    if (!isObject(part)) return;
    for (const [name, entry] of Object.entries(part)) {
      const at = (key: string): string => (place === '' ? key : `${place}.${key}`);
      visit(entry, at(name));
      const key = keySentBefore(name);
      if (key === undefined || !Object.hasOwn(part, key)) continue;
      if (jsonText(part[key], true) !== jsonText(entry, true)) found.add(at(key));
    }
  };
  visit(value, '');
  return [...found];
}
