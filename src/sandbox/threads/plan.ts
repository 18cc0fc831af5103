/** What a thread will do: a small plan derived from its task, with the requests that need a human. */
import { SECOND } from '../clock.ts';
import { findOrder } from '../shop.ts';
import { type ApprovalRequest, append, type Step, type Thread, type ThreadMessage } from './thread.ts';

const FIRST_MESSAGE_MS = 2 * SECOND;
const NEXT_STEP_MS = 2 * SECOND;

/**
 * Steps for a task, the user's last message; what it leaves open, such as the order, is in earlier ones. Anything that moves
 * money or goods, deletes, deploys or goes out to customers ends in AWAITING_APPROVAL; everything else completes.
 */
export function planFor(messages: readonly ThreadMessage[]): Step[] {
  const asked = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const text = asked.at(-1) ?? '';
  const short = text.length > 120 ? `${text.slice(0, 117)}...` : text;
  const tool = ACTIONS.find(([pattern]) => pattern.test(text))?.[1];
  const other = tool === undefined ? undefined : action(tool, { task: short });
  const asking = /\brefund/i.test(text) ? refund(asked.toReversed().join('\n')) : other;
  if (asking !== undefined) {
    const content = `I have read the request “${short}”. Before I act, I will check the records it affects.`;
    return [
      { afterMs: FIRST_MESSAGE_MS, status: 'RUNNING', messages: [{ role: 'assistant', content }] },
      askingStep(NEXT_STEP_MS, asking),
    ];
  }
  const content = `Done: “${short}”. It only needed reading, so I did not have to ask anybody. (Sandbox answer.)`;
  return [{ afterMs: FIRST_MESSAGE_MS, status: 'COMPLETED', messages: [{ role: 'assistant', content }] }];
}

/** A request and the sentences before it that explain why. */
export interface Asking extends ApprovalRequest {
  readonly why: string;
  /** The question at the end, such as `Shall I refund 249.00 EUR?`. */
  readonly question: string;
}

/** The assistant's message with the request. */
export const askingText = ({ why, tool, args, question }: Asking): string =>
  `${why}\n\nI would now call ${tool} with ${JSON.stringify(args)}.\n\n${question}`;

/** A step after which the thread waits for a human. */
export function askingStep(afterMs: number, asking: Asking): Step {
  const { tool, args, result, summary } = asking;
  return {
    afterMs,
    status: 'AWAITING_APPROVAL',
    messages: [{ role: 'assistant', content: askingText(asking) }],
    request: { tool, args, result, summary },
  };
}

/** A thread that has ended or waits for approval continues with it; a running one reads it in its next turn. */
export function takeMessage(thread: Thread, content: string, now: number): void {
  append(thread, [{ role: 'user', content }], now);
  const plan = planFor(thread.messages);
  // A paused thread stays paused: it reads the message once it is resumed.
  if (thread.status === 'RUNNING' || thread.status === 'PAUSED') {
    thread.plan = followedBy(thread.plan, plan);
    return;
  }
  thread.status = 'RUNNING';
  thread.request = undefined;
  thread.isRejected = false;
  thread.plan = plan;
  thread.stepFrom = now;
}

/** Extends a plan that ends; one that ends in a question waits for a human first. */
function followedBy(plan: readonly Step[], next: readonly Step[]): readonly Step[] {
  const last = plan.at(-1);
  if (last === undefined) return next;
  if (last.status === 'AWAITING_APPROVAL') return plan;
  return [...plan.slice(0, -1), { ...last, status: 'RUNNING' }, ...next];
}

/** Calls that need a human, by the word that asks for one; a refund is the shop's own. */
const ACTIONS: readonly (readonly [pattern: RegExp, tool: string])[] = [
  [/\bdeploy/i, 'deploy_release'],
  [/\bdelet/i, 'delete_records'],
  [/\bpay/i, 'pay_invoice'],
  [/\bpublish/i, 'publish_article'],
  [/\bsend/i, 'send_email'],
];

const action = (tool: string, args: Asking['args']): Asking => ({
  why: 'I have checked what this affects.',
  tool,
  args,
  question: 'Shall I do it? It can’t be undone.',
  result: { status: 'done', ...args },
  summary: `${tool} is done.`,
});

/** @param text all messages, the latest first */
function refund(text: string): Asking {
  const order = findOrder(text);
  const orderNumber = order?.orderNumber ?? /\b\d{4,6}\b/.exec(text)?.[0] ?? 'unknown';
  const amount = amountIn(text) ?? order?.total ?? 50;
  const currency = order?.currency ?? 'EUR';
  const money = `${amount.toFixed(2)} ${currency}`;
  return {
    why: order ? `Order ${orderNumber} of ${order.customer} is ${order.status}.` : 'I could not check the order.',
    tool: 'create_refund',
    args: { orderNumber, amount, currency, reason: 'requested in this thread' },
    question: `Shall I refund ${money} for order ${orderNumber}? It can’t be undone.`,
    result: { refundId: `RF-${orderNumber}`, status: 'accepted', amount, currency },
    summary: `Refunded ${money} for order ${orderNumber}; the refund is RF-${orderNumber}.`,
  };
}

/** An amount of money in a text: `12.50 EUR`, `€ 12`, `$12.50`. */
function amountIn(text: string): number | undefined {
  const found =
    /[€£$]\s{0,2}(\d{1,12}(?:\.\d{1,2})?)|(?<!\d)(\d{1,12}(?:\.\d{1,2})?)\s{0,2}(?:EUR|GBP|USD|€|£|\$)/i.exec(text);
  const digits = found?.[1] ?? found?.[2];
  return digits === undefined ? undefined : Number(digits);
}
