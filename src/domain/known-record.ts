/**
 * A record known by its id: how it is read before a write, whether a response is about it (platforms may respond with a
 * different one), and what a 404 means for a write to it. What is looked up without being sure of it is `find…`, which
 * returns undefined if there is none; `require…` throws.
 */
import { ifReadable } from '../mcp/contract/error-text.ts';
import { EffectError, Refusal } from '../mcp/contract/errors.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { PlatformError } from '../platform/client/errors.ts';
import { operations } from '../platform/operations/index.ts';
import { identifier, type Json } from '../platform/parse/coerce.ts';
import type { Folder } from '../platform/parse/records.ts';
import type { Table } from '../platform/parse/table.ts';
import type { ForeignText } from '../platform/text.ts';
import { UnknownRecord } from './named.ts';

type Call = ToolContext['call'];

/** A kind of record that tools write. */
export interface WrittenKind {
  /** `tool server`. */
  readonly kind: string;
  /** The argument that holds its id, and the field of results: `toolServerId`. */
  readonly idArgument: string;
  readonly table: Table & { readonly name: { readonly show: { readonly max: number } } };
}

/** A record of such a kind, as the platform sends it. */
export type WrittenRecord = Json & {
  readonly id: string;
  readonly name?: ForeignText | undefined;
  readonly source: Json;
};

/** Its name, as long as results show it. */
export const nameOf = (
  { table }: Pick<WrittenKind, 'table'>,
  { name }: Pick<WrittenRecord, 'name'>,
): ForeignText | undefined => name?.line(table.name.show.max);

/** The project with an id. @throws Refusal if the platform responds with another one */
export const requireProject = async (call: Call, projectId: string) =>
  requireSameRecord('project', projectId, await call(operations.getProject, { path: { projectId } }));

/** The tool server with an id. @throws Refusal if the platform responds with another one */
export const requireToolServer = async (call: Call, toolServerId: string) =>
  requireSameRecord('tool server', toolServerId, await call(operations.getToolServer, { path: { toolServerId } }));

/** The document with an id. @throws Refusal if the platform responds with another one */
export const requireDocument = async (call: Call, documentId: string) =>
  requireSameRecord('document', documentId, await call(operations.getDocument, { path: { documentId } }));

/** A version of a document. @throws Refusal if the platform responds with another one @param effect what was sent */
export async function requireVersion(call: Call, documentId: string, version: number, effect = '') {
  const found = await call(operations.getDocumentVersion, { path: { documentId, version: String(version) } });
  if (found.version === version) return found;
  throw new Refusal(`The platform answered with version ${found.version} instead of version ${version}.${effect}`);
}

/** From the list, since the API has no operation for it. @throws Refusal if the list does not hold it */
export const requireFolder = async (call: Call, folderId: string): Promise<Folder> =>
  folderIn((await call(operations.listFolders, {})).items, folderId);

/** @throws Refusal if the list does not hold it */
export function folderIn(folders: readonly Folder[], folderId: string): Folder {
  const folder = folders.find(({ id }) => id === folderId);
  if (folder === undefined)
    throw new UnknownRecord(`Folder ${folderId} is not in the list of folders. Nothing was changed.`);
  return folder;
}

interface Responded {
  readonly id: string | undefined;
  readonly source?: Json;
}

/** Compares all ids of the response, ignoring case. */
export function isAbout({ id, source = {} }: Responded, known: readonly (string | undefined)[]): boolean {
  const named = [id, ...['id', '_id', 'identifier'].map((key) => identifier(source[key]))];
  const expected = known.map((id) => id?.toLowerCase());
  return named.some((id) => id !== undefined && expected.includes(id.toLowerCase()));
}

/** The record that was read, if it is the requested one. @throws Refusal otherwise */
export function requireSameRecord<T extends Responded>(kind: string, requested: string, record: T): T {
  if (isAbout(record, [requested])) return record;
  throw new Refusal(
    `Refused: asked for ${kind} ${requested}, the platform answered with ${kind} ${record.id}. Nothing was changed.`,
  );
}

/** @param write `update of agent 6f1c...` @throws EffectError if the response names another record */
export function checkRecord(write: string, response: Responded, known: readonly (string | undefined)[]): void {
  if (response.id === undefined || isAbout(response, known)) return;
  throw new EffectError(
    `The platform accepted the ${write}, but its answer names ${response.id} instead: what became of either is unknown. Check both before calling again.`,
  );
}

/** A record that was read before it is written. */
export interface KnownRecord {
  /** `tool server`. */
  readonly kind: string;
  /** `changing`, `deleting`. */
  readonly doing: string;
  /** Whether it is gone after all: somebody else may have deleted it a moment ago. */
  isGone?(): Promise<boolean | undefined>;
}

/** The result of a write to a known record: a 404 or 405 is about the operation then. @throws PlatformError */
export const toKnownRecord = <T>(record: KnownRecord, write: Promise<T>): Promise<T> =>
  write.catch(async (error: unknown) => {
    if (!isNotFound(error)) throw error;
    const isGone = await record.isGone?.();
    throw isGone === true ? error : unoffered(record, error, isGone === false || error.facts.status === 405);
  });

/** Whether the platform knows no such record, or lacks the operation (404 or 405). */
export const isNotFound = (error: unknown): error is PlatformError =>
  error instanceof PlatformError && (error.facts.status === 404 || error.facts.status === 405);

/** A part of a record that was read, or a note that it can't be read. A 404 or 405 is not about the ids here, either. */
export const partOfKnown = <T>(what: string, read: Promise<T>, notes: string[]): Promise<T | undefined> =>
  ifReadable(read, (why, error) =>
    notes.push(
      isNotFound(error)
        ? `This deployment does not offer ${what} of this record (${error.facts.status}).`
        : `Its ${what} could not be read: ${why}`,
    ),
  );

/** @param isThere whether that is certain: somebody may have deleted it between the read and the write */
function unoffered({ kind, doing }: KnownRecord, error: PlatformError, isThere: boolean): PlatformError {
  const { checks: _checks, otherwise: _otherwise, ...facts } = error.facts;
  return new PlatformError({
    ...facts,
    kind: 'unoffered',
    fixer: 'platform',
    what: `Nothing was changed: ${isThere ? `the ${kind} exists, but` : `unless the ${kind} has been deleted since it was read,`} this deployment does not offer ${doing} ${kind}s (${facts.status}).`,
    advice: `${isThere ? 'It' : 'Read it again: if it is still there, it'} may be possible on the platform's own pages; AGENT_PLATFORM_EXCLUDE_TOOLS turns this tool off.`,
  });
}
