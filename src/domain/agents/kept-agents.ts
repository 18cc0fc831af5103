/** Agents that were read a moment ago, so that what a thread's agent is called and whether it runs need no further request. */
import type { Memory } from '../../mcp/contract/tool.ts';
import { compact } from '../../platform/parse/coerce.ts';
import type { Agent } from '../../platform/parse/records.ts';

/** What is kept of an agent. */
export type AgentNote = Pick<Agent, 'id' | 'name' | 'state'>;

/** Undefined inside if no list holds it. */
class KeptAgent {
  readonly agent: AgentNote | undefined;
  constructor(found: AgentNote | undefined) {
    this.agent = found && compact({ id: found.id, name: found.name, state: found.state });
  }
}

/** A sheet is read once to ask and once more with the reply: the agent is kept for as long as its history is. */
const KEPT_MS = 60_000;

const keyOf = (agentId: string): string => `agent ${agentId}`;

/** @param agent undefined if no list holds it */
export function keepAgent(id: string, agent: AgentNote | undefined, memory: Memory): AgentNote | undefined {
  const fresh = new KeptAgent(agent);
  memory.set(keyOf(id), fresh, KEPT_MS);
  return fresh.agent;
}

/** The agent as it was kept; undefined if nothing is. */
export function keptAgent(id: string, memory: Memory): { readonly agent: AgentNote | undefined } | undefined {
  const kept = memory.get(keyOf(id));
  return kept instanceof KeptAgent ? kept : undefined;
}

/** `disabled`, `archived`; undefined for an agent that is enabled, or of which that isn't known. */
export const hindranceOf = (agent: Pick<Agent, 'state'> | undefined): string | undefined =>
  agent?.state === 'enabled' ? undefined : agent?.state;
