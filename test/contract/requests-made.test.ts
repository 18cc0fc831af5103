/** The requests that a decision makes: nothing is read twice but the thread, which is read again before it is sent and after. */
import { expect, it } from 'vitest';
import { connect } from '../support/clients.ts';
import { human } from '../support/consent-human.ts';
import { opened } from '../support/opened.ts';
import { jsonPlatform, TOKEN } from '../support/platform-double.ts';
import { thread, uuid } from '../support/sessions.ts';

const threadId = uuid(1);
const READ = `GET /v1/agents/threads/${threadId}`;
const ROUND = [READ, READ, `POST /v1/agents/threads/${threadId}/approval`, READ];
const BESIDE = [
  'GET /v1/agents',
  `GET /v1/agents/${uuid(1)}/threads`,
  `GET /v1/agents/agents/${uuid(1)}/costs/summary`,
].sort();

/** A platform with one waiting thread, of an agent that its list holds or not. */
async function waiting(agents: readonly object[]) {
  let status = 'AWAITING_APPROVAL';
  const platform = await jsonPlatform(({ method, path }) => {
    if (method === 'POST') status = 'RUNNING';
    if (path === '/v1/agents') return { json: agents };
    if (path.endsWith('/costs/summary')) return { json: { currency: 'EUR', totalCost: 1 } };
    return { json: path.endsWith('/threads') ? [thread(1, { status })] : thread(1, { status }) };
  });
  opened.push(platform.close);
  const env = { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN };
  const client = await connect({ client: 'v2-modern', env, elicit: human().elicit });
  opened.push(() => client.close());
  const asked = () => platform.asked.splice(0).map(({ method, path }) => `${method} ${path}`);
  const approve = () => client.callTool('approve_thread', { threadId, status: 'APPROVED' });
  return { client, asked, approve };
}
const AGENT = { id: uuid(1), name: 'Refund Agent', state: 'enabled' };

it('of a thread that nobody read before are eight', async () => {
  const { asked, approve } = await waiting([AGENT]);
  await approve();
  const [first, ...others] = asked();
  expect(first).toBe(READ);
  expect([...others.slice(0, 3)].sort()).toEqual(BESIDE);
  expect(others.slice(3)).toEqual(ROUND);
});

it.each(['list_pending_approvals', 'get_thread'])('after %s are five', async (tool) => {
  const { client, asked, approve } = await waiting([AGENT]);
  await client.callTool(tool, tool === 'get_thread' ? { threadId } : {});
  asked();
  await approve();
  expect(asked()).toEqual([READ, ...ROUND]);
});

it('look once for an agent that no list holds', async () => {
  const { asked, approve } = await waiting([]);
  await approve();
  // The lists of active and of archived agents.
  expect(asked().filter((one) => one === 'GET /v1/agents')).toHaveLength(2);
});
