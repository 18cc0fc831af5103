import * as z from 'zod';
import { compareAnswer, creationText } from '../../domain/changes.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { AGENT } from '../../platform/parse/agents.ts';
import { placeholder } from '../../present/placeholders.ts';
import { facts } from '../../present/record.ts';
import { result, shapeOf } from '../results.ts';
import { agentFields } from './agent-fields.ts';

/** POST /v1/agents. */
export const createAgent = defineTool({
  name: 'create_agent',
  title: 'Create agent',
  toolset: 'agents-admin',
  effect: 'write',
  example: { name: 'New' },
  description: 'Creates an agent and returns its id.',
  input: () =>
    z.strictObject({ name: operations.createAgent.body().shape.name.describe('Display name.'), ...agentFields() }),
  output: () => result(shapeOf(AGENT)),
  async handle(body, context) {
    const agent = await context.call(operations.createAgent, { body });
    return {
      summary: `${creationText(`agent ${agent.name?.line(100) ?? ''} with id ${agent.id}`, context)}.`,
      notes: compareAnswer(body, agent.source).notes,
      facts: facts(AGENT, agent),
      next: {
        tool: 'create_thread',
        arguments: { agentId: agent.id, message: placeholder('its first task') },
        why: 'run it',
      },
    };
  },
});
