import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { compareAnswer, holdsMask, refuseMasks, requireChanges } from '../../domain/changes.ts';
import { refuseUnclearEndpoint } from '../../domain/tool-servers/hosts.ts';
import { updateWithConsent } from '../../domain/update.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { compact } from '../../platform/parse/coerce.ts';
import { TOOL } from '../../platform/parse/tool-servers.ts';
import { facts } from '../../present/record.ts';
import { toolId, toolServer } from '../fields.ts';
import { result, shapeOf, textLists } from '../results.ts';
import { definitionFields, findTool, functionOf } from './definition.ts';

/**
 * PATCH .../tools/{toolId} with any definition field. A changed `function` is sent whole: a platform may replace it instead
 * of merging it, which would lose the other fields.
 */
export const updateTool = defineTool({
  name: 'update_tool',
  title: 'Update tool',
  toolset: 'tools-admin',
  effect: 'destructive',
  isIdempotent: true,
  example: { toolServerId: 'server-1', toolId: 'tool-1', description: 'Better.' },
  description: 'Updates the given fields of a tool. A masked secret (••••) sent back keeps the stored one.',
  input: () => {
    const { name } = operations.updateTool.body().shape.function.unwrap().shape;
    return z.strictObject({
      toolServerId: toolServer(),
      toolId: toolId(),
      name: name.describe('New function name.'),
      ...definitionFields(),
    });
  },
  output: () => result(shapeOf(TOOL), textLists('changed')),
  handle: withNames(['toolServerId'], 'write', async ({ toolServerId, toolId, ...changes }, context) => {
    const { call } = context;
    requireChanges(changes, `tool ${toolId}`, ['name', ...Object.keys(definitionFields())]);
    // Masks in addresses are this program's; the platform would store them.
    refuseMasks({ endpoint: changes.endpoint });
    refuseUnclearEndpoint(changes.endpoint);
    const current = await findTool(call, toolServerId, toolId);
    if (current === undefined) {
      throw new Refusal(`Tool server ${toolServerId} has no tool ${toolId}. Nothing was sent.`);
    }
    // A platform that shows headers in clear does not know masks, and would store one.
    const { customHeaders: stored } = current.source;
    if (stored !== undefined && !holdsMask(stored)) refuseMasks({ customHeaders: changes.customHeaders });
    const { name, description, parameters, ...fields } = changes;
    const definition = compact({ name, description, parameters });
    const isFunction = Object.keys(definition).length > 0;
    const body = { ...(isFunction ? { function: { ...functionOf(current), ...definition } } : {}), ...fields };
    return updateWithConsent(
      {
        kind: 'tool',
        ids: { toolId: current.id },
        // A tool without an id is identified by its name, which may be the new one.
        known: [toolId, current.name.raw, name],
        target: `tool ${current.id} of tool server ${toolServerId}`,
        name: current.name,
        requested: { ...definition, ...fields },
        current: { ...current.source, ...functionOf(current) },
        // By the id that was shown: another tool may have the name by now.
        send: (options) => call(operations.updateTool, { path: { toolServerId, toolId: current.id }, body }, options),
        compare: (tool) => compareAnswer({ ...definition, ...fields }, { ...tool.source, ...functionOf(tool) }),
        facts: (tool) => facts(TOOL, tool),
      },
      context,
    );
  }),
});
