/** Requests of the last weeks that humans decided on; the brief compares a waiting request with them. */
import type { Asking } from '../threads/plan.ts';
import type { AgentKey } from './agents.ts';

export interface DecidedRequest {
  readonly agent: AgentKey;
  readonly task: string;
  readonly asking: Asking;
  /** The reviewer's comment, if they rejected it. */
  readonly rejected?: string;
}

const refund = (
  orderNumber: string,
  amount: number,
  currency: string,
  reason: string,
  rejected?: string,
): DecidedRequest => {
  const money = `${amount.toFixed(2)} ${currency}`;
  return {
    agent: 'refunds',
    task: `Please handle the complaint about order ${orderNumber}: ${reason}.`,
    asking: {
      why: `The complaint about order ${orderNumber} fits the policy: ${reason}.`,
      tool: 'create_refund',
      args: { orderNumber, amount, currency, reason },
      question: `Shall I refund ${money} for order ${orderNumber}?`,
      result: { refundId: `RF-${orderNumber}`, status: 'accepted', amount, currency },
      summary: `Refunded ${money} for order ${orderNumber} (RF-${orderNumber}).`,
    },
    ...(rejected === undefined ? {} : { rejected }),
  };
};

const deploy = (
  service: string,
  version: string,
  environment: string,
  trafficPercent: number,
  rejected?: string,
): DecidedRequest => ({
  agent: 'release',
  task: `Roll out ${service} ${version}.`,
  asking: {
    why: `The tests of ${service} ${version} passed, and its canary stayed within the error budget.`,
    tool: 'deploy_release',
    args: { service, version, environment, trafficPercent },
    question: `Shall I deploy ${service} ${version} to ${trafficPercent} % of ${environment}?`,
    result: { version, environment, trafficPercent, healthy: 12 },
    summary: `${service} ${version} runs on ${trafficPercent} % of ${environment}.`,
  },
  ...(rejected === undefined ? {} : { rejected }),
});

const remind = (template: string, recipients: number): DecidedRequest => ({
  agent: 'invoices',
  task: `Send the ${template.replace('-', ' ')}.`,
  asking: {
    why: `${recipients} customers are overdue, and none of them has an open complaint.`,
    tool: 'send_reminders',
    args: { template, recipients, exclude: [], attachInvoice: true },
    question: `Shall I send the ${recipients} reminder e-mails?`,
    result: { sent: recipients, bounced: 0 },
    summary: `Sent ${recipients} reminders; none bounced.`,
  },
});

const publish = (articleId: string, subscribers: number): DecidedRequest => ({
  agent: 'content',
  task: `Publish ${articleId} on the blog.`,
  asking: {
    why: 'The draft is spell-checked, and its product links work.',
    tool: 'publish_article',
    args: { articleId, channel: 'blog', notifySubscribers: true, subscribers },
    question: `Shall I publish it and notify ${subscribers.toLocaleString('en-US')} subscribers?`,
    result: { url: `https://shop.example/blog/${articleId}`, status: 'published', notified: subscribers },
    summary: `Published; ${subscribers.toLocaleString('en-US')} subscribers were notified.`,
  },
});

const clean = (count: number, hard: boolean): DecidedRequest => ({
  agent: 'cleanup',
  task: 'Delete stale customer records.',
  asking: {
    why: `The rule matches ${count.toLocaleString('en-US')} records without an order or a login.`,
    tool: 'delete_records',
    args: { table: 'customers', filter: { lastOrderBefore: '3y', lastLoginBefore: '3y' }, count, hard },
    question: `Shall I delete these ${count.toLocaleString('en-US')} records?`,
    result: { deleted: count, skipped: 0 },
    summary: `Deleted ${count.toLocaleString('en-US')} records.`,
  },
});

/** The newest first. */
export const DECIDED: readonly DecidedRequest[] = [
  refund('10461', 35.5, 'EUR', 'material defect'),
  deploy('storefront', '4.11.3', 'production', 100),
  refund('10455', 64, 'GBP', 'not received'),
  remind('second-reminder', 31),
  refund('10440', 120, 'EUR', 'material defect'),
  clean(1_310, true),
  publish('guide-stoves', 18_120),
  refund('10431', 98, 'EUR', 'not received', 'The carrier found the parcel.'),
  deploy('search', '2.7.2', 'production', 5),
  refund('10418', 12, 'GBP', 'late'),
  remind('first-reminder', 44),
  refund('10407', 45, 'EUR', 'not received'),
  deploy('storefront', '4.11.2', 'staging', 100),
  publish('guide-boots', 18_050),
  clean(940, true),
  refund('10392', 80, 'EUR', 'material defect'),
  remind('second-reminder', 29),
  deploy('storefront', '4.11.1', 'production', 25, 'Not on a Friday.'),
  publish('guide-mats', 17_930),
  clean(860, true),
  refund('10371', 20, 'GBP', 'late'),
];
