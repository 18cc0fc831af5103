/**
 * Records that a caller names by id or by name, for every tool by one rule: an id wins; to read, a part of a name is enough;
 * to write, it must be the whole name, and of one record only.
 */

import { alike } from '../basics/nearest.ts';
import { ifReadable } from '../mcp/contract/error-text.ts';
import { Refusal } from '../mcp/contract/errors.ts';
import { join, type ToolResult } from '../mcp/contract/result.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { PlatformError } from '../platform/client/errors.ts';
import { isIdentifier } from '../platform/identifier.ts';
import { operations } from '../platform/operations/index.ts';
import type { Page } from '../platform/parse/records.ts';
import { NOT_STATED } from '../platform/parse/tool-servers.ts';
import type { ForeignText } from '../platform/text.ts';
import { isSentWhole } from '../present/paging.ts';
import { firstOf, minute } from '../present/units.ts';
import { allPages, together, type WholeList } from './all-pages.ts';
import { folded, wordsOf } from './found-text.ts';

/** A record with what tells it from others of the same name. */
interface Named {
  readonly id: string;
  readonly name?: ForeignText | undefined;
  /** A short name of its own, if it has one. */
  readonly identifier?: string | undefined;
  readonly projectId?: string | undefined;
  readonly state?: string | undefined;
  readonly provider?: ForeignText | undefined;
  readonly createdAt?: string | undefined;
  readonly description?: ForeignText | undefined;
}

interface Kind {
  readonly noun: string;
  /** The tool that lists them. */
  readonly lister: string;
  /** The argument that takes one's id. Default: the one that took the name. */
  readonly idArgument?: string;
  /** Where something else is that may be meant by such a name, as a sentence that names the tool. */
  readonly also?: { readonly lister: string; readonly hint: string };
}

interface Listed extends Kind {
  all(call: ToolContext['call']): Promise<WholeList<Named>>;
}

/** Agents, for tools that take part of a name. */
export const AGENT: Kind = { noun: 'agent', lister: 'list_agents', idArgument: 'agentId' };

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
  documentId: {
    noun: 'document',
    lister: 'search_documents',
    also: { lister: 'list_docs', hint: 'Handbooks may be documentation pages: see list_docs.' },
    all: (call) => allPages((offset, limit) => call(operations.listDocuments, { query: { offset, limit } })),
  },
  folderId: {
    noun: 'folder',
    lister: 'list_document_folders',
    all: async (call) => {
      const page = await call(operations.listFolders, {});
      return { items: page.items, isWhole: isSentWhole(page) };
    },
  },
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

/** The page of a list from an offset on, of archived records if `archived` is true. */
type ReadPage = (query: { offset: number; limit: number; archived: boolean | undefined }) => Promise<Page<Named>>;

/** All records of a list that holds archived ones only if asked for them. */
async function withArchived(readPage: ReadPage): Promise<WholeList<Named>> {
  const read = (archived: boolean | undefined) => allPages((offset, limit) => readPage({ offset, limit, archived }));
  return together([await read(undefined), await read(true)]);
}

/** No list holds a record with the id, or none can be told by its name: another id in the call may be a name. */
export class UnknownRecord extends Refusal {}

type Handler<A> = (args: A, context: ToolContext) => Promise<ToolResult>;

/**
 * What a handler does with its records: `write` changes them, `place` puts another record into them, and a platform may take
 * any text for their id.
 */
type Effect = 'read' | 'write' | 'place';

