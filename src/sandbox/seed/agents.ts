/** The agents of one online shop for outdoor gear, and its projects. */
import { DAY } from '../clock.ts';
import { hexIdFor, uuidFor } from '../ids.ts';
import type { Scenario } from '../options.ts';
import type { Agent, Project } from '../records.ts';
import cards from './agents.json' with { type: 'json' };
import hundred from './hundred.json' with { type: 'json' };
import projects from './projects.json' with { type: 'json' };

/** The id of a seeded agent, by its key: the same in every sandbox. */
export function agentId(key: string): string {
  return uuidFor(`agent:${key}`);
}

export function seedAgents(startedAt: number, scenario: Scenario = 'shop'): Agent[] {
  const all: typeof cards = scenario === 'hundred' ? [...cards, ...hundred.agents] : cards;
  return all.map(({ key, presets, tools, groups = [], ageDays, project, disabled, archived, ...card }) => {
    const creationTimestampMs = startedAt - ageDays * DAY;
    return {
      id: agentId(key),
      ...card,
      ...(project === undefined ? {} : { projectId: projectId(project) }),
      disabled: disabled ?? false,
      archived: archived ?? false,
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

/** The id of a seeded project, by its identifier: the same in every sandbox. */
export function projectId(key: string): string {
  return hexIdFor(`project:${key}`);
}

export function seedProjects(startedAt: number): Project[] {
  return projects.map(({ ageDays, visibility, archived, ...card }) => {
    const creationTimestampMs = startedAt - ageDays * DAY;
    return {
      _id: projectId(card.identifier),
      ...card,
      visibility: visibility === 'public' ? visibility : 'private',
      archived,
      createdByUserUID: 'sandbox-operator',
      creationTimestampMs,
      lastEditTimestampMs: creationTimestampMs + 10 * DAY,
    };
  });
}
