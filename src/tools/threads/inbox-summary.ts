/** The first sentence of the inbox: what waits, how long, in which order, and where it was searched. */
import { wordsOf } from '../../domain/found-text.ts';
import type { Inbox, Waiting } from '../../domain/threads/inbox.ts';
import { isInCursor } from '../../domain/threads/watch-inbox.ts';
import { present } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { fromOffset } from '../../present/paging.ts';
import { agentNameText } from '../../present/plain.ts';
import { age, count, duration } from '../../present/units.ts';

/** What narrows the inbox. */
export interface InboxFilter {
  readonly query?: string | undefined;
  readonly agentId?: string | undefined;
  readonly agentName?: string | undefined;
  readonly projectId?: string | undefined;
}

/** ISO time since when a thread waits, as far as its list tells; empty if it tells none. */
export const since = ({ thread }: Waiting): string => thread.updatedAt ?? thread.createdAt ?? '';

interface InboxQuery extends InboxFilter {
  readonly offset: number;
  readonly known?: string | undefined;
  readonly waitedMs: number;
  /** Whether anything in the list contradicts itself: that comes first. */
  readonly contradicts: boolean;
}

/** `3 of 31 waiting threads match`. @param which of which agent, and whether all could be read */
function matchedText({ waiting, unmatched }: Inbox, which: string): string {
  const all = waiting.length + unmatched.length;
  const some = waiting.length === 0 ? 'None' : waiting.length;
  return `${some} of ${count(all, 'waiting thread')}${which} ${waiting.length <= 1 ? 'matches' : 'match'}`;
}

/** A note on the tenants that the settings name, or none: a mistyped one has no threads. */
export function tenantNotes({ tenantId, subtenantId }: ToolContext['settings']): string[] {
  const pins = present(tenantId && `tenantId ${tenantId}`, subtenantId && `subtenantId ${subtenantId}`);
  return pins.length === 0
    ? []
    : [`Only threads of ${pins.join(' and ')} were looked for: this server's settings say so.`];
}

export function summaryOf(waiting: readonly Waiting[], inbox: Inbox, query: InboxQuery): string {
  const { agentId, agentName, projectId, offset, known, waitedMs, contradicts } = query;
  const { agents, failures, isPartial, unmatched } = inbox;
  const readable = isPartial ? ' that could be read' : '';
  const ofProject = projectId === undefined ? '' : ` of project ${projectId}`;
  const read = failures.length === 0 ? '' : `${agents.length - failures.length} of `;
  const but = agentName === undefined ? ', but not archived ones' : '';
  const where = `${read}${count(agents.length, 'agent')}${ofProject}${but}`;
  const searched = agentId === undefined ? ` Searched: ${where}.` : '';
  const of = agentId === undefined ? '' : ` of agent ${agentId}`;
  const waited = waitedMs > 0 ? ` after ${duration(waitedMs)}` : '';
  const matched = wordsOf(query.query) === undefined ? undefined : matchedText(inbox, `${of}${readable}`);
  if (known !== undefined || waitedMs > 0) {
    const others = inbox.waiting.filter((one) => isInCursor(one, known)).length;
    const waits = others === 0 ? '' : ` ${others} known before ${others === 1 ? 'is' : 'are'} still waiting.`;
    const before = `${waits}${matched === undefined ? '' : ` ${matched}.`}`;
    const that = matched === undefined ? '' : ' that matches';
    if (waiting.length === 0)
      return `Nothing new${of}${that}${readable} is waiting for a decision${waited}.${before}${searched}`;
    // A thread that was known may ask for something else; without a cursor, nothing tells what is new.
    const what = known === undefined ? 'thread' : 'new request';
    return `${count(waiting.length, what)}${of} ${waiting.length === 1 ? 'is' : 'are'} waiting for a decision${waited}.${before}${searched}`;
  }
  if (waiting.length === 0 && matched !== undefined && unmatched.length > 0) return `${matched}.${searched}`;
  if (waiting.length === 0) return `Nothing${of}${readable} is waiting for a decision.${searched}`;
  // Without a time of its last change, how long a thread has waited is not known.
  const isKnown = waiting.every(({ thread }) => thread.updatedAt !== undefined);
  const [longest] = waiting;
  const wait = isKnown && longest ? age(since(longest)) : undefined;
  if (waiting.length === 1) {
    const lasts = wait === undefined ? '' : matched === undefined ? `, for ${wait}` : `, waiting for ${wait}`;
    return `${matched ?? `1 thread${of} is waiting for a decision`}${lasts}.${searched}`;
  }
  // It may not be the first in the list then.
  const name = contradicts && agents.length > 1 ? longest?.agent.name : undefined;
  const whose = name === undefined ? '' : ` (${agentNameText(name)})`;
  const by = wait ? `longest wait first: the longest for ${wait}${whose}` : 'earliest change or creation first';
  const order = contradicts ? `, contradictions first, then ${by.replace(' first', '')}` : `, ${by}`;
  const many = matched ?? `${count(waiting.length, 'thread')}${of} are waiting for a decision`;
  return `${many}${order}${fromOffset({ offset })}.${searched}`;
}
