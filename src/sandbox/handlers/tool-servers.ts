/** Tool servers and their tools: list, create, get, update, delete, clone, test. */
import { operations } from '../../platform/operations/index.ts';
import { type Handler, querying, receiving } from '../http/handler.ts';
import { badRequest, HttpError, json } from '../http/reply.ts';
import { newId } from '../ids.ts';
import { testTool as callTool } from '../tools/test-tool.ts';
import {
  cloneOf,
  type Tool,
  type ToolDefinition,
  type ToolServer,
  toolServerFrom,
  toWireServer,
  toWireTool,
  unmasked,
  updatedServer,
} from '../tools/tool-server.ts';
import { inProject, nameOf, page, theTool, theToolServer } from './find.ts';

export const listToolServers = querying(operations.listToolServers.query, ({ world }, query) =>
  json(page(inProject(world.toolServers.values(), query.projectId), query).map(toWireServer)),
);

export const createToolServer = receiving(operations.createToolServer.body, ({ world }, body) => {
  requireDistinctNames(body.toolDefinitions);
  const server = toolServerFrom(body, world.now());
  world.toolServers.set(server.id, server);
  return json(toWireServer(server), 201);
});

export const getToolServer: Handler = (call) => json(toWireServer(theToolServer(call)));

export const updateToolServer = receiving(operations.updateToolServer.body, (call, body) => {
  const server = theToolServer(call);
  requireDistinctNames(body.toolDefinitions);
  const updated = updatedServer(server, body);
  call.world.toolServers.set(server.id, updated);
  return json(toWireServer(updated));
});

/** Also deletes its tools. */
export const deleteToolServer: Handler = (call) => {
  const server = theToolServer(call);
  call.world.toolServers.delete(server.id);
  return json({ success: true, message: `tool server ${server.name} deleted`, deletedId: server.id });
};

export const cloneToolServer: Handler = (call) => {
  const copy = cloneOf(theToolServer(call), call.world.now());
  call.world.toolServers.set(copy.id, copy);
  return json(toWireServer(copy), 201);
};

export const listTools: Handler = (call) => json(theToolServer(call).tools.map(toWireTool));

export const createTool = receiving(operations.createTool.body, (call, { tool: definition }) => {
  const server = theToolServer(call);
  const tool = { id: newId(), definition };
  requireFreeName(server, definition.function.name, tool);
  server.tools.push(tool);
  return json(toWireTool(tool), 201);
});

/** Other fields stay; the function's fields are merged one by one; a mask keeps the stored secret. */
export const updateTool = receiving(operations.updateTool.body, (call, { function: changes, ...fields }) => {
  const server = theToolServer(call);
  const tool = theTool(call, server);
  const old = tool.definition;
  if (changes?.name !== undefined) requireFreeName(server, changes.name, tool);
  tool.definition = {
    ...old,
    ...fields,
    function: { ...old.function, ...changes, name: changes?.name ?? old.function.name },
    ...(fields.customHeaders === undefined ? {} : { customHeaders: unmasked(fields.customHeaders, old.customHeaders) }),
  };
  return json(toWireTool(tool));
});

export const deleteTool: Handler = (call) => {
  const server = theToolServer(call);
  const tool = theTool(call, server);
  server.tools.splice(server.tools.indexOf(tool), 1);
  return json({ success: true, message: `tool ${nameOf(tool)} deleted`, deletedId: tool.id });
};

export const testTool = receiving(operations.testTool.body, async (call, { parameters }) => {
  const server = theToolServer(call);
  const tool = theTool(call, server);
  if (!server.enabled) throw badRequest(`tool server ${server.name} is disabled; its tools cannot be called`);
  return json(await callTool(server, tool.definition, parameters, call.world.closing));
});

function requireDistinctNames(definitions: readonly ToolDefinition[] = []): void {
  const names = definitions.map((definition) => definition.function.name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw badRequest(`toolDefinitions names ${twice} twice`, 'toolDefinitions');
}

function requireFreeName(server: ToolServer, name: string, self: Tool): void {
  const taken = server.tools.some((tool) => tool.id !== self.id && nameOf(tool) === name);
  if (taken) throw new HttpError(409, `tool server ${server.name} already has a tool ${name}`, 'function.name');
}
