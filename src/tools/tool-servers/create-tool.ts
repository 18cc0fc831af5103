import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { compareAnswer, creationText, refuseMasks } from '../../domain/changes.ts';
import { refuseUnclearEndpoint } from '../../domain/tool-servers/hosts.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { TOOL } from '../../platform/parse/tool-servers.ts';
import { testParameters } from '../../present/placeholders.ts';
import { facts } from '../../present/record.ts';
import { toolServer } from '../fields.ts';
import { result, shapeOf } from '../results.ts';
import { definitionFields, functionOf } from './definition.ts';

/** POST .../tools with `{tool: <definition>}`. */
export const createTool = defineTool({
  name: 'create_tool',
  title: 'Create tool',
  toolset: 'tools-admin',
  effect: 'write',
  example: { toolServerId: 'server-1', name: 'find_order' },
  description: 'Creates a tool on a tool server and returns its id.',
  input: () => {
    const { name } = operations.createTool.body().shape.tool.shape.function.shape;
    return z.strictObject({
      toolServerId: toolServer(),
      name: name.describe('Function name.'),
      ...definitionFields(),
    });
  },
  output: () => result(shapeOf(TOOL)),
  handle: withNames(
    ['toolServerId'],
    'write',
    async ({ toolServerId, name, description, parameters, ...fields }, context) => {
      refuseMasks(fields);
      refuseUnclearEndpoint(fields.endpoint);
      const definition = { name, description, parameters };
      const tool = await context.call(operations.createTool, {
        path: { toolServerId },
        body: { tool: { type: 'function', function: definition, ...fields } },
      });
      return {
        summary: `${creationText(`tool ${tool.name.line(100)} with id ${tool.id} on tool server ${toolServerId}`, context)}.`,
        notes: [...compareAnswer(definition, functionOf(tool)).notes, ...compareAnswer(fields, tool.source).notes],
        facts: facts(TOOL, tool),
        next: {
          tool: 'test_tool',
          arguments: { toolServerId, toolId: tool.id, parameters: testParameters(tool) },
          why: 'try it, with its arguments as parameters',
        },
      };
    },
  ),
});
