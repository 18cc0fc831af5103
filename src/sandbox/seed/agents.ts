/** The agents of one online shop for outdoor gear. */
import * as z from 'zod';
import { DAY } from '../clock.ts';
import { uuidFor } from '../ids.ts';
import type { Scenario } from '../options.ts';
import type { Agent } from '../records.ts';
import cards from './agents.json' with { type: 'json' };
import hundred from './hundred.json' with { type: 'json' };
import { projectId } from './projects.ts';

const Card = z.strictObject({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** The system prompt. */
  presets: z.string(),
  tools: z.array(z.string()),
  /** Groups of tools; one of them reads the knowledge base. */
  groups: z.array(z.string()).default([]),
  llm: z.string(),
  ageDays: z.number(),
  project: z.string().optional(),
  disabled: z.boolean().default(false),
  archived: z.boolean().default(false),
});

/** The id of a seeded agent, by its key: the same in every sandbox. */
export function agentId(key: string): string {
  return uuidFor(`agent:${key}`);
}

export function seedAgents(startedAt: number, scenario: Scenario = 'shop'): Agent[] {
  const all: readonly unknown[] = scenario === 'hundred' ? [...cards, ...hundred.agents] : cards;
  return all.map((sent) => {
    const { key, presets, tools, groups, ageDays, project, disabled, archived, ...card } = Card.parse(sent);
    const creationTimestampMs = startedAt - ageDays * DAY;
    return {
      id: agentId(key),
      ...card,
      ...(project === undefined ? {} : { projectId: projectId(project) }),
      disabled,
      archived,
      provider: 'sandbox',
      assistantSpecialization: {
        presets,
        model: card.llm,
        provider: 'sandbox',
        enabledTools: tools,
        availableToolsGroupsUids: groups,
      },
      maxExecutionToolCalls: 25,
      maxExecutionInputTokens: 200_000,
      evaluationConfig: { enabled: true, threshold: 0.7 },
      creationTimestampMs,
      lastEditTimestampMs: creationTimestampMs + 3 * DAY,
    };
  });
}
