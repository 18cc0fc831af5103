/** Secrets never go out: they are masked in answers, and a mask that comes back stands for the stored secret. */

export const MASK = '••••••••';

/** Names of fields whose text is secret. A custom header's `value` is. */
const SECRET = /^(value|token|jwt|.*(secret|password|api_?key|private_?key|access_?token))$/i;

/** A copy in which every secret text is the mask. */
export function masked(value: unknown): unknown {
  return walk(value, (text, name) => (SECRET.test(name) && text !== '' ? MASK : text), '');
}

/** A copy of `incoming` in which every mask is replaced by the text that is stored at the same place. */
export function unmasked<T>(incoming: readonly T[], stored: unknown): T[];
export function unmasked(incoming: unknown, stored: unknown): unknown;
export function unmasked(incoming: unknown, stored: unknown): unknown {
  if (incoming === MASK) return typeof stored === 'string' ? stored : incoming;
  if (Array.isArray(incoming)) return incoming.map((item, index) => unmasked(item, at(stored, index)));
  if (typeof incoming !== 'object' || incoming === null) return incoming;
  return Object.fromEntries(Object.entries(incoming).map(([key, item]) => [key, unmasked(item, at(stored, key))]));
}

function at(container: unknown, key: string | number): unknown {
  if (typeof container !== 'object' || container === null) return undefined;
  return new Map<string, unknown>(Object.entries(container)).get(String(key));
}

function walk(value: unknown, change: (text: string, name: string) => string, name: string): unknown {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((item) => walk(item, change, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(item, change, key)]));
}
