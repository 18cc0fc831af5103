import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { deleteWithConsent } from '../../domain/deletion.ts';
import { requireSameRecord } from '../../domain/same-record.ts';
import { withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { count } from '../../present/units.ts';
import { toolServer } from '../fields.ts';
import { flags, numbers, result, texts } from '../results.ts';

/** Tools that the question names. */
const NAMED = 20;

/** DELETE /v1/tool-servers/{toolServerId}, which also deletes its tools. */
export const deleteToolServer = defineTool({
  name: 'delete_tool_server',
  title: 'Delete tool server',
  toolset: 'tools-admin',
  effect: 'destructive',
  isIdempotent: true,
  example: { toolServerId: 'server-9' },
  description: 'Deletes a tool server and all its tools permanently. Not all platforms support it.',
  input: () => z.strictObject({ toolServerId: toolServer() }),
  output: () => result(texts('toolServerId', 'name', 'platformMessage'), numbers('tools'), flags('deleted')),
  handle: withNames(['toolServerId'], 'write', async ({ toolServerId }, context) => {
    const { call } = context;
    const path = { toolServerId };
    const server = requireSameRecord('tool server', toolServerId, await call(operations.getToolServer, { path }));
    const { items, unreadable, total = 0 } = await call(operations.listTools, { path });
    // The list may be only the first page.
    const tools = Math.max(total, items.length + unreadable);
    const names = items.slice(0, NAMED).map(({ name }) => name.line(60));
    const more = tools > names.length ? ` and ${tools - names.length} more` : '';
    return deleteWithConsent(
      {
        subject: `delete_tool_server ${toolServerId}`,
        kind: 'tool server',
        id: toolServerId,
        name: server.name,
        losses: [
          ...(server.url ? [`Address: ${withoutCredentials(server.url)}`] : []),
          ...(server.description ? [`Purpose: ${server.description.line(300)}`] : []),
          tools === 0
            ? 'It has no tools.'
            : `${count(tools, 'tool')} would be deleted with it: ${names.join(', ')}${more}. Agents can no longer call ${tools === 1 ? 'it' : 'them'}.`,
        ],
        shown: [server.url, server.description, items.map(({ id, name }) => [id, name]), tools],
        facts: { toolServerId, name: server.name?.line(100), tools },
        remove: () => call(operations.deleteToolServer, { path }),
        find: () => call(operations.getToolServer, { path }),
      },
      context,
    );
  }),
});
