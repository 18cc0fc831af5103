import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { requireToolServer } from '../../domain/known-record.ts';
import { notStatedNotes } from '../../domain/tool-servers/authentication.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { TOOL_SERVER } from '../../platform/parse/tool-servers.ts';
import { entryCount } from '../../present/paging.ts';
import { facts } from '../../present/record.ts';
import { count } from '../../present/units.ts';
import { toolServer } from '../fields.ts';
import { result, shapeOf } from '../results.ts';

/** GET /v1/tool-servers/{id}; if the response lacks its tools, they are listed. */
export const getToolServer = defineTool({
  name: 'get_tool_server',
  title: 'Get tool server',
  toolset: 'tools-admin',
  effect: 'read',
  example: { toolServerId: 'server-1' },
  description: 'Reads a tool server and counts its tools.',
  input: () => z.strictObject({ toolServerId: toolServer() }),
  output: () => result(shapeOf(TOOL_SERVER)),
  handle: withNames(['toolServerId'], 'read', async ({ toolServerId }, { call }) => {
    const server = await requireToolServer(call, toolServerId);
    const listed = async () => {
      const page = await call(operations.listTools, { path: { toolServerId } });
      return Math.max(entryCount(page), page.total ?? 0);
    };
    const tools = server.toolCount ?? (await listed());
    return {
      summary: `Tool server ${server.name?.line(100) ?? toolServerId} has ${count(tools, 'tool')}.`,
      notes: notStatedNotes([server]),
      facts: { ...facts(TOOL_SERVER, server), tools },
      next: tools > 0 ? { tool: 'list_tools', arguments: { toolServerId }, why: 'see its tools' } : undefined,
    };
  }),
});
