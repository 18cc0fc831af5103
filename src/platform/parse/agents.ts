/** Agents. */
import { boolean, foreignText, identifier, type Json, time } from './coerce.ts';
import { type RecordOf, source, type Table } from './table.ts';

/** An agent, from a list or by itself. */
export const AGENT = {
  id: { from: ['id', '_id'], read: identifier, required: true, show: { as: 'agentId' } },
  name: { read: foreignText, show: { max: 100 } },
  disabled: { read: boolean },
  archived: { read: boolean },
  /** `enabled`, `disabled`, `archived`, or both of the latter; undefined if the platform does not say. */
  state: { from: ['disabled', 'archived'], read: stateOf, show: {} },
  provider: { read: foreignText, show: { max: 60 } },
  llm: { read: foreignText, show: { max: 60 } },
  createdAt: { from: ['createdAt', 'creationTimestampMs'], read: time, show: { line: 'created …' } },
  /** When its settings were last changed; its name is at least as old. */
  updatedAt: { from: ['updatedAt', 'lastEditTimestampMs'], read: time },
  projectId: { read: identifier },
  description: { read: foreignText, show: { max: 500, inLine: 160 } },
  /** For the difference between the current and the requested values; the platform masks secrets. */
  source,
} as const satisfies Table;
export type Agent = RecordOf<typeof AGENT>;

function stateOf(_: unknown, agent: Json): string | undefined {
  const [disabled, archived] = [boolean(agent.disabled), boolean(agent.archived)];
  const states = [archived && 'archived', disabled && 'disabled'].filter((state) => typeof state === 'string');
  if (states.length > 0) return states.join(', ');
  return disabled === undefined && archived === undefined ? undefined : 'enabled';
}