/**
 * The handler, with ids in place of names. An id takes no further request: names are looked up only if the text can't be an
 * id, if the platform does not know it (404, so nothing was done), or if a list for it is empty. For a place, they are looked
 * up first, unless the text looks like an id.
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
    // `none` stands for no record, where an argument has that value.
    if (typeof text !== 'string' || text === 'none') return handle(args, context);
    // What a change names beside its record is where the record is to go.
    const project = effect !== 'write' && 'projectId' in args ? args.projectId : undefined;
    const runNamed = async (among: WholeList<Named>): Promise<ToolResult> => {
      // Each project may have one of that name.
      const own = recordsNamed(text, among.items).filter((one) => project !== undefined && one.projectId === project);
      const near = own.length > 0 ? { ...among, items: own } : among;
      const { found, notes } = onlyNamed(text, near, kind, context, effect);
      if (project !== undefined && found.projectId !== undefined && found.projectId !== project) {
        const fact = `Refused: ${kind.noun} ${labelOf(found)} is in project ${found.projectId}.${unsent(effect)}`;
        throw new UnknownRecord(`${fact} Give that project, or leave it out.`);
      }
      const result = await handle({ ...args, [argument]: found.id }, context);
      return notes.length === 0 ? result : { ...result, notes: [...notes, ...(result.notes ?? [])] };
    };
    if (!isIdentifier(text)) return runNamed(await kind.all(context.call));
    if (effect === 'place' && !LIKE_AN_ID.test(text)) {
      const among = await ifReadable(kind.all(context.call));
      // Without a list, nothing tells an id from a name.
      const isId = among === undefined || among.items.some(({ id }) => id === text);
      return isId ? handle(args, context) : runNamed(among);
    }
    let failure: unknown;
    const result = await handle(args, context).catch((error: unknown) => {
      if (!isUnknown(error)) throw error;
      failure = error;
    });
    const isEmpty = effect === 'read' && result?.list?.items.length === 0 && !LIKE_AN_ID.test(text);
    if (result !== undefined && !isEmpty) return result;
    const among = await ifReadable(kind.all(context.call));
    const isListed = among?.items.some(({ id }) => id === text) === true;
    // What is unknown or empty is something else, such as the tool or the chat: no other record may take its place.
    if (among === undefined || isListed || recordsNamed(text, among.items).length === 0) {
      if (result !== undefined) return result;
      throw isListed && effect === 'read' ? ofListed(failure, text, kind) : failure;
    }
    return runNamed(among);
  };
}

/** The error of a read whose only id is in the list: its 404 is hardly about the id. */
function ofListed(failure: unknown, id: string, { noun }: Kind): unknown {
  if (!(failure instanceof PlatformError)) return failure;
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

const isUnknown = (error: unknown): boolean =>
  error instanceof UnknownRecord || (error instanceof PlatformError && error.facts.kind === 'http-404');

/** Records that a refusal names with what tells them apart, and by their names alone. */
const NAMED = 5;
const MOST_NAMED = 25;
/** Characters of a description. */
const DESCRIPTION = 60;

export function isExactly(text: string): (record: Pick<Named, 'name'>) => boolean {
  const wanted = folded(text.trim());
  return ({ name }) => name !== undefined && folded(name.visible.trim()) === wanted;
}

/** Records whose name contains the text, or else all of its words. */
export function namedLike<T extends Pick<Named, 'name'>>(text: string, all: readonly T[]): readonly T[] {
  const having = (words: readonly string[]): readonly T[] =>
    all.filter(({ name }) => {
      const shown = name && folded(name.visible);
      return shown !== undefined && words.every((word) => shown.includes(word));
    });
  const named = having([folded(text.trim())]);
  return named.length > 0 ? named : having(wordsOf(text) ?? ['']);
}

const isIdentified =
  (text: string) =>
  ({ identifier }: Named): boolean =>
    identifier === text.trim();

/** The same, but an exact match excludes others, of its name or else of its identifier. */
function recordsNamed<T extends Named>(text: string, all: readonly T[]): readonly T[] {
  const exactly = all.filter(isExactly(text));
  const identified = exactly.length > 0 ? exactly : all.filter(isIdentified(text));
  return identified.length > 0 ? identified : namedLike(text, all);
}

/** The only record with the name; `notes` say if another may have it, too. @throws Refusal if there is none, or several */
export function onlyNamed<T extends Named>(
  text: string,
  among: WholeList<T>,
  kind: Kind,
  context: Pick<ToolContext, 'has'>,
  effect: Effect = 'read',
): { readonly found: T; readonly notes: readonly string[] } {
  const named = recordsNamed(text, among.items);
  const [found] = named;
  const { noun, idArgument = 'id' } = kind;
  if (found === undefined) throw noneNamed(among, kind, context, text, effect);
  if (named.length > 1) {
    const isMany = named.length > NAMED;
    // Of many, only their names: what tells a few apart would hide most of them.
    const some = isMany
      ? firstOf(named, MOST_NAMED, ({ name }) => String(name?.line(40)))
      : firstOf(named, NAMED, tellingLabel);
    const how = isMany ? 'Add a word of its name' : `Give the ${idArgument} of one`;
    throw new UnknownRecord(
      `Refused: ${named.length} ${noun}s have a name like that: ${some}.${unsent(effect)} ${how}.`,
    );
  }
  if (effect === 'read') return { found, notes: among.isWhole ? [] : [`The ${mayBeAnother(kind)}`] };
  const meant = `If ${labelOf(found)} is meant, give its id or whole name.`;
  if (!isExactly(text)(found) && !isIdentified(text)(found)) {
    throw new Refusal(`Refused: no ${noun} has exactly that name. Nothing was sent. ${meant}`);
  }
  if (!among.isWhole) throw new Refusal(`Refused: the ${mayBeAnother(kind)} Nothing was sent. ${meant}`);
  return { found, notes: [] };
}

/** The refusal of a name that no record has: it names those of all that there are whose names are nearest. */
export function noneNamed(
  { items, isWhole }: WholeList<Named>,
  { noun, lister, also }: Kind,
  { has }: Pick<ToolContext, 'has'>,
  text: string,
  effect: Effect = 'read',
): Refusal {
  const some = firstOf(nearestFirst(text, items), NAMED, labelOf);
  const others = items.length > NAMED && has(lister) ? ` Check with ${lister}.` : '';
  const elsewhere = also !== undefined && has(also.lister) ? ` ${also.hint}` : '';
  const gap = isWhole ? '' : ` The list of ${noun}s could not be read completely: some ${noun}s may be missing.`;
  return new Refusal(
    `Refused: no ${noun} has a name like that.${unsent(effect)}${some && ` There are: ${some}.`}${others}${elsewhere}${gap}`,
  );
}

/** Of a read, nothing else would have been sent. */
const unsent = (effect: Effect): string => (effect === 'read' ? '' : ' Nothing was sent.');

/** Letters of a word that tells something, and of a text that is compared. */
const WORD = 3;
const COMPARED = 200;

/** The records that share most words with a text first, and among those the most alike. */
function nearestFirst(text: string, items: readonly Named[]): readonly Named[] {
  const wanted = text.slice(0, COMPARED).toLowerCase();
  const words = wanted.split(/\s+/).filter(({ length }) => length >= WORD);
  const scored = items.map((record) => {
    const name = record.name?.visible.slice(0, COMPARED).toLowerCase() ?? '';
    return { record, shared: words.filter((word) => name.includes(word)).length, likeness: alike(wanted, name) };
  });
  return scored.sort((a, b) => b.shared - a.shared || b.likeness - a.likeness).map(({ record }) => record);
}

const mayBeAnother = ({ noun }: Kind): string =>
  `list of ${noun}s could not be read completely: another ${noun} may also have a name like that.`;

const labelOf = ({ id, name }: Named): string => `${id} ${name?.line(60) ?? ''}`.trim();

/** The same with what tells records of the same name apart. */
function tellingLabel(record: Named): string {
  const { identifier, projectId, state, provider, createdAt, description } = record;
  const telling = join(
    // An assistant's identifier is its id.
    identifier !== record.id && identifier,
    projectId && `project ${projectId}`,
    state !== NOT_STATED && state,
    provider?.line(30),
    createdAt && `created ${minute(createdAt)}`,
    description?.line(DESCRIPTION),
  );
  return telling === '' ? labelOf(record) : `${labelOf(record)} (${telling})`;
}
