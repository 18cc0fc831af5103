import * as z from 'zod';
import { requireAgent } from '../../domain/agents/agents.ts';
import { withNames } from '../../domain/by-name.ts';
import { requireChanges } from '../../domain/changes.ts';
import { updateWithConsent } from '../../domain/update.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { AGENT } from '../../platform/parse/agents.ts';
import { facts } from '../../present/record.ts';
import { agent } from '../fields.ts';
import { result, shapeOf, textLists } from '../results.ts';
import { agentFields } from './agent-fields.ts';

/** PATCH /v1/agents/{id}. */
export const updateAgent = defineTool({
  name: 'update_agent',
  title: 'Update agent',
  toolset: 'agents-admin',
  effect: 'destructive',
  isIdempotent: true,
  example: { agentId: 'agent-1', description: 'Better.' },
  description: 'Updates the given fields of an agent, for example to disable or archive it.',
  input: () => {
    const { name, disabled, archived } = operations.updateAgent.body().shape;
    return z.strictObject({
      agentId: agent(),
      name: name.describe('Display name.'),
      ...agentFields(),
      disabled: disabled.describe('true turns it off.'),
      archived: archived.describe('true archives it.'),
    });
  },
  output: () => result(shapeOf(AGENT), textLists('changed')),
  handle: withNames(['agentId'], 'write', async ({ agentId, ...fields }, context) => {
    const { call } = context;
    const body = requireChanges(fields, `agent ${agentId}`, Object.keys(operations.updateAgent.body().shape));
    const { name, source } = await requireAgent(call, agentId);
    return updateWithConsent(
      {
        kind: 'agent',
        ids: { agentId },
        target: `agent ${agentId}`,
        name,
        requested: body,
        current: source,
        send: (options) => call(operations.updateAgent, { path: { agentId }, body }, options),
        facts: (agent) => facts(AGENT, agent),
      },
      context,
    );
  }),
});
