/**
 * Records that a caller names by id or by name, for every tool by one rule: an id wins; to read, a part of a name is enough;
 * to write, it must be the whole name, and of one record only.
 */

import { ifReadable } from '../mcp/contract/error-text.ts';
import type { ToolResult } from '../mcp/contract/result.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { PlatformError } from '../platform/client/errors.ts';
import { isIdentifier } from '../platform/identifier.ts';
import { operations } from '../platform/operations/index.ts';
import type { Page } from '../platform/parse/records.ts';
import { foreign } from '../platform/text.ts';
import { isSentWhole } from '../present/paging.ts';
import { allPages, together, type WholeList } from './all-pages.ts';
import {
  AGENT,
  type Effect,
  isWholeNameOf,
  type Kind,
  labelOf,
  type Named,
  onlyNamed,
  type Purpose,
  recordsNamed,
  UnknownRecord,
  unsent,
} from './named.ts';

interface Listed extends Kind {
  /** Reads one by its id, where that is known. */
  one?(call: ToolContext['call'], id: string): Promise<Named>;
  all(call: ToolContext['call']): Promise<WholeList<Named>>;
}

const DOCUMENT: Listed = {
  noun: 'document',
  lister: 'search_documents',
  also: { lister: 'list_docs', hint: 'Handbooks may be documentation pages: see list_docs.' },
  all: (call) => allPages((offset, limit) => call(operations.listDocuments, { query: { offset, limit } })),
  one: (call, documentId) => call(operations.getDocument, { path: { documentId } }),
};

const FOLDER: Listed = {
  noun: 'folder',
  lister: 'list_document_folders',
  all: async (call) => {
    const page = await call(operations.listFolders, {});
    return { items: page.items, isWhole: isSentWhole(page) };
  },
};

/** What arguments of these names mean. */
const KINDS = {
  agentId: {
    ...AGENT,
    all: (call) => withArchived((query) => call(operations.listAgents, { query })),
  },
  toolServerId: {
    noun: 'tool server',
    lister: 'list_tool_servers',
    all: (call) => allPages((offset, limit) => call(operations.listToolServers, { query: { offset, limit } })),
  },
  projectId: {
    noun: 'project',
    lister: 'list_projects',
    all: (call) => withArchived((query) => call(operations.listProjects, { query })),
  },
  documentId: DOCUMENT,
  parentDocumentId: DOCUMENT,
  folderId: FOLDER,
  parentFolderId: FOLDER,
  assistantIdentifier: {
    noun: 'assistant',
    lister: 'list_assistants',
    also: { lister: 'list_agents', hint: 'An agent may have that name: see list_agents.' },
    all: async (call) => {
      const page = await call(operations.listAssistants, { query: {} });
      return { items: page.items.map((one) => ({ ...one, id: one.identifier })), isWhole: isSentWhole(page) };
    },
  },
} as const satisfies Record<string, Listed>;

/** The arguments that take a name. */
export type NamedArgument = keyof typeof KINDS;

/** Those in which `none` stands for no record. */
const TAKES_NONE: ReadonlySet<NamedArgument> = new Set(['projectId', 'folderId', 'parentDocumentId', 'parentFolderId']);

/** `folder`, and the records of that kind with some ids; undefined if its list can't be read. */
export async function recordsById(argument: NamedArgument, ids: readonly unknown[], call: ToolContext['call']) {
  const { noun, all, one }: Listed = KINDS[argument];
  const known = ids.filter((id) => typeof id === 'string');
  if (one === undefined)
    return { noun, found: (await ifReadable(all(call)))?.items.filter(({ id }) => known.includes(id)) };
  const read = await Promise.all(known.map((id) => ifReadable(one(call, id))));
  return { noun, found: read.filter((record) => record !== undefined) };
}

/** The page of a list from an offset on, of archived records if `archived` is true. */
type ReadPage = (query: { offset: number; limit: number; archived: boolean | undefined }) => Promise<Page<Named>>;

/** All records of a list that holds archived ones only if asked for them. */
async function withArchived(readPage: ReadPage): Promise<WholeList<Named>> {
  const read = (archived: boolean | undefined) => allPages((offset, limit) => readPage({ offset, limit, archived }));
  return together([await read(undefined), await read(true)]);
}

type Handler<A> = (args: A, context: ToolContext) => Promise<ToolResult>;

/**
 * The handler, with ids in place of names. An id takes no further request: names are looked up only if the text can't be an
 * id, if the platform does not know it (it refused the request, so nothing was done), if a list for it is empty, or if it is a
 * project, by which a platform may not filter. For a place, they are looked up first, unless the text looks like an id.
 * @throws Refusal if no record has the name, or several have
 */
export function withNames<A extends object>(
  names: readonly (NamedArgument & keyof A)[],
  effect: Effect,
  handle: Handler<A>,
): Handler<A> {
  return names.reduceRight<Handler<A>>((inner, name) => withName(name, effect, inner), handle);
}

