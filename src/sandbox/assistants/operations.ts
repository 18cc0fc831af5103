/** The operations assistant: it counts what runs, waits, failed and what it cost. */
import { isoMonth } from '../clock.ts';
import { CURRENCY, figures } from '../costs.ts';
import type { Thread } from '../threads/thread.ts';
import type { Observed, Question } from './assistant.ts';

/** Answers about threads and costs, from the state of the sandbox at this moment. */
export function answerOperations({ message, earlier, world }: Question): string {
  const threads = world.threads.all();
  const text = /^(and|what about)\b/i.test(message.trim()) ? `${message} ${earlier.at(-1) ?? ''}` : message;
  if (/\b(cost|spen[dt]|expensive|money|dollars?|bill)/i.test(text)) return costs(world, threads);
  if (/\b(fail|error|broke|wrong)/i.test(text)) return ended(world, threads);
  if (/\b(wait|approv|pending|decide|decision)/i.test(text)) return waiting(world, threads);
  const count = (status: Thread['status']) => threads.filter((thread) => thread.status === status).length;
  const rejected = threads.filter(({ isRejected }) => isRejected === true).length;
  return `Of ${threads.length} threads, ${count('RUNNING')} are running, ${count('AWAITING_APPROVAL')} are waiting for approval, ${count('PAUSED')} are paused, ${count('FAILED') - rejected} failed and ${rejected} were rejected by a human. Ask me what waits, what failed, or what it cost.`;
}

function waiting(world: Observed, threads: readonly Thread[]): string {
  const open = threads.filter(({ status }) => status === 'AWAITING_APPROVAL');
  const lines = open
    .sort((a, b) => a.updatedAt - b.updatedAt)
    .map((thread) => `- ${nameOf(world, thread)}: ${thread.request?.tool ?? 'a request'}, ${since(thread, world)}`);
  return [`${open.length} threads are waiting for a human, longest wait first:`, ...lines].join('\n');
}

function ended(world: Observed, threads: readonly Thread[]): string {
  const failed = threads.filter(({ status, isRejected }) => status === 'FAILED' && isRejected !== true).slice(0, 5);
  const lines = failed.map(
    (thread) => `- ${nameOf(world, thread)}: ${thread.messages.at(-1)?.content ?? 'no reason given'}`,
  );
  return [`The ${failed.length} latest failures:`, ...lines].join('\n');
}

function costs(world: Observed, threads: readonly Thread[]): string {
  const month = isoMonth(world.now());
  const current = threads.filter(({ createdAt }) => isoMonth(createdAt) === month);
  const rows = [...world.agents.values()]
    .map(({ id, name }) => ({ name, cost: figures(current.filter(({ agentId }) => agentId === id)).cost }))
    .sort((a, b) => b.cost - a.cost)
    .filter(({ cost }) => cost > 0)
    .map(({ name, cost }) => `- ${name}: ${cost.toFixed(2)} ${CURRENCY}`);
  const total = figures(current).cost.toFixed(2);
  return [`In ${month} all agents together cost ${total} ${CURRENCY}:`, ...rows].join('\n');
}

function nameOf(world: Observed, { agentId, id }: Thread): string {
  return `${world.agents.get(agentId)?.name ?? 'a deleted agent'}, thread ${id}`;
}

function since({ updatedAt }: Thread, world: Observed): string {
  const minutes = Math.max(0, Math.round((world.now() - updatedAt) / 60_000));
  return minutes < 120 ? `for ${minutes} minutes` : `for ${Math.round(minutes / 60)} hours`;
}
