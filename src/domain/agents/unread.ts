/** What is said where some of many agents could not be read, or not in peace. */
import { join } from '../../mcp/contract/answer.ts';
import type { Agent } from '../../platform/parse/records.ts';
import { count, firstOf } from '../../present/units.ts';
import type { Lack } from '../all-pages.ts';

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

/** An agent whose list of threads lacks something. */
export interface Lacking {
  readonly agent: Pick<Agent, 'id'>;
  readonly lack: Lack;
}

/** Notes on the agents whose lists lack something; none where none does. */
export function lackNotes(lacking: readonly Lacking[]): string[] {
  const of = (lack: Lack): readonly Lacking[] => lacking.filter((one) => one.lack === lack);
  const named = (some: readonly Lacking[]): string =>
    `${count(some.length, 'agent')} (${firstOf(some, NAMED, ({ agent }) => agent.id)})`;
  const [unsteady, unreadable] = [of('unsteady'), of('unreadable')];
  return [
    ...(unsteady.length > 0
      ? [
          `The threads of ${named(unsteady)} kept changing while they were read: some may be missing, others out of date. Call again for a fresh look.`,
        ]
      : []),
    ...(unreadable.length > 0 ? [`Some entries of the thread lists of ${named(unreadable)} could not be read.`] : []),
  ];
}

/** What is said where the list of agents lacks something. @param lost what is missing with them: `, and their threads` */
export const lackOfAgents = (lack: Lack, lost = ''): string =>
  lack === 'unsteady'
    ? `The list of agents kept changing while it was read: some agents may be missing${lost}.`
    : `Some entries of the list of agents could not be read: those agents${lost} are missing.`;
