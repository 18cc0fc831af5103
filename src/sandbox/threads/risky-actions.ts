/** Requests that need a human: found by their verb, turned into a tool call by what the text says. */
import { findOrder } from '../shop/orders.ts';
import type { Asking } from './ask.ts';

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

/** The request for approval that a text leads to, or undefined where nothing in it is risky. */
export function askingFor(text: string): Asking | undefined {
  return ACTIONS.find(({ pattern }) => pattern.test(text))?.asking(text);
}

/** An amount of money in a text: `12.50 EUR`, `€ 12`, `$12.50`. */
function amountIn(text: string): number | undefined {
  const found = /(?:[€$]\s*(\d+(?:\.\d{1,2})?))|(?:(\d+(?:\.\d{1,2})?)\s*(?:EUR|USD|€|\$))/i.exec(text);
  const digits = found?.[1] ?? found?.[2];
  return digits === undefined ? undefined : Number(digits);
}

/** The first whole number in a text, thousands separated by commas or not. */
function countIn(text: string): number | undefined {
  const digits = /\b\d{1,3}(?:,\d{3})+\b|\b\d+\b/.exec(text)?.[0];
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}
