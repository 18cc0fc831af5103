/** The requests that a decision makes: nothing is read twice but the thread, which is read again before it is sent and after. */
import { expect, it } from 'vitest';
import { connectHere } from '../support/clients-here.ts';
import { human } from '../support/consent-human.ts';
import { jsonPlatform, TOKEN } from '../support/platform-double.ts';
import { thread, uuid } from '../support/sessions.ts';

const read = (n: number) => `GET /v1/agents/threads/${uuid(n)}`;
const sent = (n: number) => [read(n), `POST /v1/agents/threads/${uuid(n)}/approval`, read(n)];
const beside = (n: number) => [`GET /v1/agents/agents/${uuid(n)}/costs/summary`, `GET /v1/agents/${uuid(n)}/threads`];

/** A platform on which thread 1 of agent 1 waits, and thread 2 of agent 2; its list holds these agents. */
async function waiting(agents: readonly object[]) {
  const decided = new Set<number>();
  const platform = await jsonPlatform(({ method, path }) => {
    const n = path.includes(uuid(2)) ? 2 : 1;
    if (method === 'POST') decided.add(n);
    if (path === '/v1/agents') return { json: agents };
    if (path.endsWith('/costs/summary')) return { json: { currency: 'EUR', totalCost: 1 } };
    const record = thread(n, { agentId: uuid(n), status: decided.has(n) ? 'RUNNING' : 'AWAITING_APPROVAL' });
    return { json: path.endsWith('/threads') ? [record] : record };
  });
  const env = { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN };
  const client = await connectHere({ client: 'v2-modern', env, elicit: human().elicit });
  const asked = () => platform.asked.splice(0).map(({ method, path }) => `${method} ${path}`);
  const approve = (n: number) => client.callTool('approve_thread', { threadId: uuid(n), status: 'APPROVED' });
  return { client, asked, approve };
}
const AGENTS = [1, 2].map((n) => ({ id: uuid(n), name: `Agent ${n}`, state: 'enabled' }));

it('approving a thread that nobody has read takes seven platform requests, and the next agent’s six: agents are listed once', async () => {
  const { asked, approve } = await waiting(AGENTS);
  for (const [n, also] of [
    [1, ['GET /v1/agents']],
    [2, []],
  ] as const) {
    await approve(n);
    const [first, ...others] = asked();
    expect(first).toBe(read(n));
    expect(others.slice(0, -3).sort()).toEqual([...also, ...beside(n)].sort());
    expect(others.slice(-3)).toEqual(sent(n));
  }
});

it.each(['list_pending_approvals', 'get_thread'])(
  'approving a thread after %s takes four platform requests',
  async (tool) => {
    const { client, asked, approve } = await waiting(AGENTS);
    await client.callTool(tool, tool === 'get_thread' ? { threadId: uuid(1) } : {});
    asked();
    await approve(1);
    expect(asked()).toEqual([read(1), ...sent(1)]);
  },
);

it('an agent that no list holds is looked up once', async () => {
  const { asked, approve } = await waiting([]);
  await approve(1);
  // The lists of active and of archived agents.
  expect(asked().filter((one) => one === 'GET /v1/agents')).toHaveLength(2);
});
