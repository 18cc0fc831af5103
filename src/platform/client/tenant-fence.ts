/** The fence of a pinned tenant: requests for a thread or chats can't name one, so the records are checked. */
import type { RecordKind } from '../operations/operation.ts';
import { isEmpty, metadataOf, object, text, unwrap } from '../parse/coerce.ts';
import { type PlatformError, withoutEffect } from './errors.ts';

/** The tenant and subtenant that a session is pinned to. */
export interface TenantPins {
  readonly tenantId?: string | undefined;
  readonly subtenantId?: string | undefined;
}

/** The records that may name a tenant. */
export const isFenced = (record: RecordKind): record is 'thread' | 'chat' => record === 'thread' || record === 'chat';

/** Whether a record names another tenant, at its top level or in its metadata. One that names none is allowed. */
export function isOfOtherTenant(record: unknown, pins: TenantPins): boolean {
  // Checked first: most servers pin no tenant, and lists have a hundred records.
  if (pins.tenantId === undefined && pins.subtenantId === undefined) return false;
  const fields = object(unwrap(record));
  return [fields, metadataOf(fields)].flatMap(Object.entries).some(([key, value]) => {
    const name = key.toLowerCase().replace(/[-_. ]/g, '');
    const pinned = name === 'tenantid' ? pins.tenantId : name === 'subtenantid' ? pins.subtenantId : undefined;
    return pinned !== undefined && !isEmpty(value) && text(value) !== pinned;
  });
}

/** The error for a response with a record of another tenant. */
export const otherTenant = (record: 'thread' | 'chat'): PlatformError =>
  withoutEffect({
    fixer: 'settings',
    kind: 'other-tenant',
    what: `This ${record} belongs to a different tenant or subtenant from the one that this server is pinned to.`,
    advice: 'It is neither shown nor changed here. Use a server that is pinned to its tenant.',
  });

/** The error for a new thread whose metadata names another tenant: this server would then hide it from the pinned one. */
export const namesOtherTenant = (): PlatformError =>
  withoutEffect({
    fixer: 'caller',
    kind: 'other-tenant',
    what: 'The metadata names a different tenant or subtenant from the one that this server is pinned to. Nothing was sent.',
    advice: 'Leave tenantId and subtenantId out of it, or use a server that is pinned to that tenant.',
  });
