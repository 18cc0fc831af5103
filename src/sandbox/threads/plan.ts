/** What a thread will do: a small plan derived from its task, with the requests that need a human. */
import { SECOND } from '../clock.ts';
import { findOrder } from '../shop.ts';
import { type ApprovalRequest, append, type Step, type Thread } from './thread.ts';

const FIRST_ANSWER_MS = 2 * SECOND;
const NEXT_STEP_MS = 2 * SECOND;

/**
 * Steps for a task. Anything that moves money or goods, deletes, deploys or goes out to customers
 * ends in AWAITING_APPROVAL; everything else completes.
 */
export function planFor(text: string): Step[] {
  const short = text.length > 120 ? `${text.slice(0, 117)}...` : text;
  const asking = askingFor(text);
  if (asking !== undefined) {
    const content = `I have read the request “${short}”. Before I act, I will check the records it affects.`;
    return [
      { afterMs: FIRST_ANSWER_MS, status: 'RUNNING', messages: [{ role: 'assistant', content }] },
      askingStep(NEXT_STEP_MS, asking),
    ];
  }
  const content = `Done: “${short}”. It only needed reading, so I did not have to ask anybody. (Sandbox answer.)`;
  return [{ afterMs: FIRST_ANSWER_MS, status: 'COMPLETED', messages: [{ role: 'assistant', content }] }];
}

/** A request and the sentences before it that explain why. */
export interface Asking extends ApprovalRequest {
  readonly why: string;
  /** The question at the end, such as `Shall I refund 249.00 EUR?`. */
  readonly question: string;
}

/** The assistant's message with the request. */
export function askingText({ why, tool, args, question }: Asking): string {
  return `${why}\n\nI would now call ${tool} with ${JSON.stringify(args)}.\n\n${question}`;
}

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

/**
 * A message to a thread, as deployments take it (docs/platform-notes.md, "Deployments that read other words"): a thread that
 * has ended or waits for approval continues with it; a running one reads it in its next turn.
 */
export function takeMessage(thread: Thread, content: string, now: number): void {
  append(thread, [{ role: 'user', content }], now);
  const answer = planFor(content);
  // A paused thread stays paused: it reads the message once it is resumed.
  if (thread.status === 'RUNNING' || thread.status === 'PAUSED') {
    thread.plan = followedBy(thread.plan, answer);
    return;
  }
  thread.status = 'RUNNING';
  thread.request = undefined;
  thread.isRejected = false;
  thread.plan = answer;
  thread.stepFrom = now;
}

/** Extends a plan that ends; one that ends in a question waits for a human first. */
function followedBy(plan: readonly Step[], next: readonly Step[]): readonly Step[] {
  const last = plan.at(-1);
  if (last === undefined) return next;
  if (last.status === 'AWAITING_APPROVAL') return plan;
  return [...plan.slice(0, -1), { ...last, status: 'RUNNING' }, ...next];
}

interface RiskyAction {
  readonly pattern: RegExp;
  readonly asking: (text: string) => Asking;
}

const ACTIONS: readonly RiskyAction[] = [
  {
    pattern: /\brefund/i,
    asking: (text) => {
      const order = findOrder(text);
      const orderNumber = order?.orderNumber ?? /\b\d{4,6}\b/.exec(text)?.[0] ?? 'unknown';
      const amount = amountIn(text) ?? order?.total ?? 50;
      const args = { orderNumber, amount, currency: order?.currency ?? 'EUR', reason: 'requested in this thread' };
      const money = `${amount.toFixed(2)} ${args.currency}`;
      return {
        why: order ? `Order ${orderNumber} of ${order.customer} is ${order.status}.` : 'I could not check the order.',
        tool: 'create_refund',
        args,
        question: `Shall I refund ${money} for order ${orderNumber}? It can’t be undone.`,
        result: { refundId: `RF-${orderNumber}`, status: 'accepted', amount, currency: args.currency },
        summary: `Refunded ${money} for order ${orderNumber}; the refund is RF-${orderNumber}.`,
      };
    },
  },
  {
    pattern: /\bdeploy/i,
    asking: (text) => {
      const version = /\b\d+\.\d+(?:\.\d+)?\b/.exec(text)?.[0] ?? 'latest';
      const environment = /\bstaging\b/i.test(text) ? 'staging' : 'production';
      return {
        why: `The build of version ${version} passed its tests. Nobody has looked at the canary yet.`,
        tool: 'deploy_release',
        args: { service: 'storefront', version, environment },
        question: `Shall I deploy version ${version} to ${environment}?`,
        result: { deploymentId: `dep-${version}`, environment, status: 'succeeded', instances: 12 },
        summary: `Version ${version} runs on all 12 instances of ${environment}.`,
      };
    },
  },
  {
    pattern: /\bdelet/i,
    asking: (text) => {
      const records = countIn(text) ?? 120;
      return {
        why: `I found ${records} records that fit the request. They are in the nightly backup for 30 days.`,
        tool: 'delete_records',
        args: { table: 'customers_stale', count: records, hard: true },
        question: `Shall I delete these ${records} records?`,
        result: { deleted: records, skipped: 0 },
        summary: `Deleted ${records} records; none was skipped.`,
      };
    },
  },
  {
    pattern: /\bpay/i,
    asking: (text) => {
      const amount = amountIn(text) ?? 1_250;
      return {
        why: 'The invoice matches the purchase order and is due this week.',
        tool: 'pay_invoice',
        args: { amount, currency: 'EUR', iban: 'DE02120300000000202051' },
        question: `Shall I pay ${amount.toFixed(2)} EUR?`,
        result: { paymentId: 'PAY-7741', status: 'executed', amount, currency: 'EUR' },
        summary: `Paid ${amount.toFixed(2)} EUR; the payment is PAY-7741.`,
      };
    },
  },
  {
    pattern: /\bpublish/i,
    asking: () => ({
      why: 'The draft is spell-checked, and the product links in it work.',
      tool: 'publish_article',
      args: { articleId: 'draft-318', channel: 'blog', notifySubscribers: true },
      question: 'Shall I publish it and notify the subscribers?',
      result: { url: 'https://shop.example/blog/draft-318', notified: 2_310 },
      summary: 'Published; 2310 subscribers were notified.',
    }),
  },
  {
    pattern: /\bsend/i,
    asking: (text) => {
      const recipients = countIn(text) ?? 12;
      return {
        why: `The text is ready, and ${recipients} recipients have agreed to receive mail.`,
        tool: 'send_email',
        args: { template: 'from-thread', recipients },
        question: `Shall I send it to ${recipients} recipients?`,
        result: { sent: recipients, bounced: 0 },
        summary: `Sent to ${recipients} recipients; nothing bounced.`,
      };
    },
  },
];

/** The request for approval that a task leads to; undefined if nothing in it is risky. */
function askingFor(text: string): Asking | undefined {
  return ACTIONS.find(({ pattern }) => pattern.test(text))?.asking(text);
}

/** An amount of money in a text: `12.50 EUR`, `€ 12`, `$12.50`. */
function amountIn(text: string): number | undefined {
  const found = /(?:[€$]\s*(\d+(?:\.\d{1,2})?))|(?:(\d+(?:\.\d{1,2})?)\s*(?:EUR|USD|€|\$))/i.exec(text);
  const digits = found?.[1] ?? found?.[2];
  return digits === undefined ? undefined : Number(digits);
}

/** The first whole number in a text, with or without thousands separators. */
function countIn(text: string): number | undefined {
  const digits = /\b\d{1,3}(?:,\d{3})+\b|\b\d+\b/.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}
