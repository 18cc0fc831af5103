/**
 * A pinned tenant holds for threads that are named by their id, too: the API takes no tenant there, so the answer is looked
 * at. One that names another tenant or subtenant is not handed on; one that names none can't be told apart.
 */
import type { OperationSpec } from '../operations/operation.ts';
import { isObject, type Json, object, pick, text, unwrap } from '../parse/coerce.ts';
import { PlatformError } from './errors.ts';
import type { Scope } from './request.ts';

const PINS = [
  { pin: 'tenantId', keys: ['tenantId', 'tenant_id'] },
  { pin: 'subtenantId', keys: ['subtenantId', 'subtenant_id', 'subTenantId'] },
] as const;

/**
 * The body of an answer with threads; of a list, those that name no other tenant.
 * @throws PlatformError where the one thread of an answer belongs to another tenant than the pinned one
 */
export function fence(operation: OperationSpec, body: unknown, scope: Scope): unknown {
  const isPinned = PINS.some(({ pin }) => scope[pin] !== undefined);
  if (!isPinned || operation.answer.record !== 'thread') return body;
  if (operation.answer.many) return ownOf(body, scope);
  if (belongs(body, scope)) return body;
  throw new PlatformError({
    fixer: 'settings',
    kind: 'other-tenant',
    what: 'This thread belongs to another tenant or subtenant than the one that this server is pinned to.',
    advice: 'Nothing of it is shown or changed here. Use a server that is pinned to its tenant.',
    effect: operation.repeatable ? 'none' : 'unknown',
  });
}

function ownOf(body: unknown, scope: Scope): unknown {
  const own = (value: unknown): unknown =>
    Array.isArray(value) ? value.filter((thread) => belongs(thread, scope)) : value;
  const content = unwrap(body);
  if (!isObject(content)) return own(content);
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, own(value)]));
}

/** Whether a thread names no other tenant than the pinned one: on its top level, or in its metadata. */
function belongs(body: unknown, scope: Scope): boolean {
  const outer = object(unwrap(body));
  const thread = isObject(outer.thread) ? outer.thread : outer;
  const places: readonly Json[] = [outer, thread, object(metadataOf(thread))];
  return PINS.every(({ pin, keys }) => {
    const pinned = scope[pin];
    if (pinned === undefined) return true;
    return places.every((place) => keys.every((key) => (text(pick(place, key)) ?? pinned) === pinned));
  });
}

/** Metadata may come as JSON text. */
function metadataOf(thread: Json): unknown {
  const metadata = pick(thread, 'metadata');
  if (typeof metadata !== 'string') return metadata;
  try {
    return JSON.parse(metadata);
  } catch {
    return undefined;
  }
}
