/** Threads that wait for a human, each with a question worth considering. */
import { DAY, HOUR, MINUTE } from '../clock.ts';
import type { Story } from './stories.ts';

export const WAITING_STORIES: readonly Story[] = [
  {
    key: 'refund-10482',
    agent: 'refunds',
    status: 'AWAITING_APPROVAL',
    createdAgo: 21 * MINUTE,
    updatedAgo: 18 * MINUTE,
    metadata: { orderNumber: '10482', channel: 'email', tenantId: 'shop-eu' },
    tenantId: 'shop-eu',
    subtenantId: 'customer-marta-keller',
    messages: [
      {
        user: 'Marta Keller returned the trail jacket of order 10482: the zip tore on the first day. Please handle it.',
      },
      { assistant: 'I’ll look up the order and the state of the return.' },
      {
        tool: 'lookup_order',
        result: {
          orderNumber: '10482',
          status: 'returned',
          total: 249,
          currency: 'EUR',
          daysSinceDelivery: 34,
        },
      },
      {
        tool: 'inspect_return',
        result: { orderNumber: '10482', condition: 'zip torn at the seam', verdict: 'material defect' },
      },
    ],
    asking: {
      why: 'The jacket was delivered 34 days ago, four days after the return window closed. The inspection found a material defect, which the two-year warranty covers, so a full refund is justified; a repair would cost us about 40 EUR and keep the customer waiting for two weeks.',
      tool: 'create_refund',
      args: { orderNumber: '10482', amount: 249, currency: 'EUR', reason: 'material defect' },
      question: 'Shall I refund 249.00 EUR for order 10482? Once sent, the money cannot be recovered.',
      result: { refundId: 'RF-10482', status: 'accepted', amount: 249, currency: 'EUR', arrivesInDays: 3 },
      summary:
        'Refunded 249.00 EUR for order 10482 (RF-10482) and told Marta Keller that it arrives within three days.',
    },
  },
  {
    key: 'deploy-4.12.0',
    agent: 'release',
    status: 'AWAITING_APPROVAL',
    createdAgo: 3 * HOUR,
    updatedAgo: 47 * MINUTE,
    metadata: { service: 'storefront', version: '4.12.0', requestedBy: 'dana@shop.example' },
    messages: [
      { user: 'Roll out storefront 4.12.0 to production. Marketing wants the new checkout live before the weekend.' },
      { assistant: 'I’ll start a canary with five percent of the traffic for two hours.' },
      {
        tool: 'run_canary',
        result: {
          version: '4.12.0',
          trafficPercent: 5,
          minutes: 120,
          errorRate: { canary: 0.021, baseline: 0.004 },
          p95Ms: { canary: 610, baseline: 580 },
          topError: 'PaymentTimeout in checkout (38 of 41)',
        },
      },
    ],
    asking: {
      why: 'The canary of 4.12.0 failed its error budget: 2.1 % of its requests failed, against 0.4 % of the old version, nearly all of them PaymentTimeout in the new checkout. The payment provider reported an incident during 20 of the 120 minutes, so it may not be our fault; outside of that window the error rate was 0.6 %. A rollback takes about four minutes.',
      tool: 'deploy_release',
      args: {
        service: 'storefront',
        version: '4.12.0',
        environment: 'production',
        trafficPercent: 100,
        overrideCanary: true,
      },
      question:
        'Shall I deploy 4.12.0 to all of production although its canary failed, or do you want another canary first (then reject, and say so in the comment)?',
      result: { deploymentId: 'dep-8812', version: '4.12.0', instances: 12, healthy: 12, errorRate: 0.005 },
      summary:
        'Version 4.12.0 runs on all 12 production instances. The error rate after the first minutes is 0.5 %, close to the old version; I would roll back above 1 %.',
    },
  },
  {
    key: 'reminders-march',
    agent: 'invoices',
    status: 'AWAITING_APPROVAL',
    createdAgo: 4 * HOUR,
    updatedAgo: 3.5 * HOUR,
    metadata: { campaign: 'second-reminder', tenantId: 'shop-eu' },
    tenantId: 'shop-eu',
    messages: [
      { user: 'Send the second reminder to every business customer whose invoice is more than 30 days overdue.' },
      {
        tool: 'list_overdue_invoices',
        result: { olderThanDays: 30, count: 37, total: 48_210.4, currency: 'EUR', largest: 9_400 },
      },
      {
        assistant: 'There are 37 invoices totalling 48,210.40 EUR. I’ll check the customers for open complaints first.',
      },
      {
        tool: 'list_complaints',
        result: {
          open: [{ customer: 'Alpenhaus GmbH', invoice: 'INV-20931', about: 'wrong delivery' }],
        },
      },
    ],
    asking: {
      why: 'One of the 37 customers, Alpenhaus GmbH, has an open complaint about this very invoice (INV-20931, 9,400.00 EUR). A reminder to them would be rude; you asked for every customer, so they are still on the list.',
      tool: 'send_reminders',
      args: { template: 'second-reminder', recipients: 37, exclude: [], attachInvoice: true },
      question: 'Shall I send the 37 reminder e-mails, Alpenhaus GmbH included?',
      result: { sent: 37, bounced: 1, bouncedAddress: 'accounts@bergfreunde-nord.example' },
      summary:
        'Sent 37 reminders; one bounced (accounts@bergfreunde-nord.example). I look for payments again in seven days.',
    },
  },
  {
    key: 'stale-1204',
    agent: 'cleanup',
    status: 'AWAITING_APPROVAL',
    createdAgo: 27 * HOUR,
    updatedAgo: 26 * HOUR,
    metadata: { table: 'customers', ticket: 'DATA-318' },
    messages: [
      { user: 'Delete customer records without an order or a login for three years (DATA-318).' },
      {
        tool: 'find_stale_records',
        result: {
          table: 'customers',
          lastActivityBefore: '3 years',
          matches: 1_204,
          withNewsletter: 61,
        },
      },
      { assistant: 'I found 1,204 records. 61 of them still receive the newsletter.' },
    ],
    asking: {
      why: 'The rule matches 1,204 records; 61 of these people opened a newsletter within the last year, so they are not quite inactive. Deleting is permanent: backups are kept for 14 days, and restoring single records takes a day of work.',
      tool: 'delete_records',
      args: { table: 'customers', filter: { lastOrderBefore: '3y', lastLoginBefore: '3y' }, count: 1204, hard: true },
      question: 'Shall I permanently delete 1,204 records, the 61 newsletter readers included?',
      result: { deleted: 1_204, skipped: 0, durationSeconds: 9.4 },
      summary: 'Deleted 1,204 stale customer records; none was skipped. DATA-318 can be closed.',
    },
  },
  {
    key: 'publish-tent-guide',
    agent: 'content',
    status: 'AWAITING_APPROVAL',
    createdAgo: 2 * DAY + 2 * HOUR,
    updatedAgo: 2 * DAY,
    metadata: { articleId: 'guide-tents', language: 'en' },
    messages: [
      { user: 'Write the guide “Which tent for which trip?” and put it on the blog.' },
      { tool: 'search_products', result: { query: 'tent', found: 9, inStock: 7 } },
      { assistant: 'The draft has 1,150 words and links to seven tents that are in stock.' },
    ],
    asking: {
      why: 'The draft compares our tents with two competitors by name and says that theirs “leak after one season”. The source is one test of a magazine from two years ago; legal has not seen it.',
      tool: 'publish_article',
      args: { articleId: 'guide-tents', channel: 'blog', notifySubscribers: true, subscribers: 18_240 },
      question: 'Shall I publish it as it is and notify 18,240 subscribers?',
      result: { url: 'https://shop.example/blog/which-tent', status: 'published', notified: 18_240 },
      summary: 'The guide is online at https://shop.example/blog/which-tent, and 18,240 subscribers were notified.',
    },
  },
  {
    key: 'refund-10511',
    agent: 'refunds',
    status: 'AWAITING_APPROVAL',
    createdAgo: 9.5 * HOUR,
    updatedAgo: 9 * HOUR,
    metadata: { orderNumber: '10511', channel: 'chat', tenantId: 'shop-uk' },
    tenantId: 'shop-uk',
    subtenantId: 'customer-liam-walsh',
    messages: [
      { user: 'Liam Walsh says that order 10511 never arrived. He wants his money back.' },
      {
        tool: 'lookup_order',
        result: {
          orderNumber: '10511',
          status: 'delivered',
          total: 64,
          currency: 'GBP',
          handedTo: 'neighbour',
        },
      },
      { assistant: 'According to the carrier the parcel was handed to a neighbour.' },
    ],
    asking: {
      why: 'The carrier has a signature of the neighbour at number 14; the customer says that there is no number 14. It is his first claim in eleven orders. A claim against the carrier would take about three weeks.',
      tool: 'create_refund',
      // Intentional: the call differs from the text. The brief reports it; a hasty reader would miss it.
      args: { orderNumber: '10511', amount: 640, currency: 'GBP', reason: 'not received' },
      question: 'Shall I refund 64.00 GBP now and claim it from the carrier?',
      result: { refundId: 'RF-10511', status: 'accepted', amount: 640, currency: 'GBP', claimId: 'RM-5521' },
      summary: 'Refunded 640.00 GBP for order 10511 (RF-10511) and opened the claim RM-5521 with Royal Mail.',
    },
  },
];