function withName<A extends object>(argument: NamedArgument & keyof A, effect: Effect, handle: Handler<A>): Handler<A> {
  const kind: Listed = KINDS[argument];
  return async (args, context) => {
    const text: unknown = args[argument];
    if (typeof text !== 'string' || (text === 'none' && TAKES_NONE.has(argument))) return handle(args, context);
    // What a change names beside its record is where the record is to go.
    const project = effect !== 'write' && 'projectId' in args ? args.projectId : undefined;
    const runNamed = async (among: WholeList<Named>, purpose: Purpose = effect): Promise<ToolResult> => {
      // Each project may have one of that name.
      const own = recordsNamed(text, among.items).filter((one) => project !== undefined && one.projectId === project);
      const near = own.length > 0 ? { ...among, items: own } : among;
      const { found, notes } = onlyNamed(text, near, kind, context, purpose);
      if (project !== undefined && found.projectId !== undefined && found.projectId !== project) {
        const fact = `Refused: ${kind.noun} ${labelOf(found)} is in project ${found.projectId}.${unsent(purpose)}`;
        throw new UnknownRecord(`${fact} Give that project, or leave it out.`);
      }
      const result = await handle({ ...args, [argument]: found.id }, context).catch((error: unknown) => {
        throw effect === 'read' ? ofListed(error, found.id, kind.noun) : error;
      });
      return notes.length === 0 ? result : { ...result, notes: [...notes, ...(result.notes ?? [])] };
    };
    if (!isIdentifier(text)) return runNamed(await kind.all(context.call));
    const mayBeName = !LIKE_AN_ID.test(text);
    // A call that waits would wait for the project of an id that nobody has.
    const isFirst = effect === 'place' || ('waitSeconds' in args && args.waitSeconds !== undefined);
    if (isFirst && mayBeName) {
      const among = await ifReadable(kind.all(context.call));
      // Without a list, nothing tells an id from a name.
      const isId = among === undefined || among.items.some(({ id }) => id === text);
      return isId ? handle(args, context) : runNamed(among);
    }
    let failure: unknown;
    const result = await handle(args, context).catch((error: unknown) => {
      if (!isUnknown(error) && !(mayBeName && mayMeanNoId(error, effect))) throw error;
      failure = error;
    });
    // A list for what does not exist may be empty; a platform that ignores a filter by project sends all.
    const isDoubtful =
      effect === 'read' &&
      mayBeName &&
      (result?.list?.items.length === 0 || (argument === 'projectId' && result?.list !== undefined));
    if (result !== undefined && !isDoubtful) return result;
    const among = await ifReadable(kind.all(context.call));
    const isListed = among?.items.some(({ id }) => id === text) === true;
    // What is unknown or empty is something else, such as the tool or the chat: no other record may take its place.
    // What was found for an id is not given up for a part of a name.
    const named = result?.list?.items.length
      ? among?.items.filter(isWholeNameOf(text))
      : among && recordsNamed(text, among.items);
    if (among === undefined || isListed || named === undefined || named.length === 0) {
      // Words are the identifiers of assistants.
      const isLikelyId = argument === 'assistantIdentifier' || result?.list?.items.length !== 0;
      if (result !== undefined && (isListed || (among?.isWhole !== true && isLikelyId))) return result;
      if (result !== undefined)
        return { ...result, notes: [unlisted(text, kind, among?.isWhole === true), ...(result.notes ?? [])] };
      throw isListed && effect === 'read' ? ofListed(failure, text, kind.noun) : failure;
    }
    return runNamed(among, effect === 'read' ? effect : 'tried');
  };
}

const unlisted = (text: string, { noun }: Kind, isWhole: boolean): string =>
  isWhole
    ? `No ${noun} is listed with the id or name ${foreign(text).line(60)}.`
    : `The list of ${noun}s could not be read completely, so ${foreign(text).line(60)} was taken for an id: it may be a name.`;

/** The error of a read whose only id is in the list: its 404 is hardly about the id. Any other error stays as it is. */
export function ofListed(failure: unknown, id: string, noun: string): unknown {
  if (!(failure instanceof PlatformError && isUnknown(failure))) return failure;
  const ids = Object.values(failure.facts.target ?? {});
  if (ids.length !== 1 || ids[0] !== id) return failure;
  return failure.with({
    kind: 'unoffered',
    fixer: 'platform',
    what: `The platform lists this ${noun}, but does not know this (404).`,
    advice: 'Its id is right, so this deployment probably does not offer the operation.',
    checks: undefined,
    otherwise: 'Do without it.',
  });
}

/** Nobody's name: a list that is empty for such an id is just empty. Cap: the 200 characters of a name. */
const LIKE_AN_ID = /^(?=.*\d)[0-9a-f-]{16,}$/i;

/**
 * What a platform answers to what is no id of its database: `Cast to ObjectId failed`, `invalid input syntax for type uuid`. A
 * refused write changed nothing either; after a 500, which may be anything, no write goes to another record.
 */
const mayMeanNoId = (error: unknown, effect: Effect): boolean =>
  error instanceof PlatformError &&
  error.facts.effect === 'none' &&
  [400, 422, ...(effect === 'read' ? [500] : [])].includes(error.facts.status ?? 0);

const isUnknown = (error: unknown): boolean =>
  error instanceof UnknownRecord || (error instanceof PlatformError && error.facts.kind === 'http-404');
