/** The tools that create, change and delete the tools of a tool server. */
import { compareResponse, refuseMasks } from '../../domain/changes.ts';
import { requireToolServer } from '../../domain/known-record.ts';
import { otherHostNote, refuseUnclearEndpoint, unfilledNote } from '../../domain/tool-servers/hosts.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { present } from '../../mcp/contract/result.ts';
import { operations } from '../../platform/operations/index.ts';
import { array, compact, type Json, object } from '../../platform/parse/coerce.ts';
import { isExact } from '../../platform/parse/json-scan.ts';
import type { ToolDefinition } from '../../platform/parse/records.ts';
import { TOOL } from '../../platform/parse/tool-servers.ts';
import { foreign } from '../../platform/text.ts';
import { count, firstOf } from '../../present/units.ts';
import { described, toolId, toolServer } from '../fields.ts';
import { creates, deletes, updates } from '../record-tools.ts';
import { flags, result, texts } from '../results.ts';
import { definitionFields, findTool, requireTool, testParameters } from './definition.ts';

const TOOLS = {
  kind: 'tool',
  toolset: 'tools-admin',
  idArgument: 'toolId',
  ids: () => ({ toolServerId: toolServer(), toolId: toolId() }),
  named: ['toolServerId'],
  table: TOOL,
} as const;

/** POST .../tools with `{tool: <definition>}`. */
export const createTool = creates(TOOLS, {
  name: 'create_tool',
  title: 'Create tool',
  lookups: ['list_tools'],
  example: { toolServerId: 'server-1', name: 'find_order' },
  description: 'Creates a tool on a tool server.',
  fields: () => ({
    toolServerId: toolServer(),
    ...described(operations.createTool.body().shape.tool.shape.function, { name: 'Function name.' }),
    ...definitionFields(),
  }),
  plan: async ({ toolServerId, name, description, parameters, ...fields }, { call }) => {
    refuseMasks({ ...fields, parameters });
    refuseUnclearEndpoint(fields.endpoint);
    const server = await ifReadable(call(operations.getToolServer, { path: { toolServerId } }));
    const isOff = server?.state === 'disabled';
    const definition = { name, description, parameters };
    const body = { tool: { type: 'function' as const, function: definition, ...fields } };
    return {
      where: ` on tool server ${toolServerId}`,
      send: () => call(operations.createTool, { path: { toolServerId }, body }),
      notes: (tool: ToolDefinition) =>
        present(
          ...compareResponse(definition, functionOf(tool)).notes,
          ...compareResponse(fields, tool.source).notes,
          otherHostNote(fields.endpoint, server),
          unfilledNote(fields.endpoint, fields.pathParametersKeys),
          isOff && 'Its tool server is disabled, so it can’t be called.',
        ),
      next: (tool: ToolDefinition) =>
        isOff
          ? undefined
          : {
              tool: 'test_tool',
              arguments: { toolServerId, toolId: tool.id, parameters: testParameters(tool) },
              why: 'try it, with its arguments as parameters',
            },
    };
  },
});

