import * as z from 'zod';
import { compareFields, refuseMasks } from '../../domain/changes.ts';
import { toolServerFacts } from '../../domain/tool-servers/tool-server.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { result, serverShape } from '../results.ts';

/** POST /v1/tool-servers. */
export const createToolServer = defineTool({
  name: 'create_tool_server',
  title: 'Create tool server',
  toolset: 'tools-admin',
  effect: 'write',
  description: 'Creates a tool server, with tools if given, and returns its id.',
  input: () => {
    const body = operations.createToolServer.body().shape;
    const definition = operations.createTool.body().shape.tool;
    // Strict inside too: a misspelt field would be dropped without a word.
    const strict = definition.extend({ function: definition.shape.function.strict() }).strict();
    return z.strictObject({ ...body, toolDefinitions: z.array(strict).optional() });
  },
  output: () => result(serverShape()),
  async handle(body, { call }) {
    refuseMasks(body);
    const server = await call(operations.createToolServer, { body });
    const { toolDefinitions, authenticationConfig, ...plain } = body;
    const asked = toolDefinitions?.length;
    return {
      summary: `Created tool server ${server.name?.line(100) ?? ''} with id ${server.id}.`,
      notes: [
        ...compareFields(plain, server.source).notes,
        ...(asked !== undefined && server.toolCount !== undefined && server.toolCount !== asked
          ? [`The answer shows ${server.toolCount} tools, not the ${asked} asked for.`]
          : []),
        ...(authenticationConfig !== undefined && server.authenticationMethod === undefined
          ? ['The answer does not show the authentication: it may have been ignored.']
          : []),
      ],
      facts: toolServerFacts(server),
      next: { tool: 'list_tools', arguments: { toolServerId: server.id }, why: 'see its tools' },
    };
  },
});
