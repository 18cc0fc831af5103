/** Records that a caller names by their id or by part of their name. */
import { Refusal } from '../mcp/contract/errors.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { PlatformError } from '../platform/client/errors.ts';
import { isIdentifier } from '../platform/identifier.ts';
import { operations } from '../platform/operations/index.ts';
import type { ForeignText } from '../platform/text.ts';
import { isSentWhole } from '../present/paging.ts';
import { firstOf } from '../present/units.ts';
import { allPagesChecked } from './all-pages.ts';
import { holds } from './found-text.ts';
import { ifReadable } from './optional-read.ts';

type Context = Pick<ToolContext, 'call' | 'has'>;

interface Named {
  readonly id: string;
  readonly name?: ForeignText | undefined;
}

/** The records that a name is looked up among. */
interface Among<T> {
  readonly items: readonly T[];
  /** Whether the platform sent all of them, in a form that can be read. */
  readonly isWhole: boolean;
}

interface Kind {
  readonly noun: string;
  /** The tool that lists them. */
  readonly lister: string;
  /** The argument that takes one's id. Default: the one that took the name. */
  readonly idArgument?: string;
}

interface Listed extends Kind {
  all(call: ToolContext['call']): Promise<Among<Named>>;
}

/** Agents, for tools that take part of a name. */
export const AGENT: Kind = { noun: 'agent', lister: 'list_agents', idArgument: 'agentId' };

const TOOL_SERVERS: Listed = {
  noun: 'tool server',
  lister: 'list_tool_servers',
  all: (call) =>
    allPagesChecked(
      (offset, limit) => call(operations.listToolServers, { query: { offset, limit } }),
      ({ id }) => id,
    ),
};

const ASSISTANTS: Listed = {
  noun: 'assistant',
  lister: 'list_assistants',
  async all(call) {
    const page = await call(operations.listAssistants, { query: {} });
    return { items: page.items.map(({ identifier, name }) => ({ id: identifier, name })), isWhole: isSentWhole(page) };
  },
};

/** Records that a refusal names. */
const NAMED = 5;

/**
 * Runs a call on the record with an id or name. An id takes no further request: names are looked up only if the platform does
 * not know the id (404, so nothing was done), or if the text can't be an id. `notes` say if another record may have the name,
 * too; a write is refused then.
 */
type OnRecord = <T>(
  idOrName: string,
  effect: 'read' | 'write',
  context: Context,
  run: (id: string, notes: readonly string[]) => Promise<T>,
) => Promise<T>;

/** @throws Refusal if no tool server has the name, or several have */
export const onToolServer: OnRecord = (...call) => onRecord(TOOL_SERVERS, ...call);

/** @throws Refusal if no assistant has the name, or several have */
export const onAssistant: OnRecord = (...call) => onRecord(ASSISTANTS, ...call);

async function onRecord<T>(
  kind: Listed,
  idOrName: string,
  effect: 'read' | 'write',
  context: Context,
  run: (id: string, notes: readonly string[]) => Promise<T>,
): Promise<T> {
  const runNamed = (among: Among<Named>): Promise<T> => {
    const { found, notes } = onlyNamed(idOrName, among, kind, context);
    if (effect === 'write' && !among.isWhole) {
      throw new Refusal(
        `Refused: the ${mayBeAnother(kind)} Nothing was sent. If ${labelOf(found)} is meant, give its id.`,
      );
    }
    return run(found.id, notes);
  };
  if (!isIdentifier(idOrName)) return runNamed(await kind.all(context.call));
  try {
    return await run(idOrName, []);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.facts.status !== 404) throw error;
    const among = await ifReadable(kind.all(context.call));
    // The 404 is about something else, such as the tool or the chat: no other record may take its place.
    if (among === undefined || recordsNamed(idOrName, among.items).length === 0) throw error;
    if (among.items.some(({ id }) => id === idOrName)) throw error;
    return runNamed(among);
  }
}

/**
 * The same for a filter: a platform answers one that names nothing with an empty list. `isEmpty` says whether a result is,
 * and then another record may be meant by the text.
 */
export async function byAssistant<T>(
  idOrName: string,
  context: Context,
  run: (id: string, notes: readonly string[]) => Promise<T>,
  isEmpty: (result: T) => boolean,
): Promise<T> {
  const result = isIdentifier(idOrName) ? await run(idOrName, []) : undefined;
  if (result !== undefined && !isEmpty(result)) return result;
  const among =
    result === undefined ? await ASSISTANTS.all(context.call) : await ifReadable(ASSISTANTS.all(context.call));
  if (result !== undefined) {
    if (among === undefined || among.items.some(({ id }) => id === idOrName)) return result;
    if (recordsNamed(idOrName, among.items).length === 0) return result;
  }
  const { found, notes } = onlyNamed(idOrName, among ?? { items: [], isWhole: false }, ASSISTANTS, context);
  return run(found.id, notes);
}

/** Records whose name contains the text; an exact match excludes others. */
function recordsNamed<T extends Named>(text: string, all: readonly T[]): readonly T[] {
  const needle = text.trim().toLowerCase();
  const named = all.filter(({ name }) => name !== undefined && holds(name, needle));
  const exactly = named.filter(({ name }) => name?.visible.trim().toLowerCase() === needle);
  return exactly.length > 0 ? exactly : named;
}

/** The only record with the name; `notes` say if another may have it, too. @throws Refusal if there is none, or several */
export function onlyNamed<T extends Named>(
  text: string,
  among: Among<T>,
  kind: Kind,
  context: Pick<ToolContext, 'has'>,
): { readonly found: T; readonly notes: readonly string[] } {
  const named = recordsNamed(text, among.items);
  const [found] = named;
  if (found === undefined) throw noneNamed(among, kind, context);
  if (named.length === 1) return { found, notes: among.isWhole ? [] : [`The ${mayBeAnother(kind)}`] };
  const { noun, idArgument = 'id' } = kind;
  const some = firstOf(named, NAMED, labelOf);
  throw new Refusal(
    `Refused: ${named.length} ${noun}s have a name like that: ${some}. Nothing was sent. Give the ${idArgument} of one.`,
  );
}

/** The refusal of a name that no record has: it names some that there are. */
export function noneNamed(
  { items, isWhole }: Among<Named>,
  { noun, lister }: Kind,
  { has }: Pick<ToolContext, 'has'>,
): Refusal {
  const some = firstOf(items, NAMED, labelOf);
  const others = items.length > NAMED && has(lister) ? ` Check with ${lister}.` : '';
  const gap = isWhole ? '' : ` The list of ${noun}s could not be read completely: some ${noun}s may be missing.`;
  return new Refusal(
    `Refused: no ${noun} has a name like that. Nothing was sent.${some && ` There are: ${some}.`}${others}${gap}`,
  );
}

const mayBeAnother = ({ noun }: Kind): string =>
  `list of ${noun}s could not be read completely: another ${noun} may have a name like that, too.`;

const labelOf = ({ id, name }: Named): string => `${id} ${name?.line(60) ?? ''}`.trim();
