/**
 * One request in every drawing of it, side by side in `one-request.txt`: the question, a batch, its line in the inbox,
 * `get_thread` and the data of its card. All lay out the same blocks, each in its own notation.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { drawingOf } from '../../src/domain/approvals/drawing.ts';
import { requestOf } from '../../src/domain/threads/request.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import { CARDS } from '../support/cards.ts';
import { connectHere } from '../support/clients-here.ts';
import { callAs } from '../support/consent-human.ts';
import { jsonPlatform, TOKEN } from '../support/platform-double.ts';
import { message, thread, uuid } from '../support/sessions.ts';
import { stable } from './stable.ts';

const call = (id: string, name: string, args: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});
const waiting = (n: number, fields: object = {}) =>
  thread(n, { status: 'AWAITING_APPROVAL', cost: undefined, ...fields });

const REQUEST = waiting(1, {
  messages: [
    message('user', 'Order 10482 came torn. Refund it, and tell the customer.'),
    {
      ...message('assistant', ''),
      tool_calls: [call('c0', 'get_order', { orderNumber: '10482' })],
    },
    { ...message('tool', '{"total":249,"currency":"EUR","customer":"Liam Walsh"}'), tool_call_id: 'c0' },
    {
      ...message('assistant', 'The order was 249 EUR.\nI would refund it **in full**, and write to Liam Walsh.'),
      tool_calls: [
        call('c1', 'create_refund', { orderNumber: '10482', amount: 249, currency: 'EUR' }),
        {
          ...call('c2', 'send_email', { to: 'liam@walsh.example', body: `Dear Liam, ${'we are sorry. '.repeat(40)}` }),
          risk: 'low',
        },
      ],
      confidence: 0.9,
    },
  ],
  priority: 'high',
});
const OTHER = waiting(2);

const drawn: Record<string, string> = {};
beforeAll(async () => {
  const platform = await jsonPlatform(({ path }) => {
    if (path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refund Agent', state: 'enabled' }] };
    if (path.endsWith('/threads')) return { json: [REQUEST] };
    return path.includes('/costs/') ? undefined : { json: path.endsWith(uuid(2)) ? OTHER : REQUEST };
  });
  const env = { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN };
  let asked = '';
  const client = await connectHere({
    client: 'v2-modern',
    env,
    capabilities: CARDS,
    elicit: ({ message, requestedSchema }) => {
      asked = `${message}\n${JSON.stringify(requestedSchema, undefined, 1)}`;
      return { action: 'cancel' };
    },
  });
  const threadId = uuid(1);
  await callAs(client, 'approve_thread', { threadId, status: 'APPROVED' });
  drawn.question = asked;
  const read = await callAs(client, 'get_thread', { threadId });
  const other = await callAs(client, 'get_thread', { threadId: uuid(2) });
  const items = [
    { threadId, status: 'APPROVED', reviewToken: read.data.reviewToken },
    { threadId: uuid(2), status: 'APPROVED', reviewToken: other.data.reviewToken },
  ];
  await callAs(client, 'decide_approvals', { items });
  drawn.batch = asked;
  drawn.inbox = (await callAs(client, 'list_pending_approvals', {})).text;
  drawn.get_thread = read.text;
  const card = await callAs(client, 'read_request_for_card', { threadId });
  drawn['card data'] = JSON.stringify(card.data, undefined, 1);
});

/** Times, and how long ago they were. */
const WHEN = /\b\d+ (?:d|h)(?: \d+ (?:h|min))?\b/g;

it('every view shows the same request', async () => {
  const all = Object.entries(drawn).map(([name, text]) => `=== ${name}\n${stable(text).replaceAll(WHEN, '<when>')}`);
  await expect(all.join('\n')).toMatchFileSnapshot('one-request.txt');
});

const read = readThread(REQUEST);
const { blocks } = drawingOf(requestOf(read ?? { id: '', status: '', messages: [], source: {} }));
const bare = (text = ''): string => text.replace(/[⟦⟧"\\\s]|│ /g, '');

describe.each(['question', 'batch', 'get_thread', 'card data'])('the %s', (name) => {
  it.each(blocks.map(({ kind, title, text }) => ({ what: `${kind} ${title}`, text })))(
    'shows the $what of the request',
    ({ text }) => {
      expect(bare((drawn[name] ?? '').replaceAll('\\n', ''))).toContain(bare(text));
    },
  );
});

it('the line in the inbox begins with the calls of the request', () => {
  for (const { kind, text, isAct } of blocks)
    if (kind === 'call' && isAct) expect(drawn.inbox).toContain(`wants ${text}`);
});
