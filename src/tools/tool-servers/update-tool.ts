import * as z from 'zod';
import { consentToChange } from '../../domain/change-consent.ts';
import { compareAnswer, holdsMask, refuseMasks, requireChanges, updated } from '../../domain/changes.ts';
import { checkRecord } from '../../domain/same-record.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { compact } from '../../platform/parse/coerce.ts';
import { TOOL } from '../../platform/parse/tool-servers.ts';
import { facts } from '../../present/record.ts';
import { toolId, toolServerId } from '../fields.ts';
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
  description:
    'Updates the given fields of a tool, after asking the human if the host can; other fields stay as they are. A masked secret (••••) sent back keeps the stored one.',
  input: () => {
    const { name } = operations.updateTool.body().shape.function.unwrap().shape;
    return z.strictObject({
      toolServerId: toolServerId(),
      toolId: toolId(),
      name: name.describe('New function name.'),
      ...definitionFields(),
    });
  },
  output: () => result(shapeOf(TOOL), textLists('changed')),
  async handle({ toolServerId, toolId, ...changes }, context) {
    const { call } = context;
    requireChanges(changes, `tool ${toolId}`, ['name', ...Object.keys(definitionFields())]);
    // Masks in addresses are this program's; the platform would store them.
    refuseMasks({ endpoint: changes.endpoint });
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
    const stop = await consentToChange(
      {
        target: `tool ${current.id} of tool server ${toolServerId}`,
        name: current.name,
        asked: { ...definition, ...fields },
        current: { ...current.source, ...functionOf(current) },
        source: current.source,
      },
      context,
    );
    if (stop !== undefined) return { ...stop, facts: { toolId, ...stop.facts } };
    // By the id that was shown: another tool may have the name by now.
    const tool = await call(
      operations.updateTool,
      { path: { toolServerId, toolId: current.id }, body },
      { emptyAs: { id: toolId }, current: async () => current.source },
    );
    // A tool without an id is identified by its name, which may be the new one.
    checkRecord(`update of tool ${toolId}`, tool, [toolId, current.id, current.name.raw, name]);
    const inside = compareAnswer(definition, functionOf(tool));
    const outside = compareAnswer(fields, tool.source);
    const { summary, notes, changed } = updated(
      `tool ${toolId}`,
      {
        shown: [...inside.shown, ...outside.shown],
        contradicted: [...inside.contradicted, ...outside.contradicted],
        notes: [...inside.notes, ...outside.notes],
      },
      { isDeferred: context.platform.isDeferred() },
    );
    return {
      summary,
      notes,
      facts: { ...facts(TOOL, tool), changed },
    };
  },
});
