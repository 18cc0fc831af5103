/**
 * Who started a thread. `create_thread` puts a signed stamp into the thread's metadata, so that nobody without the key can
 * name somebody else. An operator may configure another metadata field, which is trusted without a signature.
 */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { Decisions, ToolContext } from '../../mcp/contract/tool.ts';
import { compact, foreignJson, isEmpty, isObject, type Json, metadataOf, text } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { digest, type ForeignText, foldedName, foreign } from '../../platform/text.ts';

/** The field of the metadata that holds the stamp. */
export const STAMP = 'agentPlatformStarter';
const VERSION = 'v2';
/** Platforms may insert messages before the first one. */
const FIRST_MESSAGES = 10;

/** The person who started a thread. */
export interface Starter {
  readonly name: ForeignText;
  /** Whether it was the caller. */
  readonly isCaller: boolean;
  /** Whether the stamp was made for this very thread; otherwise it may have been copied from another one. */
  readonly isCertain: boolean;
  /** The operator's field holds something else than names, so anybody may have started it. */
  readonly isUnreadable?: boolean;
}

/** The caller, and what tells who started a thread. */
export type People = Pick<ToolContext, 'caller' | 'decisions' | 'settings'>;

/** @throws Refusal for metadata that names a starter: only this server and the operator may */
export function refuseReservedMetadata(metadata: Json | undefined, { settings }: People): void {
  const operatorFieldName = settings.fourEyes === 'off' ? undefined : settings.fourEyesField;
  const reserved = [STAMP, operatorFieldName].flatMap((name) => (name === undefined ? [] : [name.toLowerCase()]));
  const found = Object.keys(metadata ?? {}).find((key) => reserved.includes(key.trim().toLowerCase()));
  if (found === undefined) return;
  throw new Refusal(
    `Refused: the metadata field ${foreign(found).line(80)} says who started a thread, and can't be set here. Nothing was sent. Leave it out.`,
  );
}

/** The metadata of a new thread with its starter's stamp; unchanged if the caller is anonymous. */
export function withStamp(
  metadata: Json | undefined,
  { agentId, first }: { readonly agentId: string; readonly first: string },
  { caller, decisions, settings }: People,
): Json | undefined {
  const { issuer = '', subject, label = '' } = caller;
  if (settings.fourEyes === 'off' || subject === undefined) return metadata;
  const at = `${new Date().toISOString().slice(0, 19)}Z`;
  const parts = [VERSION, at, issuer, subject, label].map(encodeURIComponent);
  const signed = [signature(parts, { agentId, first }, decisions.seal), signature(parts, undefined, decisions.seal)];
  return { ...metadata, [STAMP]: [...parts, ...signed].join(' ') };
}

/**
 * Covers the person and the time. With the agent and the first message, a stamp is valid for one thread only; without them, the
 * signature survives a platform that rewrites, moves or drops that message, or knows the agent by another id than its caller wrote.
 */
const signature = (
  parts: readonly string[],
  thread: { readonly agentId: string; readonly first: string } | undefined,
  seal: Decisions['seal'],
): string => {
  const of = thread && [thread.agentId.toLowerCase(), digest(thread.first.replace(/\s+/g, ' ').trim())];
  return seal('starter', JSON.stringify([parts, ...(of ?? [])])).slice(0, 32);
};

/** Who started the thread, the certain one first; undefined if no valid stamp or operator's field names anybody. */
export function starterOf(thread: Thread, people: People): Starter | undefined {
  if (people.settings.fourEyes === 'off') return undefined;
  const metadata = metadataOf(thread.source);
  const found = [stampIn(metadata, thread, people), operatorField(metadata, people)].filter((one) => one !== undefined);
  const first = found.find(({ isCertain }) => isCertain) ?? found[0];
  const isUnreadable = found.some((one) => one.isUnreadable === true);
  return first && { ...first, isCaller: found.some(({ isCaller }) => isCaller), isUnreadable };
}

function stampIn(
  metadata: Json,
  { agentId = '', messages }: Thread,
  { caller, decisions }: People,
): Starter | undefined {
  const stamp = metadata[STAMP];
  if (typeof stamp !== 'string') return undefined;
  const pieces = stamp.split(' ');
  const parts = pieces.slice(0, 5);
  const [forThread, forPerson] = pieces.slice(5);
  if (pieces.length !== 7 || parts[0] !== VERSION) return undefined;
  const isCertain = messages
    .slice(0, FIRST_MESSAGES)
    .some(({ content }) => signature(parts, { agentId, first: content.raw }, decisions.seal) === forThread);
  if (!isCertain && signature(parts, undefined, decisions.seal) !== forPerson) return undefined;
  const [, , issuer = '', subject = '', label = ''] = parts.map(decodeURIComponent);
  return {
    name: foreign(label === '' ? subject : label),
    isCaller: subject === caller.subject && issuer === (caller.issuer ?? ''),
    isCertain,
  };
}

/** Of a list, each entry is the name of one who may not decide. */
function operatorField(metadata: Json, { caller, settings }: People): Starter | undefined {
  const value = settings.fourEyesField === undefined ? undefined : metadata[settings.fourEyesField];
  const entries = (Array.isArray(value) ? value : [value]).filter((entry) => !isEmpty(entry));
  const names = entries.flatMap((entry) => (typeof entry === 'boolean' ? [] : (text(entry)?.trim() ?? [])));
  const isUnreadable = entries.some((entry) => typeof entry === 'object');
  if (names.join('') === '' && !isUnreadable) return undefined;
  return {
    name: foreign(names.join(', ')),
    isCaller: names.some((name) => caller.names.some((other) => foldedName(other) === foldedName(name))),
    isCertain: !isUnreadable,
    isUnreadable,
  };
}

/** The thread as it is shown, without its stamp, also if four eyes are off now. The digest covers the stamp. */
export function withoutStamp(thread: Thread, people: People): Thread {
  const { rest } = thread;
  if (!isObject(rest?.metadata)) return thread;
  if (stampIn(metadataOf(thread.source), thread, people) === undefined) return thread;
  const { [STAMP]: _, ...left } = rest.metadata;
  const { metadata: __, ...others } = rest;
  const kept = isEmpty(left) ? others : { ...rest, metadata: left };
  return compact({ ...thread, rest: isEmpty(kept) ? undefined : kept, metadata: foreignJson(left) });
}
