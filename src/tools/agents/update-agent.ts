import * as z from 'zod';
import { agentToChange } from '../../domain/agents/agents.ts';
import { consentToChange } from '../../domain/change-consent.ts';
import { compareAnswer, requireChanges, updated } from '../../domain/changes.ts';
import { checkRecord } from '../../domain/same-record.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { AGENT } from '../../platform/parse/agents.ts';
import { facts } from '../../present/record.ts';
import { agentId } from '../fields.ts';
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
  description:
    'Updates the given fields of an agent, for example to disable or archive it, after asking the human if the host can. Other fields stay as they are.',
  input: () => {
    const { name, disabled, archived } = operations.updateAgent.body().shape;
    return z.strictObject({
      agentId: agentId(),
      name: name.describe('Display name.'),
      ...agentFields(),
      disabled: disabled.describe('true turns it off.'),
      archived: archived.describe('true archives it.'),
    });
  },
  output: () => result(shapeOf(AGENT), textLists('changed')),
  async handle({ agentId, ...fields }, context) {
    const { call } = context;
    const body = requireChanges(fields, `agent ${agentId}`, updatable());
    // If agents can't be listed, the question says that the current values are unknown.
    const current = await agentToChange(call, agentId);
    const stop = await consentToChange(
      {
        target: `agent ${agentId}`,
        name: current?.name,
        asked: body,
        current: current?.source,
        source: current?.source,
      },
      context,
    );
    if (stop !== undefined) return { ...stop, facts: { agentId, ...stop.facts } };
    const agent = await call(
      operations.updateAgent,
      { path: { agentId }, body },
      { emptyAs: { id: agentId }, current: async () => current?.source ?? {} },
    );
    checkRecord(`update of agent ${agentId}`, agent, [agentId, current?.id]);
    const { summary, notes, changed } = updated(`agent ${agentId}`, compareAnswer(body, agent.source), {
      isDeferred: context.platform.isDeferred(),
    });
    return {
      summary,
      notes,
      facts: { ...facts(AGENT, agent), agentId, changed },
    };
  },
});

const updatable = (): string[] => Object.keys(operations.updateAgent.body().shape);
