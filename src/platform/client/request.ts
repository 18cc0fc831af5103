/** Builds a request as the specification or the dialect has it; a dry run shows the same. Does no I/O. */

import { IDENTIFIER_RULE, isValueOf, SLUG_RULE } from '../identifier.ts';
import { type Dialect, type FieldMapping, PATH_PREFIXES } from '../operations/dialect.ts';
import { pathParams } from '../operations/index.ts';
import type { OperationSpec, PathSetting } from '../operations/operation.ts';
import { compact, fieldsThat, type Json } from '../parse/coerce.ts';
import { type PlatformError, withoutEffect } from './errors.ts';
import { isOfOtherTenant, namesOtherTenant, type TenantPins } from './tenant-fence.ts';

/** The tenant pins, the paths that settings move, and the dialect of the deployment. */
export interface Scope extends TenantPins {
  readonly paths?: Partial<Record<PathSetting, string>>;
  readonly dialect: Dialect;
  readonly basePath: string;
}

/** Input of any operation: the untyped form of `InputOf`. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A request without its origin and headers, and so without the token. */
export interface PlatformRequest {
  readonly method: OperationSpec['method'];
  /** Path below the base URL with its query, encoded: `/v1/agents/42/threads?limit=20`. */
  readonly target: string;
  /** The JSON body as an object; absent if the operation sends none. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A page of a list. */
export interface PageQuery {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Builds the request.
 * @param page for a list that only this dialect sends in pages
 * @throws PlatformError for an identifier that is not safe in a path, a value that the dialect has no
 * equivalent for, or metadata that names a tenant other than the pinned one; nothing is sent
 */
export function buildRequest(
  operation: OperationSpec,
  input: AnyInput,
  scope: Scope,
  page?: PageQuery,
): PlatformRequest {
  const { dialect } = scope;
  const fields = { ...input.query, ...pins(operation.query?.().shape, scope) };
  const query = searchString({ ...inDialect(operation, 'query', fields, dialect), ...page });
  const target = buildPath(operation, input.path ?? {}, scope) + (query === '' ? '' : `?${query}`);
  if (operation.body === undefined) return { method: operation.method, target };
  const body: Readonly<Record<string, unknown>> = { ...input.body, ...pins(operation.body().shape, scope) };
  if (operation.response.record === 'thread' && isOfOtherTenant(body, scope)) throw namesOtherTenant();
  return { method: operation.method, target, body: compact(inDialect(operation, 'body', body, dialect)) };
}

/** The pinned tenant and subtenant, if the operation takes them. */
const pins = (shape: Readonly<Record<string, unknown>> = {}, { tenantId, subtenantId }: Scope): Json =>
  fieldsThat((key, pinned) => pinned !== undefined && key in shape, { tenantId, subtenantId });

function buildPath(operation: OperationSpec, values: Readonly<Record<string, string>>, scope: Scope): string {
  let path = pathPrefix(scope.dialect, scope.basePath) + operation.path;
  const moved = operation.pathSetting && scope.paths?.[operation.pathSetting];
  if (moved !== undefined) {
    const fixed = operation.path.split('/{')[0] ?? '';
    // A moved path is complete: it gets no prefix.
    if (moved !== fixed) path = moved + operation.path.slice(fixed.length);
  }
  for (const name of pathParams(operation)) {
    const value = values[name] ?? '';
    if (!isValueOf(name, value)) throw badIdentifier(name);
    path = path.replace(`{${name}}`, value.split('/').map(encodeURIComponent).join('/'));
  }
  return path;
}

/** The path before `/v1`, unless the base URL already ends with it. */
export function pathPrefix(dialect: Dialect, basePath: string): string {
  const prefix = PATH_PREFIXES[dialect];
  return basePath.endsWith(prefix) ? '' : prefix;
}

/** @throws PlatformError (fixer `caller`) for a value that the dialect has no equivalent for; nothing is sent */
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

/** Arguments are checked before: it is the platform's own id. */
const badIdentifier = (name: string): PlatformError =>
  withoutEffect({
    fixer: 'platform',
    kind: 'bad-identifier',
    what: `The platform's ${name} can't be used in an address: only ${name === 'slug' ? SLUG_RULE : IDENTIFIER_RULE} can.`,
    advice: 'Look at it in the platform itself.',
  });

function searchString(query: Readonly<Record<string, unknown>>): string {
  const parts = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parts.append(key, String(value));
  }
  return parts.toString();
}
