/** What is said where some of many agents could not be read, or not in peace. */
import { join } from '../../mcp/contract/answer.ts';
import type { Agent } from '../../platform/parse/records.ts';
import { count, firstOf } from '../../present/units.ts';

/** An agent whose threads could not be read, and why. */
export interface UnreadAgent {
  readonly agent: Pick<Agent, 'id' | 'name'>;
  readonly why: string;
}

/** Agents that failed are named up to here; more would bury what was found. */
const NAMED = 10;

/** Notes on the agents that could not be read, the first ten by name; none if all could. */
export function unreadNotes(failures: readonly UnreadAgent[]): string[] {
  if (failures.length === 0) return [];
  const named = failures.slice(0, NAMED).map(({ agent, why }) => `${join(agent.id, agent.name?.line(60))}: ${why}`);
  const more = failures.length - named.length;
  return [
    `${count(failures.length, 'agent')} could not be read, so this list may be incomplete.`,
    ...named,
    ...(more > 0 ? [`... and ${count(more, 'more agent')}.`] : []),
  ];
}

/** Notes on the agents whose lists shrank whenever they were read; none where none did. */
export function unsteadyNotes(agents: readonly Pick<Agent, 'id'>[]): string[] {
  if (agents.length === 0) return [];
  const whose = firstOf(agents, NAMED, ({ id }) => id);
  return [
    `The threads of ${count(agents.length, 'agent')} (${whose}) kept changing while they were read: some may be missing, others out of date. Call again for a fresh look.`,
  ];
}

/** What is said where the list of agents shrank whenever it was read. @param lost what would be missing with them: `, and their threads` */
export const unsteadyList = (lost = ''): string =>
  `The list of agents kept changing while it was read: some agents may be missing${lost}.`;
