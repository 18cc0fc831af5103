/**
 * A pinned tenant holds for threads that are named by their id, too: the API takes no tenant there, so the answer is looked
 * at. A thread that names none can't be told apart, and passes.
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

/** Whether a thread names no other tenant: on its top level, in its metadata or context, or around it, in any spelling. */
export function isOwn(body: unknown, scope: TenantPins): boolean {
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

/** An object; also one that came as JSON text, as metadata may. */
const parsed = (value: unknown): Json => object(typeof value === 'string' ? parsedJson(value) : value);

/** @throws PlatformError where the one thread of an answer belongs to another tenant than the pinned one */
export function refuseOtherTenant(operation: OperationSpec, body: unknown, scope: TenantPins): void {
  if (operation.answer.record !== 'thread' || operation.answer.many || isOwn(body, scope)) return;
  throw new PlatformError({
    fixer: 'settings',
    kind: 'other-tenant',
    what: 'This thread belongs to a different tenant or subtenant from the one that this server is pinned to.',
    advice: 'It is neither shown nor changed here. Use a server that is pinned to its tenant.',
    effect: operation.repeatable ? 'none' : 'unknown',
  });
}

/**
 * Metadata that name another tenant would make a thread of the pinned one that this server then takes for another's.
 * @throws PlatformError where the metadata of a new thread do, naming the field; nothing is sent
 */
export function refuseForeignMetadata(operation: OperationSpec, metadata: unknown, scope: TenantPins): void {
  if (metadata === undefined || operation.answer.record !== 'thread' || isOwn({ metadata }, scope)) return;
  const field = Object.entries(parsed(metadata)).find(([key, value]) => !isOwn({ [key]: value }, scope));
  throw new PlatformError({
    fixer: 'caller',
    kind: 'other-tenant',
    what: `${foreign(`metadata.${field?.[0] ?? 'tenantId'}`).line(80)} names a different tenant or subtenant from the one that this server is pinned to.`,
    advice: 'Leave it out, or use a server that is pinned to that tenant.',
    effect: 'none',
  });
}
