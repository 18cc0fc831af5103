/**
 * A pinned tenant holds for threads that are named by their id, too: the API takes no tenant there, so the answer is looked
 * at. One that names another tenant or subtenant is not handed on; one that names none can't be told apart.
 */

import type { OperationSpec } from '../operations/operation.ts';
import { WITHHELD } from '../parse/answer.ts';
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
 * Names of fields without case and punctuation: `tenant_id`, `TenantID`. The second ones count where no first one is
 * there.
 */
const PINS = [
  { pin: 'tenantId', names: ['tenantid', 'tenantuuid'], objects: ['tenant'] },
  { pin: 'subtenantId', names: ['subtenantid', 'subtenantuuid'], objects: ['subtenant'] },
] as const;

/**
 * The body of an answer with threads; of a list, `WITHHELD` in the place of those that name another tenant.
 * @throws PlatformError where the one thread of an answer belongs to another tenant than the pinned one
 */
export function fence(operation: OperationSpec, body: unknown, scope: TenantPins): unknown {
  const isPinned = PINS.some(({ pin }) => scope[pin] !== undefined);
  if (!isPinned || operation.answer.record !== 'thread') return body;
  if (operation.answer.many) return ownOf(body, scope);
  if (belongs(body, scope)) return body;
  throw new PlatformError({
    fixer: 'settings',
    kind: 'other-tenant',
    what: 'This thread belongs to a different tenant or subtenant from the one that this server is pinned to.',
    advice: 'It is neither shown nor changed here. Use a server that is pinned to its tenant.',
    effect: operation.repeatable ? 'none' : 'unknown',
  });
}

/**
 * Metadata that name another tenant would make a thread of the pinned one that this server then takes for a stranger's.
 * @throws PlatformError where the metadata of a new thread do, naming the field; nothing is sent
 */
export function refuseForeignMetadata(operation: OperationSpec, metadata: unknown, scope: TenantPins): void {
  if (metadata === undefined || operation.answer.record !== 'thread' || belongs({ metadata }, scope)) return;
  const field = Object.entries(parsed(metadata)).find(
    ([key, value]) => !belongs({ metadata: { [key]: value } }, scope),
  );
  throw new PlatformError({
    fixer: 'caller',
    kind: 'other-tenant',
    what: `${foreign(`metadata.${field?.[0] ?? 'tenantId'}`).line(80)} names a different tenant or subtenant from the one that this server is pinned to.`,
    advice: 'Leave it out, or use a server that is pinned to that tenant.',
    effect: 'none',
  });
}

function ownOf(body: unknown, scope: TenantPins): unknown {
  const own = (value: unknown): unknown =>
    Array.isArray(value) ? value.map((thread) => (belongs(thread, scope) ? thread : WITHHELD)) : value;
  const content = unwrap(body);
  if (!isObject(content)) return own(content);
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, own(value)]));
}

/**
 * Whether a thread names no other tenant than the pinned one: on its top level, in its metadata or context, or around
 * it.
 */
function belongs(body: unknown, scope: TenantPins): boolean {
  const wrapper = object(body);
  const outer = object(unwrap(body));
  const thread = isObject(outer.thread) ? outer.thread : outer;
  const tops = [wrapper, outer, thread];
  const places = tops.flatMap((top) => [top, ...['metadata', 'meta', 'context'].map((key) => parsed(top[key]))]);
  return PINS.every(({ pin, names, objects }) => {
    const pinned = scope[pin];
    if (pinned === undefined) return true;
    const ids = places.flatMap((place) => named(place, names));
    const said = ids.length > 0 ? ids : places.flatMap((place) => named(place, objects));
    return said.every((id) => id === pinned);
  });
}

/** What stands under one of the names: texts, those of a list, the ids of objects. An empty text names nothing. */
function named(place: Json, names: readonly string[]): string[] {
  return Object.entries(place)
    .filter(([key]) => names.includes(key.toLowerCase().replace(/[^a-z]/g, '')))
    .flatMap(([, value]) => [value].flat())
    .flatMap((value) => text(isObject(value) ? pick(value, 'id', '_id', 'uuid', 'tenantId') : value) ?? [])
    .filter((id) => id.trim() !== '');
}

/** An object; also one that came as JSON text, as metadata may. */
function parsed(value: unknown): Json {
  return object(typeof value === 'string' ? parsedJson(value) : value);
}
