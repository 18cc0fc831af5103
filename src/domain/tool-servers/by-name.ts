/** A tool server that a caller names by its id or by part of its name. */
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
 * Runs `run` on the tool server with an id or name. An id takes no further request: names are looked up only if the platform
 * does not know the id (404, so nothing was done), or if the text can't be an id.
 * @throws Refusal if no tool server has the name, or several have
 */
export async function onToolServer<T>(
  idOrName: string,
  context: Pick<ToolContext, 'call' | 'has'>,
  run: (toolServerId: string) => Promise<T>,
): Promise<T> {
  if (!isIdentifier(idOrName)) return run(only(await serversNamed(idOrName, context.call), context).id);
  try {
    return await run(idOrName);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.facts.status !== 404) throw error;
    const named = await serversNamed(idOrName, context.call).catch(() => []);
    // No name matches: the 404 may be about the tool.
    if (named.length === 0) throw error;
    return run(only(named, context).id);
  }
}

/** Tool servers whose name contains the text; an exact match excludes others. */
async function serversNamed(text: string, call: ToolContext['call']): Promise<readonly ToolServer[]> {
  const needle = text.toLowerCase();
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
