import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { inProject, uncheckedFilterNotes } from '../../domain/filters.ts';
import { notStatedNotes } from '../../domain/tool-servers/authentication.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { ToolServer } from '../../platform/parse/records.ts';
import { TOOL_SERVER } from '../../platform/parse/tool-servers.ts';
import { headline, platformPage, restOf } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { pageOf, project } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** GET /v1/tool-servers. */
export const listToolServers = defineTool({
  name: 'list_tool_servers',
  title: 'List tool servers',
  toolset: 'tools',
  effect: 'read',
  example: {},
  description: 'Lists tool servers with URL, state and authentication method.',
  input: () => {
    return z.strictObject({ ...pageOf(operations.listToolServers.query().shape), projectId: project().optional() });
  },
  needs: { projectId: 'list_projects' },
  output: () => result({ toolServers: records(shapeOf(TOOL_SERVER)) }),
  handle: withNames(['projectId'], 'read', async (query, { call, has }) => {
    const response = await call(operations.listToolServers, { query });
    const page = platformPage(
      response,
      query,
      restOf('list_tool_servers', query),
      inProject<ToolServer>(query.projectId),
    );
    return {
      summary: headline(page, query, 'tool server'),
      notes: [
        ...page.notes,
        ...uncheckedFilterNotes(page.items, query.projectId),
        ...notStatedNotes(page.items, has('get_tool_server') ? ', and get_tool_server reads the same record' : ''),
      ],
      list: listOf('toolServers', TOOL_SERVER, page),
    };
  }),
});
