/**
 * Creates a server for one connection (or one HTTP request), for both protocol eras. It uses the SDK's low-level `Server`,
 * because the engine checks arguments and writes error texts: `McpServer` would do both before calling a handler.
 */
import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { didYouMean } from '../../basics/nearest.ts';
import { NAME, VERSION } from '../../basics/program.ts';
import { tracedRequest } from '../../basics/traced.ts';
import type { App } from '../engine/app.ts';
import { callTool } from '../engine/call-tool.ts';
import { CARDS_EXTENSION, type Connection } from '../engine/client-capabilities.ts';
import { definitionOf, hasCards, offeredViews, toolsWithCards } from '../engine/definition.ts';
import { instructions } from '../engine/instructions.ts';
import { callerText } from '../engine/redact.ts';
import { CheckedServer } from '../sdk/checked-server.ts';
import { askOlderClient, type ClientLink } from './ask-older-client.ts';
import { serverIcons } from './icons.ts';
import { handleCompletion, handlePrompts, offeredPrompts } from './prompts.ts';
import { handleResources, offeredResources } from './resources.ts';

/** For lists that depend only on the settings, which are constant for the life of the process. */
const FIXED = { ttlMs: 3_600_000, cacheScope: 'private' } as const;
/** For the platform's data: a client that caches it would show the old state after a decision. */
const LIVE = { ttlMs: 0, cacheScope: 'private' } as const;

/** @param client asks clients of the protocol up to 2025-11-25; if undefined, the SDK does */
export function createServer(app: App, client?: ClientLink): CheckedServer {
  const hasResources = offeredResources(app).length > 0;
  const hasPrompts = offeredPrompts(app).length > 0;
  const isWithCards = app.settings.cards === 'on' && offeredViews(app).length > 0;
  const server = new CheckedServer(
    { name: NAME, title: 'Agent Platform', version: VERSION },
    {
      capabilities: {
        tools: {},
        ...(hasResources ? { resources: {} } : {}),
        ...(hasPrompts ? { prompts: {} } : {}),
        ...(hasResources || hasPrompts ? { completions: {} } : {}),
        ...(isWithCards ? { extensions: { [CARDS_EXTENSION]: {} } } : {}),
      },
      instructions: instructions(app),
      cacheHints: {
        'tools/list': FIXED,
        'prompts/list': FIXED,
        'resources/templates/list': FIXED,
        'server/discover': FIXED,
        'resources/list': LIVE,
        'resources/read': LIVE,
      },
    },
    serverIcons(),
  );
  const connection: Connection = { server, reach: client };
  server.onerror = (error) => app.log.debug(`protocol: ${error.message}`);
  server.setRequestHandler('tools/list', (_request, context) => ({
    tools: hasCards(app, connection, context)
      ? toolsWithCards(app)
      : app.selection.tools.map((tool) => definitionOf(app, tool)),
  }));
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: args } = request.params;
    const cardTools = hasCards(app, connection, context) ? app.selection.cardTools : [];
    const tool = app.selection.find(name) ?? cardTools.find((one) => one.name === name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(app, name));
    const traced = tracedRequest();
    if (traced !== undefined) traced.tool = tool.name;
    const run = (current: ServerContext) => callTool(app, connection, { tool, args: args ?? {} }, current);
    return client === undefined ? run(context) : askOlderClient(server, context, client, run);
  });
  if (hasResources) handleResources(app, server, connection);
  if (hasPrompts) handlePrompts(app, server);
  if (hasResources || hasPrompts) handleCompletion(app, server);
  return server;
}

/** The error for a tool that doesn't exist or that the settings exclude. */
function unknownTool(app: App, name: string): string {
  const exists = app.catalogue.tools.some((tool) => tool.name === name);
  if (exists)
    return `The tool ${name} is switched off by this server's settings or, over HTTP, by your own header X-MCP-Toolsets or X-MCP-Read-Only.`;
  const names = app.selection.tools.map((tool) => tool.name);
  return `There is no tool "${callerText(name)}".${didYouMean(name, names)}`;
}
