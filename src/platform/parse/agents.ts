/** Agents. */
import { boolean, identifier, type Json, time, words } from './coerce.ts';
import { type RecordOf, readerOf, source, type Table } from './table.ts';

/** An agent, from a list or by itself. */
export const AGENT = {
  id: { from: ['id', '_id'], read: identifier, required: true, show: { as: 'agentId' } },
  name: { read: words, show: { max: 100 } },
  disabled: { read: boolean },
  archived: { read: boolean },
  /** `enabled`, `disabled`, `archived`, or both of the latter; undefined where the platform does not say. */
  state: { from: [], read: stateOf, show: {} },
  provider: { read: words, show: { max: 60 } },
  llm: { read: words, show: { max: 60 } },
  createdAt: { from: ['createdAt', 'creationTimestampMs'], read: time, show: { line: 'created …' } },
  /** When its settings were last changed: its name is at least as old as that. */
  updatedAt: { from: ['updatedAt', 'lastEditTimestampMs'], read: time },
  projectId: { read: identifier },
  description: { read: words, show: { max: 500, inLine: 160 } },
  /** For a difference between what stands and what is asked for; secrets are masked by the platform. */
  source,
} as const satisfies Table;
export type Agent = RecordOf<typeof AGENT>;

/** Undefined without an id. */
export const readAgent = readerOf(AGENT);

function stateOf(_: unknown, agent: Json): string | undefined {
  const [disabled, archived] = [boolean(agent.disabled), boolean(agent.archived)];
  const states = [archived && 'archived', disabled && 'disabled'].filter((state) => typeof state === 'string');
  if (states.length > 0) return states.join(', ');
  return disabled === undefined && archived === undefined ? undefined : 'enabled';
}
