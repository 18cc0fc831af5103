/** Replies of the three assistants: from the guide, the state of the sandbox, and the shop's orders. */

import { isoMonth } from '../clock.ts';
import { CURRENCY, figures } from '../costs.ts';
import { GUIDE } from '../guide/index.ts';
import { findOrder, type Order } from '../shop.ts';
import type { Thread } from '../threads/thread.ts';
import type { Question, VisibleWorld } from './assistant.ts';

/** Words without a subject. */
const COMMON = new Set(
  'about a an and are can do does for from how i if in is it me my of on or the this to was what when where which who why with you'.split(
    ' ',
  ),
);
const MAX_QUOTE = 700;

/** Replies with the section that shares the most words with the question, and names its page. */
export function replyFromDocs({ message, earlier }: Question): string {
  const best = find(message) ?? find(earlier.at(-1) ?? '');
  if (best === undefined) {
    const pages = GUIDE.map(({ slug }) => slug).join(', ');
    return `I found nothing about that in the guide. Its pages are: ${pages}.`;
  }
  return `From “${best.title}”, section “${best.heading}”:\n\n${shorten(best.body, MAX_QUOTE)}\n\nMore on the page ${best.slug}.`;
}

function find(question: string) {
  const asked = new Set(stems(question));
  if (asked.size === 0) return undefined;
  const scored = sections().map((section) => {
    const title = stems(`${section.title} ${section.heading}`).filter((word) => asked.has(word)).length;
    const body = new Set(stems(section.body).filter((word) => asked.has(word))).size;
    return { section, score: title * 3 + body };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score > 0 ? best.section : undefined;
}

/** Words and numbers of a text in lower case, without plural and verb endings. */
function stems(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  return words.filter((word) => !COMMON.has(word)).map((word) => word.replace(/(ing|ed|es|s|al|e)$/, ''));
}

const sections = () =>
  GUIDE.flatMap(({ slug, title, markdown }) =>
    markdown
      .split(/^## /m)
      .slice(1)
      .map((part) => {
        const [heading = '', ...lines] = part.split('\n');
        return { slug, title, heading: heading.trim(), body: lines.join('\n').trim() };
      }),
  );

/** Replies about threads and costs, from the current state of the sandbox. */
export function replyOnOperations({ message, earlier, world }: Question): string {
  const threads = world.threads.all();
  const text = /^(and|what about)\b/i.test(message.trim()) ? `${message} ${earlier.at(-1) ?? ''}` : message;
  if (/\b(cost|spen[dt]|expensive|money|dollars?|bill)/i.test(text)) return costs(world, threads);
  if (/\b(fail|error|broke|wrong)/i.test(text)) return ended(world, threads);
  if (/\b(wait|approv|pending|decide|decision)/i.test(text)) return waiting(world, threads);
  const count = (status: Thread['status']) => threads.filter((thread) => thread.status === status).length;
  const rejected = threads.filter(({ isRejected }) => isRejected === true).length;
  return `Of ${threads.length} threads, ${count('RUNNING')} are running, ${count('AWAITING_APPROVAL')} are waiting for approval, ${count('PAUSED')} are paused, ${count('FAILED') - rejected} failed and ${rejected} were rejected by a human. Ask me what waits, what failed, or what it cost.`;
}

function waiting(world: VisibleWorld, threads: readonly Thread[]): string {
  const open = threads.filter(({ status }) => status === 'AWAITING_APPROVAL');
  const lines = open
    .sort((a, b) => a.updatedAt - b.updatedAt)
    .map((thread) => `- ${nameOf(world, thread)}: ${thread.request?.tool ?? 'a request'}, ${since(thread, world)}`);
  return [`${open.length} threads are waiting for a human, longest wait first:`, ...lines].join('\n');
}

function ended(world: VisibleWorld, threads: readonly Thread[]): string {
  const failed = threads.filter(({ status, isRejected }) => status === 'FAILED' && isRejected !== true).slice(0, 5);
  const lines = failed.map(
    (thread) => `- ${nameOf(world, thread)}: ${thread.messages.at(-1)?.content ?? 'no reason given'}`,
  );
  return [`The ${failed.length} latest failures:`, ...lines].join('\n');
}

function costs(world: VisibleWorld, threads: readonly Thread[]): string {
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

const nameOf = (world: VisibleWorld, { agentId, id }: Thread): string =>
  `${world.agents.get(agentId)?.name ?? 'a deleted agent'}, thread ${id}`;

function since({ updatedAt }: Thread, world: VisibleWorld): string {
  const minutes = Math.max(0, Math.round((world.now() - updatedAt) / 60_000));
  return minutes < 120 ? `for ${minutes} minutes` : `for ${Math.round(minutes / 60)} hours`;
}

/** Replies about orders. The order is named in the message, in `context.orderNumber`, or earlier in the chat. */
export function replyOnOrders({ message, earlier, context }: Question): string {
  const named = [message, String(context.orderNumber ?? ''), ...earlier.toReversed()];
  const order = named.map(findOrder).find((found) => found !== undefined);
  if (order !== undefined) return about(order, message);
  const number = /\b\d{4,6}\b/.exec(message)?.[0];
  if (number !== undefined) return `I could not find an order ${number}. Could you check the number in your e-mail?`;
  return 'I can look up orders, returns and refunds. Please tell me the five-digit order number, such as 10503.';
}

function about(order: Order, message: string): string {
  const money = `${order.total.toFixed(2)} ${order.currency}`;
  const start = `Order ${order.orderNumber} (${order.items.join(', ')}; ${money}) is ${order.status}.`;
  const parcel =
    order.carrier === undefined ? 'It has no parcel yet.' : `It goes with ${order.carrier}, ${order.trackingNumber}.`;
  if (/\b(refund|money back|return)/i.test(message)) {
    return `${start} ${order.note} A refund would be ${money}; a person has to approve it.`;
  }
  return `${start} ${order.note} ${parcel}`;
}

export const shorten = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 3).trimEnd()}...`;
