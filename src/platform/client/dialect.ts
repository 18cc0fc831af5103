/**
 * Translates a request into the deployment's dialect. Tools and everything above the client use the specification's
 * names and values.
 */
import { type Dialect, type FieldMapping, PATH_PREFIXES } from '../operations/dialect.ts';
import type { OperationSpec } from '../operations/operation.ts';
import type { Json } from '../parse/coerce.ts';
import { withoutEffect } from './errors.ts';

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
  const mapping = operation.dialects?.[dialect]?.[part] ?? {};
  const entries = Object.entries(fields).map(([field, value]): [string, unknown] => {
    const how = mapping[field] ?? {};
    return [how.name ?? field, value === undefined ? value : sentValue(value, field, how, dialect)];
  });
  return Object.fromEntries(entries);
}

const DAY_MS = 86_400_000;

function sentValue(value: unknown, field: string, { values, day }: FieldMapping, dialect: Dialect): unknown {
  if (day !== undefined) return Date.parse(`${value}T00:00:00.000Z`) + (day === 'last' ? DAY_MS - 1 : 0);
  if (values === undefined) return value;
  if (values.includes(String(value))) return String(value).toLowerCase();
  throw withoutEffect({
    fixer: 'caller',
    kind: 'no-word',
    what: `With AGENT_PLATFORM_DIALECT=${dialect}, ${field} ${value} can't be sent: that dialect has no equivalent. Nothing was sent.`,
    advice: `Use ${values.join(' or ')}; to leave it as it is, send nothing.`,
  });
}
