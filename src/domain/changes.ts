/** Whether a write took effect. A platform silently ignores unknown fields, so a 200 alone proves nothing. */

import { Refusal } from '../mcp/contract/errors.ts';
import { fieldName } from '../mcp/contract/invisible.ts';
import { isMask, masked, SECRET_FIELDS } from '../mcp/contract/mask-credentials.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { isEmpty, isObject, type Json, number, ownField, text } from '../platform/parse/coerce.ts';
import { jsonText } from '../platform/parse/json-text.ts';
import { foreign } from '../platform/text.ts';

/**
 * Compares the fields of a request with its response. Fields inside objects are named with a dot: `function.name`.
 * @returns the fields that the response confirms and contradicts, and sentences on those that it contradicts, leaves unclear or
 *   does not show
 */
export function compareResponse(requested: Json, response: Json) {
  const shown: string[] = [];
  const absent: string[] = [];
  const contradicted: string[] = [];
  const notes: string[] = [];
  for (const [field, value] of Object.entries(requested)) {
    if (value === undefined) continue;
    const now = ownField(response, field);
    const doubt = now === undefined ? undefined : doubtOf(value, now);
    const confirmed = confirms(value, now);
    if (now === undefined) absent.push(field);
    else if (doubt !== undefined) notes.push(`${field} ${doubt}`);
    else if (confirmed === 'yes') shown.push(field);
    else if (confirmed === 'masked')
      notes.push(`${field} has a mask in the answer, so whether the new value was taken can't be seen.`);
    else {
      contradicted.push(field);
      notes.push(differs(field, now));
    }
  }
  if (absent.length > 0) notes.push(`The answer does not show ${absent.join(', ')}: it may have been ignored.`);
  return { shown, contradicted, notes };
}

/** Follows "The platform accepted ..." if no effect is seen: some platforms show it a moment later. */
export const noEffect = (isDeferred: boolean): string =>
  isDeferred ? ' for later (202), and it has NOT taken effect yet' : ', but it has NOT taken effect so far';

/** The fact of a creation, without its full stop. @param what `agent ⟦Refunds⟧ with id agent-1` */
export const creationText = (what: string, { platform }: Pick<ToolContext, 'platform'>): string =>
  platform.isDeferred()
    ? `The platform accepted the creation of ${what} for later (202): whether it has been carried out is not known`
    : `Created ${what}`;

function differs(field: string, now: unknown): string {
  if (SECRET_FIELDS.has(field)) return `${field} differs in the answer from the requested value.`;
  const shown = masked({ [field]: now }) as Json;
  const text = foreign(JSON.stringify(shown[field])).line(120);
  return `${field} is ${text} in the answer, not the requested value.`;
}

/** Why a response neither confirms nor contradicts a value: defaults may have been filled in, or a list sorted. */
function doubtOf(requested: unknown, now: unknown): string | undefined {
  if (isObject(requested) && isEmpty(requested) && isObject(now) && !isEmpty(now)) {
    return 'should be an empty object but has fields in the answer: it may not have been changed.';
  }
  if (!Array.isArray(requested) || !Array.isArray(now) || confirms(requested, now) !== 'no') return undefined;
  const isPlain = [...requested, ...now].every((part) => typeof part === 'string' || typeof part === 'number');
  return isPlain && confirms(requested.map(String).sort(), now.map(String).sort()) !== 'no'
    ? 'is in another order in the answer.'
    : undefined;
}

type Confirmed = 'yes' | 'masked' | 'no';

/** Whether the response confirms everything requested; additional fields are no contradictions, and a mask proves nothing. */
function confirms(requested: unknown, now: unknown): Confirmed {
  if (typeof now === 'string' && isMask(now)) return requested === now ? 'yes' : 'masked';
  if (Array.isArray(requested)) {
    if (!Array.isArray(now) || requested.length !== now.length) return 'no';
    return leastOf(requested.map((part, index) => confirms(part, now[index])));
  }
  if (isObject(requested)) {
    const fields = Object.entries(requested).filter(([, value]) => value !== undefined);
    return isObject(now) ? leastOf(fields.map(([key, value]) => confirms(value, ownField(now, key)))) : 'no';
  }
  const plain = stored(requested);
  const isSame =
    requested === now ||
    (requested === null && now === undefined) ||
    // Decimals may come back as text: `12.50`.
    (typeof requested === 'number' ? requested === number(now) : plain !== undefined && plain === stored(now));
  return isSame ? 'yes' : 'no';
}

const leastOf = (all: readonly Confirmed[]): Confirmed =>
  all.includes('no') ? 'no' : all.includes('masked') ? 'masked' : 'yes';

/** A text or flag as platforms store it: flags as text, text trimmed. */
const stored = (value: unknown): string | undefined => text(value)?.replaceAll('\r\n', '\n').trim();

/** The changes, if there are any. `known` are the fields that can be changed. @throws Refusal if there are none */
export function requireChanges<T extends Json>(changes: T, target: string, known: readonly string[]): T {
  if (Object.values(changes).some((value) => value !== undefined)) return changes;
  throw new Refusal(`Nothing to change in ${target}: give at least one of ${known.join(', ')}. Nothing was sent.`);
}

/**
 * A mask sent back keeps a secret only where the platform itself masks: another one would be stored.
 * @param stored the record before a change
 * @throws Refusal if a field contains a mask where the stored one has none
 */
export function refuseMasks(fields: Json, stored: Json = {}): void {
  for (const [field, value] of Object.entries(fields)) {
    const path = maskedAt(value, ownField(stored, field), [field]);
    if (path === undefined) continue;
    throw new Refusal(
      `${fieldName(path)} contains a mask (••••) instead of its value, and the mask would be stored. Give the value itself, or leave it out. Nothing was sent.`,
    );
  }
}

/** The same for the fields of which a result shows a mask: in others, dots are a text like any other. */
export const refuseCopiedMasks = (requested: Json, stored: Json): void => {
  const isShownMasked = ([field]: readonly [string, unknown]): boolean =>
    isMask(jsonText(masked({ [field]: ownField(stored, field) })));
  refuseMasks(Object.fromEntries(Object.entries(requested).filter(isShownMasked)), stored);
};

/** The path to a mask in a value that is not one in the stored value. */
function maskedAt(value: unknown, stored: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === 'string') {
    return isMask(value) && !(typeof stored === 'string' && isMask(stored)) ? path : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const before = Array.isArray(stored)
      ? namesake(part, stored, key)
      : isObject(stored)
        ? ownField(stored, key)
        : undefined;
    const found = maskedAt(part, before, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The only stored entry of a list with the same name; of a list without names, the one in the same place. */
function namesake(entry: unknown, stored: readonly unknown[], place: string): unknown {
  const name = isObject(entry) ? text(entry.name)?.toLowerCase() : undefined;
  if (name === undefined) return stored[Number(place)];
  const same = stored.filter((one) => isObject(one) && text(one.name)?.toLowerCase() === name);
  return same.length === 1 ? same[0] : undefined;
}
