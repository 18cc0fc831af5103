/** Replies of the three assistants: from the guide, the state of the sandbox, and the shop's orders. */

import { isoMonth } from '../clock.ts';
import { CURRENCY, figures } from '../costs.ts';
import { GUIDE } from '../guide/index.ts';
import { findOrder, type Order } from '../shop.ts';
import type { Thread } from '../threads/thread.ts';
import type { Question } from './assistant.ts';

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

/** Short words name no subject. */
const WORD = /[a-z]{4,}|\d{3,}/g;

function find(question: string) {
  const asked = question.toLowerCase().match(WORD) ?? [];
  const scored = sections().map((section) => {
    const { title, heading, body } = section;
    const scoreIn = (text: string) => asked.filter((word) => text.toLowerCase().includes(word)).length;
    return { section, score: scoreIn(heading) + scoreIn(`${title} ${body}`) };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  return best !== undefined && best.score > 0 ? best.section : undefined;
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

/** Replies with the state of the sandbox: its threads, those that wait, and the costs of this month. */
export function replyOnOperations({ world }: Question): string {
  const threads = world.threads.all();
  const month = isoMonth(world.now());
  const count = (status: Thread['status']) => threads.filter((thread) => thread.status === status).length;
  const rejected = threads.filter(({ isRejected }) => isRejected === true).length;
  const waiting = threads
    .filter(({ status }) => status === 'AWAITING_APPROVAL')
    .sort((a, b) => a.updatedAt - b.updatedAt)
    .map(({ id, agentId, request }) => {
      const agent = world.agents.get(agentId)?.name ?? 'a deleted agent';
      return `- ${agent}, thread ${id}: ${request?.tool ?? 'a request'}`;
    });
  const { cost } = figures(threads.filter(({ createdAt }) => isoMonth(createdAt) === month));
  return [
    `Of ${threads.length} threads, ${count('RUNNING')} are running, ${count('FAILED') - rejected} failed and ${rejected} were rejected by a human. ${waiting.length} wait for a human.`,
    ...waiting,
    `In ${month} all agents together cost ${cost.toFixed(2)} ${CURRENCY}.`,
  ].join('\n');
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
