/** Threads that are running when the sandbox starts, and one that was paused. */
import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts';
import type { Story } from './stories.ts';

export const RUNNING_STORIES: readonly Story[] = [
  {
    key: 'rollback-search',
    agent: 'release',
    status: 'RUNNING',
    createdAgo: 6 * MINUTE,
    updatedAgo: 40 * SECOND,
    metadata: { service: 'search', version: '2.7.3' },
    messages: [
      { user: 'Search has been slow since this morning. Find out why and fix it.' },
      { assistant: 'I’ll compare the latency before and after the deployment of search 2.7.3.' },
      { tool: 'read_metrics', result: { service: 'search', p95Ms: { before: 140, after: 920 }, since: '08:12 UTC' } },
    ],
    plan: [
      {
        after: 20 * SECOND,
        asks: {
          why: 'The latency rose within a minute of the deployment of 2.7.3, and no other service is affected. 2.7.2 ran for nine days without trouble. Rolling back loses the new filter “in stock only” until it is fixed.',
          tool: 'roll_back',
          args: { service: 'search', from: '2.7.3', to: '2.7.2', environment: 'production' },
          question: 'Shall I roll search back to 2.7.2?',
          result: { service: 'search', version: '2.7.2', p95Ms: 138 },
          summary: 'Search runs on 2.7.2 again; 95 % of the queries are answered within 138 ms.',
        },
      },
    ],
  },
  {
    key: 'return-check-10497',
    agent: 'refunds',
    status: 'RUNNING',
    createdAgo: 3 * MINUTE,
    updatedAgo: 70 * SECOND,
    metadata: { orderNumber: '10497', channel: 'chat', tenantId: 'shop-eu' },
    tenantId: 'shop-eu',
    subtenantId: 'customer-tom-okafor',
    messages: [
      { user: 'Where is order 10497? The customer asks for the third time.' },
      { assistant: 'I’ll ask the carrier.' },
    ],
    plan: [
      {
        after: 45 * SECOND,
        status: 'RUNNING',
        says: [{ tool: 'ask_carrier', result: { trackingNumber: '05308801497', depot: 'Duisburg', lost: false } }],
      },
      {
        after: 45 * SECOND,
        status: 'COMPLETED',
        says: [
          {
            assistant:
              'The parcel of order 10497 was found in the Duisburg depot and arrives tomorrow; the customer knows.',
          },
        ],
      },
    ],
  },
  {
    key: 'duplicates-weekly',
    agent: 'cleanup',
    status: 'RUNNING',
    createdAgo: 12 * MINUTE,
    updatedAgo: 2 * MINUTE,
    metadata: { job: 'weekly-duplicates' },
    messages: [
      { user: 'Weekly run: find duplicate customers and list them.' },
      { tool: 'find_duplicates', result: { scanned: 41_200, progressPercent: 62 } },
    ],
    plan: [
      {
        after: 5 * MINUTE,
        status: 'COMPLETED',
        says: [
          { tool: 'find_duplicates', result: { scanned: 66_450, progressPercent: 100, pairs: 29 } },
          { assistant: 'I found 29 pairs of duplicates and put the list on DATA-322. Nothing was merged.' },
        ],
      },
    ],
  },
  {
    key: 'newsletter-draft',
    agent: 'content',
    status: 'PAUSED',
    createdAgo: DAY + 3 * HOUR,
    updatedAgo: 22 * HOUR,
    metadata: { articleId: 'newsletter-12', pausedBy: 'jo@shop.example' },
    messages: [
      { user: 'Draft the newsletter about the winter sale.' },
      { assistant: 'I have the products; the discounts are not final yet, so I wait for the price list.' },
      { system: 'Paused by jo@shop.example: waiting for the final price list.' },
    ],
    plan: [
      {
        after: 4 * SECOND,
        status: 'COMPLETED',
        says: [{ assistant: 'The newsletter draft is ready: 420 words, 8 products, discounts as in the price list.' }],
      },
    ],
  },
];
