/**
 * Enforces a pinned tenant for threads that are requested by id: the API takes no tenant there, so the answer is checked. A
 * thread that names no tenant passes.
 */
import type { OperationSpec } from '../operations/operation.ts';
import { isObject, type Json, object, pick, text, unwrap } from '../parse/coerce.ts';
import { parsedJson } from '../parse/json-text.ts';
import { foreign } from '../text.ts';
import { PlatformError } from './errors.ts';

/** The tenant and subtenant that a session is pinned to. */
export interface TenantPins {
  readonly tenantId?: string | undefined;
  readonly subtenantId?: string | undefined;
}

/**
 * Whether a thread names no other tenant: at its top level, in its metadata or context, or around it, in any spelling.
 */
export function matchesPins(body: unknown, scope: TenantPins): boolean {
  // Most servers pin none, and lists have a hundred records.
  if (scope.tenantId === undefined && scope.subtenantId === undefined) return true;
  const outer = object(unwrap(body));
  const places = [object(body), outer, object(outer.thread)].flatMap((top) => [
    top,
    ...[top.metadata, top.meta, top.context].map(parsed),
  ]);
  const fields = places.flatMap((place) => Object.entries(place));
  const idsUnder = (name: string): string[] =>
    fields
      .filter(([key]) => key.toLowerCase().replace(/[^a-z]/g, '') === name)
      .flatMap(([, value]) => [value].flat())
      .map((value) => text(isObject(value) ? pick(value, 'id', '_id') : value)?.trim() ?? '')
      .filter((id) => id !== '');
  return (['tenant', 'subtenant'] as const).every((name) => {
    const pinned = scope[`${name}Id`];
    const ids = idsUnder(`${name}id`);
    return pinned === undefined || (ids.length > 0 ? ids : idsUnder(name)).every((id) => id === pinned);
  });
}

/** The value as an object; metadata may come as JSON text. */
const parsed = (value: unknown): Json => object(typeof value === 'string' ? parsedJson(value) : value);

/** @throws PlatformError if the single thread of an answer belongs to a tenant other than the pinned one */
export function refuseOtherTenant(operation: OperationSpec, body: unknown, scope: TenantPins): void {
  if (operation.answer.record !== 'thread' || operation.answer.many || matchesPins(body, scope)) return;
  throw new PlatformError({
    fixer: 'settings',
    kind: 'other-tenant',
    what: 'This thread belongs to a different tenant or subtenant from the one that this server is pinned to.',
    advice: 'It is neither shown nor changed here. Use a server that is pinned to its tenant.',
    effect: operation.repeatable ? 'none' : 'unknown',
  });
}

/**
 * Refuses metadata of a new thread that names another tenant: this server would then hide the thread from its own tenant.
 * @throws PlatformError that names the field; nothing is sent
 */
export function refuseForeignMetadata(operation: OperationSpec, metadata: unknown, scope: TenantPins): void {
  if (metadata === undefined || operation.answer.record !== 'thread' || matchesPins({ metadata }, scope)) return;
  const field = Object.entries(parsed(metadata)).find(([key, value]) => !matchesPins({ [key]: value }, scope));
  throw new PlatformError({
    fixer: 'caller',
    kind: 'other-tenant',
    what: `${foreign(`metadata.${field?.[0] ?? 'tenantId'}`).line(80)} names a different tenant or subtenant from the one that this server is pinned to.`,
    advice: 'Leave it out, or use a server that is pinned to that tenant.',
    effect: 'none',
  });
}
