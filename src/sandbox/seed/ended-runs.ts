/** What the agents did in the last 60 days, in the order newest first: one request, one tool, one answer each. */
import type { AgentKey } from './agents.ts';

export interface EndedRun {
  readonly agent: AgentKey;
  readonly asked: string;
  readonly used: string;
  readonly found: object;
  readonly said: string;
  readonly failed?: true;
}

export const ENDED_RUNS: readonly EndedRun[] = [
  done(
    'refunds',
    'Is order 10503 on its way?',
    'lookup_order',
    { orderNumber: '10503', status: 'shipped' },
    'Order 10503 left the warehouse yesterday and arrives within two days.',
  ),
  failed(
    'invoices',
    'What is customer C-2291 worth? He wants to pay by invoice.',
    'check_credit_score',
    { status: 503 },
    'Failed: the credit bureau answered HTTP 503 three times. I made no decision about C-2291.',
  ),
  done(
    'release',
    'Check the health of storefront 4.11.2.',
    'read_metrics',
    { errorRate: 0.004, p95Ms: 580 },
    'Storefront 4.11.2 is healthy: 0.4 % errors, 580 ms at the 95th percentile.',
  ),
  done(
    'content',
    'Shorten the text of the touring bike rack.',
    'search_products',
    { sku: 'BR-7', words: 310 },
    'The text has 140 words now; the technical data stayed.',
  ),
  done(
    'refunds',
    'Refund the water filter of order 10526.',
    'create_refund',
    { refundId: 'RF-10526', amount: 35.5 },
    'Refunded 35.50 EUR for order 10526, approved by dana@shop.example.',
  ),
  done(
    'cleanup',
    'How many customers have no e-mail address?',
    'count_records',
    { matches: 212 },
    '212 of 66,450 customers have no e-mail address.',
  ),
  failed(
    'release',
    'Deploy payments 1.9.0 to staging.',
    'deploy_release',
    { error: 'migration 0042 failed' },
    'Failed: migration 0042 wants a column that exists already. Staging runs 1.8.4 unchanged.',
  ),
  done(
    'invoices',
    'List the invoices that are overdue today.',
    'list_overdue_invoices',
    { count: 58, total: 61_930.1 },
    '58 invoices over 61,930.10 EUR are overdue; 37 of them for more than 30 days.',
  ),
  done(
    'refunds',
    'A customer got the wrong size, order 10388.',
    'create_exchange',
    { exchangeId: 'EX-10388' },
    'I arranged an exchange for order 10388; the label is on its way.',
  ),
  done(
    'content',
    'Write three headlines for the autumn sale.',
    'search_products',
    { onSale: 24 },
    'Three headlines are in the draft; my favourite is “Leaves fall, prices too”.',
  ),
  done(
    'release',
    'Roll out storefront 4.11.2.',
    'deploy_release',
    { version: '4.11.2', healthy: 12 },
    'Version 4.11.2 runs on all 12 instances.',
  ),
  done(
    'refunds',
    'Order 10402: the stove has a dent.',
    'create_refund',
    { refundId: 'RF-10402', amount: 20 },
    'Refunded 20.00 EUR as a discount for order 10402, as the customer wished.',
  ),
  failed(
    'cleanup',
    'Merge the duplicates of last week.',
    'merge_records',
    { merged: 11, error: 'lock timeout' },
    'Failed after 11 of 34 pairs: the table was locked by the nightly export. The other 23 are untouched.',
  ),
  done(
    'invoices',
    'Send the first reminder for INV-20877.',
    'send_reminders',
    { sent: 1 },
    'The reminder for INV-20877 was sent after approval.',
  ),
  done(
    'refunds',
    'Are there returns nobody looked at?',
    'list_returns',
    { open: 4, oldestDays: 2 },
    'Four returns are open; the oldest came two days ago.',
  ),
  done(
    'content',
    'Publish the guide to sleeping bags.',
    'publish_article',
    { url: 'https://shop.example/blog/sleeping-bags' },
    'The guide to sleeping bags is online.',
  ),
  done(
    'release',
    'Which versions run where?',
    'list_deployments',
    { production: '4.11.1', staging: '4.11.2' },
    'Production runs 4.11.1, staging 4.11.2.',
  ),
  done(
    'cleanup',
    'Remove test accounts from staging.',
    'delete_records',
    { deleted: 86 },
    'Deleted 86 test accounts from staging.',
  ),
  done(
    'invoices',
    'Convert the open invoices of Fjell AS to euro.',
    'convert_currency',
    { from: 'SEK', result: 3_119.4 },
    'The open invoices of Fjell AS come to 3,119.40 EUR.',
  ),
  done(
    'refunds',
    'The customer of order 10350 withdrew.',
    'lookup_order',
    { orderNumber: '10350', status: 'paid' },
    'Order 10350 was cancelled before it was packed; the money goes back automatically.',
  ),
  failed(
    'content',
    'Translate the returns page into French.',
    'translate_text',
    { error: 'agent disabled' },
    'Failed: the Translation Agent is disabled, and I must not publish machine output without its glossary.',
  ),
  done(
    'release',
    'Run the canary of 4.11.1 again.',
    'run_canary',
    { errorRate: 0.003 },
    'The canary of 4.11.1 is fine: 0.3 % errors.',
  ),
  done(
    'refunds',
    'Refund order 10311 in part: one mat is missing.',
    'create_refund',
    { refundId: 'RF-10311', amount: 45 },
    'Refunded 45.00 EUR for the missing mat.',
  ),
  done(
    'cleanup',
    'Check the phone numbers for a wrong format.',
    'count_records',
    { matches: 1_730 },
    '1,730 phone numbers have no country code; I changed nothing.',
  ),
  done(
    'invoices',
    'Which customers always pay late?',
    'list_overdue_invoices',
    { repeated: 9 },
    'Nine customers were late three times or more this year.',
  ),
  done(
    'content',
    'Collect the questions customers ask about tents.',
    'search_chats',
    { chats: 212 },
    'Most ask about weight, then about wind, then about repairs.',
  ),
  failed(
    'refunds',
    'Refund order 10290 to a gift card.',
    'create_refund',
    { error: 'gift cards are not supported' },
    'Failed: refunds to gift cards are not supported. I asked the customer for a bank account.',
  ),
  done(
    'release',
    'Roll out storefront 4.11.0.',
    'deploy_release',
    { version: '4.11.0', healthy: 12 },
    'Version 4.11.0 runs on all 12 instances.',
  ),
  done(
    'invoices',
    'Remind the five largest debtors by phone list.',
    'list_overdue_invoices',
    { count: 5 },
    'The call list with five names is with the accountants.',
  ),
  done(
    'refunds',
    'Check the returns of the recalled stove.',
    'list_returns',
    { article: 'CS-100', returned: 31 },
    '31 of 52 recalled stoves came back.',
  ),
  done(
    'cleanup',
    'Archive orders older than ten years.',
    'archive_records',
    { archived: 5_120 },
    'Archived 5,120 orders; the accountants agreed.',
  ),
  done(
    'content',
    'Update the size table of the jackets.',
    'search_products',
    { sku: 'TJ-200', sizes: 6 },
    'The size table has the new cut.',
  ),
  done(
    'translations',
    'Translate the tent texts into Swedish.',
    'translate_text',
    { texts: 9, language: 'sv' },
    'Nine texts were translated; three words are missing in the glossary.',
  ),
  done(
    'release',
    'Clean up old feature flags.',
    'list_flags',
    { stale: 14 },
    '14 flags are older than half a year; the list is on OPS-77.',
  ),
  done(
    'pricing',
    'Compare the prices of head torches.',
    'compare_prices',
    { compared: 18 },
    'We are in the cheaper half for 11 of 18 torches.',
  ),
  done(
    'refunds',
    'Write down how we handled the storm delays.',
    'list_returns',
    { delayed: 77 },
    '77 parcels were late; 12 customers got a voucher.',
  ),
];

function done(agent: AgentKey, asked: string, used: string, found: object, said: string): EndedRun {
  return { agent, asked, used, found, said };
}

function failed(agent: AgentKey, asked: string, used: string, found: object, said: string): EndedRun {
  return { agent, asked, used, found, said, failed: true };
}
