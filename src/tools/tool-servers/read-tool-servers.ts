/** Tool servers, one of them, and its tools. */
import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { inProject, uncheckedFilterNotes } from '../../domain/filters.ts';
import { requireToolServer } from '../../domain/known-record.ts';
import { notStatedNotes } from '../../domain/tool-servers/authentication.ts';
import { masked } from '../../mcp/contract/mask-credentials.ts';
import { type Structured, structured } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { isEmpty, object } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import type { ToolServer } from '../../platform/parse/records.ts';
import { TOOL, TOOL_SERVER } from '../../platform/parse/tool-servers.ts';
import { foreign } from '../../platform/text.ts';
import { excerpt } from '../../present/excerpt.ts';
import { entryCount, headline, localPage, platformPage, restOf, wholeHeadline } from '../../present/paging.ts';
import { facts, listOf } from '../../present/record.ts';
import { count } from '../../present/units.ts';
import { pageLimit, pageOf, pageOffset, project, toolId, toolServer } from '../fields.ts';
import { objects, records, result, shapeOf } from '../results.ts';
import { requireTool, testParameters } from './definition.ts';

/** GET /v1/tool-servers. */
export const listToolServers = defineTool({
  name: 'list_tool_servers',
  title: 'List tool servers',
  toolset: 'tools',
  effect: 'read',
  example: {},
  description: 'Lists tool servers with URL, state and authentication.',
  input: () => z.strictObject({ ...pageOf(operations.listToolServers.query().shape), projectId: project().optional() }),
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

/** Characters of a definition or an authentication. */
const WHOLE = 8_000;

/** What an update replaces has to be known before, so it is shown as the platform sends it. @param value with secrets masked */
function whole(value: unknown): Structured | undefined {
  if (isEmpty(value)) return undefined;
  const text = foreign(jsonText(value));
  return structured(text, value, excerpt(text, WHOLE));
}

/** GET /v1/tool-servers/{id}; if the response lacks its tools, they are listed. Of a tool, the list alone has the definition. */
export const getToolServer = defineTool({
  name: 'get_tool_server',
  title: 'Get tool server',
  toolset: 'tools-admin',
  effect: 'read',
  example: { toolServerId: 'server-1' },
  description: 'Reads a tool server, or one of its tools in full.',
  input: () => z.strictObject({ toolServerId: toolServer(), toolId: toolId().optional() }),
  output: () => result(shapeOf(TOOL_SERVER), objects('authenticationConfig', 'definition')),
  handle: withNames(['toolServerId'], 'read', async ({ toolServerId, toolId }, { call }) => {
    if (toolId !== undefined) {
      const { id, name, source } = await requireTool(call, toolServerId, toolId);
      return {
        summary: `Tool ${name.line(100)} (${id}) of tool server ${toolServerId}.`,
        // What the model is told holds no secrets, whatever its arguments are called.
        facts: {
          definition: whole({ ...object(masked({ ...source, function: undefined })), function: source.function }),
        },
      };
    }
    const server = await requireToolServer(call, toolServerId);
    const { authenticationConfig } = server.source;
    const listed = async () => {
      const page = await call(operations.listTools, { path: { toolServerId } });
      return Math.max(entryCount(page), page.total ?? 0);
    };
    const tools = server.toolCount ?? (await listed());
    return {
      summary: `Tool server ${server.name?.line(100) ?? toolServerId} has ${count(tools, 'tool')}.`,
      notes: notStatedNotes([server]),
      facts: {
        ...facts(TOOL_SERVER, server),
        tools,
        authenticationConfig: whole(object(masked({ authenticationConfig })).authenticationConfig),
      },
      next: tools > 0 ? { tool: 'list_tools', arguments: { toolServerId }, why: 'see its tools' } : undefined,
    };
  }),
});

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
