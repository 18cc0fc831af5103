/**
 * Everything that the platform sends for a request is shown as sent, or counted: long roles, numbers beyond range, long
 * ids.
 */
import { describe, expect, it } from 'vitest';
import { CARDS } from '../support/cards.ts';
import { textOf } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { dataOf } from '../support/data.ts';
import { raw, startDouble, TOKEN } from '../support/platform-double.ts';

const ID = '12345678901234567890';
const ROLE = `supervisor-${'r'.repeat(50)}-end`;
/** Written by hand: JSON.stringify knows no 1e400. */
const THREAD = `{"id":${ID},"agentId":9007199254740993,"status":"AWAITING_APPROVAL","createdAt":"2026-01-01T00:00:00Z",
"metadata":{"budget":1e400,"account":9007199254740995},
"messages":[{"role":"user","content":"Pay it."},{"role":"${ROLE}","content":"Go ahead."},
{"role":"assistant","content":"May I?","tool_calls":[{"id":"c1","function":{"name":"pay","arguments":{"amount":1e400,"to":9007199254740997}}}]}]}`;
const NUMBERS = ['1e400', '9007199254740995', '9007199254740997'];

const asked: string[] = [];
const platform = await startDouble((exchange) => {
  const { path } = exchange.request;
  const body =
    path === '/v1/agents'
      ? '[{"id":9007199254740993,"name":"Payer"}]'
      : path.endsWith('/threads')
        ? `[${THREAD}]`
        : THREAD;
  raw(200, body, { 'content-type': 'application/json' })(exchange);
});
const client = await connectHere({
  client: 'v2-modern',
  env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN },
  capabilities: CARDS,
  elicit: ({ message }) => {
    asked.push(message);
    return { action: 'decline' };
  },
});

describe('a role of more than 40 characters, and numbers beyond range, are shown in full', () => {
  const whole = (text: string): void => {
    for (const part of [...NUMBERS, ROLE]) expect(text).toContain(part);
  };

  it('in get_thread', async () => whole(textOf(await client.callTool('get_thread', { threadId: ID }))));

  it('in the question', async () => {
    await client.callTool('approve_thread', { threadId: ID, status: 'APPROVED' });
    whole(asked.join('\n'));
  });

  it('in the data of the card', async () =>
    whole(JSON.stringify(dataOf(await client.callTool('read_request_for_card', { threadId: ID })))));
});

describe('an id beyond 2^53', () => {
  it('is listed as it was written', async () => {
    expect(textOf(await client.callTool('list_agents'))).toContain('9007199254740993 ·');
    expect(textOf(await client.callTool('list_pending_approvals'))).toContain(ID);
  });

  it('is read under the same path', async () => {
    expect(textOf(await client.callTool('get_thread', { threadId: ID }))).toContain(`Thread ${ID} is`);
    expect(platform.requests.at(-1)?.path).toMatch(new RegExp(`${ID}$|^/v1/agents`));
    expect(platform.requests.some(({ path }) => path === `/v1/agents/threads/${ID}`)).toBe(true);
  });
});
