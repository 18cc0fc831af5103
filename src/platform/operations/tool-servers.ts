/** Operations of the tag Tool Servers: tool servers and the tool definitions inside them. */
import * as z from 'zod';
import { group } from './operation.ts';
import {
  freeObject,
  lazy,
  limit,
  offset,
  projectFilter,
  toolDefinition,
  toolServerCreate,
  toolServerUpdate,
  toolUpdate,
} from './schemas.ts';

const toolServers = group({ tag: 'Tool Servers' });

export const listToolServers = toolServers.reads({
  path: '/v1/tool-servers',
  summary: 'list tool servers',
  query: lazy(() => z.object({ offset: offset(), limit: limit(10), projectId: projectFilter() })),
  response: { record: 'toolServer', many: true, listKeys: ['toolServers'] },
});

export const createToolServer = toolServers.writes({
  path: '/v1/tool-servers',
  summary: 'create a tool server with tools',
  body: toolServerCreate,
  response: { record: 'toolServer' },
});

export const getToolServer = toolServers.reads({
  path: '/v1/tool-servers/{toolServerId}',
  summary: 'get a tool server',
  response: { record: 'toolServer' },
});

/** Not in the specification (docs/platform-notes.md, "Tool servers and tools"), like the deletion below. */
export const updateToolServer = toolServers.updates({
  assumed: true,
  path: '/v1/tool-servers/{toolServerId}',
  summary: 'update a tool server',
  body: toolServerUpdate,
  response: { record: 'toolServer' },
});

export const deleteToolServer = toolServers.deletes({
  assumed: true,
  path: '/v1/tool-servers/{toolServerId}',
  summary: 'delete a tool server and its tools',
});

export const listTools = toolServers.reads({
  path: '/v1/tool-servers/{toolServerId}/tools',
  summary: 'list the tools of a tool server',
  response: { record: 'tool', many: true, listKeys: ['tools'] },
});

export const createTool = toolServers.writes({
  path: '/v1/tool-servers/{toolServerId}/tools',
  summary: 'create a tool',
  body: lazy(() => z.object({ tool: toolDefinition() })),
  response: { record: 'tool' },
});

export const updateTool = toolServers.updates({
  path: '/v1/tool-servers/{toolServerId}/tools/{toolId}',
  summary: 'update a tool',
  body: toolUpdate,
  response: { record: 'tool' },
});

export const deleteTool = toolServers.deletes({
  path: '/v1/tool-servers/{toolServerId}/tools/{toolId}',
  summary: 'delete a tool',
});

export const testTool = toolServers.writes({
  path: '/v1/tool-servers/{toolServerId}/tools/{toolId}/test',
  summary: 'test a tool',
  slow: true,
  /** The arguments of the call. */
  body: lazy(() => z.object({ parameters: freeObject().default({}) })),
  response: { record: 'toolTest' },
});

export const cloneToolServer = toolServers.writes({
  path: '/v1/tool-servers/{toolServerId}/clone',
  summary: 'clone a tool server',
  response: { record: 'toolServer' },
});
