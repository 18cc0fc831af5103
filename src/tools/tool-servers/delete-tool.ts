import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { deleteWithConsent } from '../../domain/deletion.ts';
import { ifReadable } from '../../domain/optional-read.ts';
import { requireSameRecord } from '../../domain/same-record.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { count, firstOf } from '../../present/units.ts';
import { toolId, toolServer } from '../fields.ts';
import { flags, result, texts } from '../results.ts';
import { findTool } from './definition.ts';

/** Remaining tools that the result names. */
const NAMED = 20;

/** DELETE .../tools/{toolId}. */
export const deleteTool = defineTool({
  name: 'delete_tool',
  title: 'Delete tool',
  toolset: 'tools-admin',
  effect: 'destructive',
  isIdempotent: true,
  example: { toolServerId: 'server-1', toolId: 'tool-9' },
  description: 'Deletes a tool from its tool server permanently.',
  input: () => z.strictObject({ toolServerId: toolServer(), toolId: toolId() }),
  output: () => result(texts('toolId', 'toolServerId', 'name', 'platformMessage'), flags('deleted')),
  handle: withNames(['toolServerId'], 'write', async ({ toolServerId, toolId }, context) => {
    const { call } = context;
    const server = requireSameRecord(
      'tool server',
      toolServerId,
      await call(operations.getToolServer, { path: { toolServerId } }),
    );
    const tool = await findTool(call, toolServerId, toolId);
    if (tool === undefined)
      throw new Refusal(`Tool server ${toolServerId} has no tool ${toolId}. Nothing was deleted.`);
    const endpoint = withoutCredentials(tool.endpoint);
    const called = [tool.method, endpoint].filter((part) => part !== undefined).join(' ');
    return deleteWithConsent(
      {
        subject: `delete_tool ${toolServerId} ${toolId}`,
        kind: 'tool',
        id: tool.id,
        name: tool.name,
        losses: [
          `Tool server: ${server.name?.line(100) ?? toolServerId} (${toolServerId})`,
          ...(called === '' ? [] : [`It calls: ${called}`]),
          ...(tool.description ? [`What it does: ${tool.description.line(300)}`] : []),
          'Agents that use it can no longer call it.',
        ],
        shown: [toolServerId, server.name, tool.method, tool.endpoint, tool.description],
        facts: { toolId: tool.id, name: tool.name.line(100), toolServerId },
        // By the id that was shown: another tool may have the name by now.
        remove: () => call(operations.deleteTool, { path: { toolServerId, toolId: tool.id } }),
        after: async () => {
          const left = await ifReadable(call(operations.listTools, { path: { toolServerId } }));
          const of = ` of tool server ${server.name?.line(100) ?? toolServerId}`;
          if (left === undefined) return of;
          const others = left.items.filter(({ id }) => id !== tool.id);
          const names = firstOf(others, NAMED, ({ name }) => String(name.line(60)));
          return `${of}. ${others.length === 0 ? 'No tools remain' : `${count(others.length, 'tool')} remain${others.length === 1 ? 's' : ''}: ${names}`}`;
        },
        find: () => findTool(call, toolServerId, tool.id),
      },
      context,
    );
  }),
});
