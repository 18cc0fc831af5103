import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { TOOL } from '../../platform/parse/tool-servers.ts';
import { localPage, restOf, wholeHeadline } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { pageLimit, pageOffset, toolServer } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';
import { testParameters } from './definition.ts';

/** GET .../tools. The platform sends it whole, so it is paged here. */
export const listTools = defineTool({
  name: 'list_tools',
  title: 'List tools',
  toolset: 'tools',
  effect: 'read',
  example: { toolServerId: 'server-1' },
  description: "Lists a tool server's tools with endpoint and arguments.",
  input: () => z.strictObject({ toolServerId: toolServer(), limit: pageLimit(50), offset: pageOffset() }),
  output: () => result({ tools: records(shapeOf(TOOL)) }),
  handle: withNames(['toolServerId'], 'read', async ({ toolServerId, ...query }, { call }) => {
    const all = await call(operations.listTools, { path: { toolServerId } });
    const page = localPage(all, query, restOf('list_tools', { toolServerId, ...query }));
    const [first] = page.items;
    return {
      summary: wholeHeadline(all.items, query, 'tool', ` on tool server ${toolServerId}`),
      notes: page.notes,
      list: listOf('tools', TOOL, page),
      // Never proposes one of several: its endpoint may change data.
      next:
        all.items.length === 1 && first !== undefined
          ? {
              tool: 'test_tool',
              arguments: { toolServerId, toolId: first.id, parameters: testParameters(first) },
              why: 'try it, with its arguments as parameters',
            }
          : undefined,
    };
  }),
});
