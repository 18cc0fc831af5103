/** Records that a caller names by their id or by part of their name. */
import { Refusal } from '../mcp/contract/errors.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { PlatformError } from '../platform/client/errors.ts';
import { isIdentifier } from '../platform/identifier.ts';
import { operations } from '../platform/operations/index.ts';
import type { ForeignText } from '../platform/text.ts';
import { firstOf } from '../present/units.ts';
import { allPages } from './all-pages.ts';
import { holds } from './found-text.ts';

type Context = Pick<ToolContext, 'call' | 'has'>;

interface Named {
  readonly id: string;
  readonly name?: ForeignText | undefined;
}

interface Kind {
  readonly noun: string;
  /** The tool that lists them. */
  readonly lister: string;
  /** The argument that takes one's id. Default: the one that took the name. */
  readonly idArgument?: string;
}

interface Listed extends Kind {
  all(call: ToolContext['call']): Promise<readonly Named[]>;
}

const TOOL_SERVERS: Listed = {
  noun: 'tool server',
  lister: 'list_tool_servers',
  all: (call) =>
    allPages(
      (offset, limit) => call(operations.listToolServers, { query: { offset, limit } }),
      ({ id }) => id,
    ),
};

const ASSISTANTS: Listed = {
  noun: 'assistant',
  lister: 'list_assistants',
  async all(call) {
    const { items } = await call(operations.listAssistants, { query: {} });
    return items.map(({ identifier, name }) => ({ id: identifier, name }));
  },
};

/** Records that a refusal names. */
const NAMED = 5;

/**
 * Runs a call on the record with an id or name. An id takes no further request: names are looked up only if the platform does
 * not know the id (404, so nothing was done), or if the text can't be an id.
 */
type OnRecord = <T>(idOrName: string, context: Context, run: (id: string) => Promise<T>) => Promise<T>;

/** @throws Refusal if no tool server has the name, or several have */
export const onToolServer: OnRecord = (...call) => onRecord(TOOL_SERVERS, ...call);

/** @throws Refusal if no assistant has the name, or several have */
export const onAssistant: OnRecord = (...call) => onRecord(ASSISTANTS, ...call);

async function onRecord<T>(
  kind: Listed,
  idOrName: string,
  context: Context,
  run: (id: string) => Promise<T>,
): Promise<T> {
  if (!isIdentifier(idOrName)) return run(onlyNamed(idOrName, await kind.all(context.call), kind, context).id);
  try {
    return await run(idOrName);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.facts.status !== 404) throw error;
    const all = await kind.all(context.call).catch(() => []);
    // The 404 is about something else, such as the tool or the chat: no other record may take its place.
    if (called(idOrName, all).length === 0 || all.some(({ id }) => id === idOrName)) throw error;
    return run(onlyNamed(idOrName, all, kind, context).id);
  }
}

/** Records whose name contains the text; an exact match excludes others. */
function called<T extends Named>(text: string, all: readonly T[]): readonly T[] {
  const needle = text.trim().toLowerCase();
  const named = all.filter(({ name }) => name !== undefined && holds(name, needle));
  const exactly = named.filter(({ name }) => name?.visible.trim().toLowerCase() === needle);
  return exactly.length > 0 ? exactly : named;
}

/** The only record with the name. @param gap a note on what the list may lack @throws Refusal if there is none, or several */
export function onlyNamed<T extends Named>(
  text: string,
  all: readonly T[],
  { noun, lister, idArgument = 'id' }: Kind,
  { has }: Pick<ToolContext, 'has'>,
  gap = '',
): T {
  const named = called(text, all);
  const [found] = named;
  if (found !== undefined && named.length === 1) return found;
  const some = firstOf(found === undefined ? all : named, NAMED, ({ id, name }) =>
    `${id} ${name?.line(60) ?? ''}`.trim(),
  );
  const others = all.length > NAMED && has(lister) ? ` Check with ${lister}.` : '';
  throw new Refusal(
    found === undefined
      ? `Refused: no ${noun} has a name like that. Nothing was sent.${some && ` There are: ${some}.`}${others}${gap}`
      : `Refused: ${named.length} ${noun}s have a name like that: ${some}. Nothing was sent. Give the ${idArgument} of one.`,
  );
}
