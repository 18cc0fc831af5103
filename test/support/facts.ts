/** Checks that text and structured content carry the same facts. */

/** The leaves of a structured result that do not occur in its text: `key: value`. Numbers may be written as `6,087`. */
export function missingFacts(data: unknown, text: string): string[] {
  // A request has bars before the further lines of a text.
  const shown = text.replaceAll('\n│ ', '\n');
  return leaves(data).flatMap(({ path, value }) =>
    shown.includes(value) || shown.includes(grouped(value)) ? [] : [`${path}: ${value}`],
  );
}

const grouped = (value: string): string => (/^\d{4,}$/.test(value) ? Number(value).toLocaleString('en-US') : value);

function leaves(value: unknown, path = ''): { path: string; value: string }[] {
  if (value === null || value === undefined) return [];
  // Where values come from stands beside them, or in one line for all of a call.
  if (typeof value === 'boolean' || path.endsWith('.brief.sources')) return [];
  // Notes are lines; the text begins each with "Note:".
  if (path === '.notes')
    return String(value)
      .split('\n')
      .map((line) => ({ path, value: line }));
  // Inside an object that others sent, each text has marks, and the JSON in the text has them around the whole.
  const isInside = /\.(?:metadata|arguments|otherFields|stats|pendingCalls|data|body)\.[^.]/.test(path);
  if (typeof value === 'string' && isInside && !path.endsWith('.excerpt')) {
    return [{ path, value: JSON.stringify(value.replace(/^⟦(.*)⟧$/s, '$1')).slice(1, -1) }];
  }
  if (typeof value !== 'object') return [{ path, value: String(value) }];
  return Object.entries(value)
    .filter(([key]) => !isSaidOtherwise(key, value))
    .flatMap(([key, part]) => leaves(part, `${path}.${key}`));
}

/** In a line of the inbox, times for which the text has the duration, and the id of an agent for which it has the name. */
const isSaidOtherwise = (key: string, record: object): boolean =>
  'calls' in record && (key === 'waitingSince' || key === 'createdAt' || (key === 'agentId' && 'agentName' in record));

/** A structured value without the marks around what others wrote. */
export const withoutMarks = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value).replace(/[⟦⟧]/g, ''));
