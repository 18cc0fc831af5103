import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { TOOL_SERVER } from '../../platform/parse/tool-servers.ts';
import { facts } from '../../present/record.ts';
import { toolServer } from '../fields.ts';
import { result, shapeOf, texts } from '../results.ts';

/** POST .../clone; the platform appends " (Copy)" to the name. */
export const cloneToolServer = defineTool({
  name: 'clone_tool_server',
  title: 'Clone tool server',
  toolset: 'tools-admin',
  effect: 'write',
  example: { toolServerId: 'server-1' },
  description: 'Copies a tool server with its tools and returns the id of the copy.',
  input: () => z.strictObject({ toolServerId: toolServer() }),
  output: () => result(shapeOf(TOOL_SERVER), texts('clonedFrom')),
  handle: withNames(['toolServerId'], 'write', async ({ toolServerId }, { call, platform }) => {
    const copy = await call(operations.cloneToolServer, { path: { toolServerId } });
    const isCopy = copy.id !== toolServerId;
    const cloned = platform.isDeferred()
      ? `The platform accepted the request to clone tool server ${toolServerId} for later (202), and whether it has been carried out is not known`
      : `Cloned tool server ${toolServerId}`;
    return {
      summary: isCopy
        ? `${cloned}: the copy ${copy.name?.line(100) ?? ''} has id ${copy.id}.`
        : `The platform accepted the request to clone tool server ${toolServerId}, but its answer shows no copy.`,
      notes: isCopy
        ? []
        : ['The answer has the id of the original: look for the copy in the list before you clone again.'],
      facts: { ...facts(TOOL_SERVER, copy), clonedFrom: toolServerId },
      next: isCopy
        ? { tool: 'list_tools', arguments: { toolServerId: copy.id }, why: 'see the tools of the copy' }
        : { tool: 'list_tool_servers', arguments: {}, why: 'find the copy' },
    };
  }),
});