/** A changed `function` is sent whole: a platform that replaces it would lose the other fields. */
export const updateTool = updates(TOOLS, {
  name: 'update_tool',
  title: 'Update tool',
  lookups: ['list_tools'],
  example: { toolServerId: 'server-1', toolId: 'tool-1', description: 'Better.' },
  description: 'Updates fields of a tool. A secret sent back masked is kept.',
  fields: () => ({
    ...described(operations.updateTool.body().shape.function.unwrap(), { name: 'New function name.' }),
    ...definitionFields(),
  }),
  plan: async ({ toolServerId, toolId, ...changes }, { call }) => {
    // Masks in addresses and schemas are this program's; the platform would store them.
    refuseMasks({ endpoint: changes.endpoint, parameters: changes.parameters });
    refuseUnclearEndpoint(changes.endpoint);
    const record = await requireTool(call, toolServerId, toolId);
    if (record.source.customHeaders !== undefined) refuseMasks({ customHeaders: changes.customHeaders }, record.source);
    const { name, description, parameters, ...fields } = changes;
    const definition = compact({ name, description, parameters });
    const isFunction = Object.keys(definition).length > 0;
    if (isFunction && parameters === undefined) refuseTextNumbers(functionOf(record).parameters);
    const body = { ...(isFunction ? { function: { ...functionOf(record), ...definition } } : {}), ...fields };
    const { endpoint } = fields;
    const path = { toolServerId };
    const server = endpoint ? await ifReadable(call(operations.getToolServer, { path })) : undefined;
    const notes = present(
      otherHostNote(endpoint, server),
      unfilledNote(endpoint, fields.pathParametersKeys ?? array(record.source.pathParametersKeys)),
    );
    return {
      record,
      read: () => requireTool(call, toolServerId, record.id),
      id: record.id,
      // A tool without an id is identified by its name, which may be the new one.
      known: [toolId, record.name.raw, name],
      where: ` of tool server ${toolServerId}`,
      requested: { ...definition, ...fields },
      // With where its calls would go, and as whom.
      values: (tool: ToolDefinition) => ({
        ...tool.source,
        ...functionOf(tool),
        server: server && [server.url, server.state, server.authenticationMethod],
      }),
      details: async () => notes,
      notes: () => notes,
      // By the id that was shown: another tool may have the name by now.
      send: (options) => call(operations.updateTool, { path: { toolServerId, toolId: record.id }, body }, options),
    };
  },
});

/** @throws Refusal if a stored schema has a number beyond a double, which was read as text and would be sent back as text */
function refuseTextNumbers(schema: unknown): void {
  if (typeof schema === 'string' && isTextOfNumber(schema)) {
    throw new Refusal(
      `Refused: the stored parameters have ${foreign(schema).line(60)}, a number that can't be sent back unchanged. Nothing was sent. Give parameters, too, without it, or change the tool in the platform itself.`,
    );
  }
  if (typeof schema !== 'object' || schema === null) return;
  // A default or an example of text may look like a number.
  if (![object(schema).type].flat().includes('string')) Object.values(schema).forEach(refuseTextNumbers);
}

/** Only numbers that a double can't hold are read as text. */
const isTextOfNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) && !isExact(text);

/** Remaining tools that the result names. */
const REMAINING = 20;

/** DELETE .../tools/{toolId}. */
export const deleteTool = deletes(TOOLS, {
  name: 'delete_tool',
  title: 'Delete tool',
  lookups: ['list_tools'],
  example: { toolServerId: 'server-1', toolId: 'tool-9' },
  description: 'Deletes a tool permanently.',
  output: () => result(texts('toolId', 'toolServerId', 'name', 'platformMessage'), flags('deleted')),
  plan: async ({ toolServerId, toolId }, { call }) => {
    const server = await requireToolServer(call, toolServerId);
    const tool = await requireTool(call, toolServerId, toolId);
    const { id, name, method, description } = tool;
    const called = [method, withoutCredentials(tool.endpoint)].filter((part) => part !== undefined).join(' ');
    const serverName = server.name?.line(100) ?? toolServerId;
    return {
      id,
      name,
      losses: present(
        `Tool server: ${serverName} (${toolServerId})`,
        called !== '' && `It calls: ${called}`,
        description && `What it does: ${description.line(300)}`,
        'Agents that use it can no longer call it.',
      ),
      shown: [toolServerId, server.name, method, tool.endpoint, description],
      facts: { toolServerId },
      // By the id that was shown: another tool may have the name by now.
      remove: () => call(operations.deleteTool, { path: { toolServerId, toolId: id } }),
      after: async () => {
        const left = await ifReadable(call(operations.listTools, { path: { toolServerId } }));
        const others = left?.items.filter((other) => other.id !== id);
        return ` of tool server ${serverName}${others === undefined ? '' : `. ${remaining(others)}`}`;
      },
      find: () => findTool(call, toolServerId, id),
    };
  },
});

function remaining(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return 'No tools remain';
  const names = firstOf(tools, REMAINING, ({ name }) => String(name.line(60)));
  return `${count(tools.length, 'tool')} remain${tools.length === 1 ? 's' : ''}: ${names}`;
}

/** The `function` part of a definition. */
const functionOf = ({ source }: ToolDefinition): Json => object(source.function);
