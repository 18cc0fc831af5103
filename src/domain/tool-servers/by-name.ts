/** A tool server that a caller names by its id, or by part of its name. */
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { isIdentifier } from '../../platform/identifier.ts';
import { operations } from '../../platform/operations/index.ts';
import type { ToolServer } from '../../platform/parse/records.ts';
import { firstOf } from '../../present/units.ts';
import { allPages } from '../all-pages.ts';
import { holds } from '../found-text.ts';

/** Tool servers that a refusal names. */
const NAMED = 5;

/**
 * Does it on the tool server of that id, or else of that name. An id costs no further request: names are looked up only
 * where the platform does not know the id (404, so nothing was done), or where the text can be none.
 * @throws Refusal where no tool server has the name, or several have
 */
export async function onToolServer<T>(
  given: string,
  context: Pick<ToolContext, 'call' | 'has'>,
  run: (toolServerId: string) => Promise<T>,
): Promise<T> {
  if (!isIdentifier(given)) return run(await idNamed(given, context));
  try {
    return await run(given);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.facts.status !== 404) throw error;
    const named = await serversNamed(given, context.call).catch(() => []);
    // The failure may be about the tool, and names like this one there are none.
    if (named.length === 0) throw error;
    return run(only(named, context).id);
  }
}

const idNamed = async (name: string, context: Pick<ToolContext, 'call' | 'has'>): Promise<string> =>
  only(await serversNamed(name, context.call), context).id;

/** Those whose name holds the words; one that is exactly so comes alone. */
async function serversNamed(words: string, call: ToolContext['call']): Promise<readonly ToolServer[]> {
  const needle = words.toLowerCase();
  const all = await allPages(
    (offset, limit) => call(operations.listToolServers, { query: { offset, limit } }),
    ({ id }) => id,
  );
  const named = all.filter(({ name }) => name !== undefined && holds(name, needle));
  const exactly = named.filter(({ name }) => name?.visible.trim().toLowerCase() === needle);
  return exactly.length > 0 ? exactly : named;
}

function only(named: readonly ToolServer[], { has }: Pick<ToolContext, 'has'>): ToolServer {
  const [server] = named;
  if (server !== undefined && named.length === 1) return server;
  const all = firstOf(named, NAMED, ({ id, name }) => `${id} ${name?.line(60) ?? ''}`.trim());
  throw new Refusal(
    server === undefined
      ? `Refused: no tool server has a name like that. Nothing was sent.${has('list_tool_servers') ? ' Check with list_tool_servers.' : ''}`
      : `Refused: ${named.length} tool servers have a name like that: ${all}. Nothing was sent. Give the id of one.`,
  );
}
