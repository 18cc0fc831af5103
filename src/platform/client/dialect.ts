/**
 * Writes a request in the words that the deployment reads. Tools and everything above the client know the
 * specification's.
 */
import { type Dialect, type FieldWords, PATH_PREFIXES, type ValueWords, wordingOf } from '../operations/dialect.ts';
import type { OperationSpec } from '../operations/operation.ts';
import type { Json } from '../parse/coerce.ts';
import { PlatformError } from './errors.ts';

/** What precedes `/v1`, unless the base URL ends with it already. */
export function pathPrefix(dialect: Dialect, basePath: string): string {
  const prefix = PATH_PREFIXES[dialect];
  return basePath.endsWith(prefix) ? '' : prefix;
}

/**
 * The fields of a query or body as they are sent.
 * @throws PlatformError (fixer `caller`) for a value that the dialect has no word for; nothing is sent
 */
export function worded(operation: OperationSpec, part: 'query' | 'body', fields: Json, dialect: Dialect): Json {
  const words = wordingOf(operation, dialect)[part];
  if (words === undefined) return fields;
  const entries = Object.entries(fields).map(([field, value]): [string, unknown] => {
    const { name = field, values } = words[field] ?? {};
    return [name, value === undefined || values === undefined ? value : spelt(field, value, values, dialect)];
  });
  return Object.fromEntries(entries);
}

/** The name that a field of the body is sent by. */
export function wordFor(operation: OperationSpec, field: string, dialect: Dialect): string {
  const words: Readonly<Record<string, FieldWords>> = wordingOf(operation, dialect).body ?? {};
  return words[field]?.name ?? field;
}

const DAY_MS = 86_400_000;

function spelt(field: string, value: unknown, values: ValueWords, dialect: Dialect): unknown {
  if (values === 'lower') return String(value).toLowerCase();
  if (values === 'dayStart') return Date.parse(`${value}T00:00:00.000Z`);
  if (values === 'dayEnd') return Date.parse(`${value}T00:00:00.000Z`) + DAY_MS - 1;
  const word = Object.hasOwn(values, String(value)) ? values[String(value)] : undefined;
  if (word !== undefined) return word;
  throw new PlatformError({
    fixer: 'caller',
    kind: 'no-word',
    what: `With AGENT_PLATFORM_DIALECT=${dialect}, ${field} ${value} can't be sent: such a deployment has no word for it. Nothing was sent.`,
    advice: `Use ${Object.keys(values).join(' or ')}; to leave it as it is, send nothing.`,
    effect: 'none',
  });
}
