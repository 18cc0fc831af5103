/**
 * Translates a request into the deployment's dialect. Tools and everything above the client use the specification's
 * names and values.
 */
import { type Dialect, mappingOf, PATH_PREFIXES, type ValueMapping } from '../operations/dialect.ts';
import type { OperationSpec } from '../operations/operation.ts';
import type { Json } from '../parse/coerce.ts';
import { PlatformError } from './errors.ts';

/** The path before `/v1`, unless the base URL already ends with it. */
export function pathPrefix(dialect: Dialect, basePath: string): string {
  const prefix = PATH_PREFIXES[dialect];
  return basePath.endsWith(prefix) ? '' : prefix;
}

/**
 * The fields of a query or body as the dialect has them.
 * @throws PlatformError (fixer `caller`) for a value that the dialect has no equivalent for; nothing is sent
 */
export function inDialect(operation: OperationSpec, part: 'query' | 'body', fields: Json, dialect: Dialect): Json {
  const mapping = mappingOf(operation, dialect)[part];
  if (mapping === undefined) return fields;
  const entries = Object.entries(fields).map(([field, value]): [string, unknown] => {
    const { name = field, values } = mapping[field] ?? {};
    return [name, value === undefined || values === undefined ? value : mappedValue(field, value, values, dialect)];
  });
  return Object.fromEntries(entries);
}

const DAY_MS = 86_400_000;

function mappedValue(field: string, value: unknown, values: ValueMapping, dialect: Dialect): unknown {
  if (values === 'dayStart') return Date.parse(`${value}T00:00:00.000Z`);
  if (values === 'dayEnd') return Date.parse(`${value}T00:00:00.000Z`) + DAY_MS - 1;
  const mapped = Object.hasOwn(values, String(value)) ? values[String(value)] : undefined;
  if (mapped !== undefined) return mapped;
  throw new PlatformError({
    fixer: 'caller',
    kind: 'no-word',
    what: `With AGENT_PLATFORM_DIALECT=${dialect}, ${field} ${value} can't be sent: that dialect has no equivalent. Nothing was sent.`,
    advice: `Use ${Object.keys(values).join(' or ')}; to leave it as it is, send nothing.`,
    effect: 'none',
  });
}
