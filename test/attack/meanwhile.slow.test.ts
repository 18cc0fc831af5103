/**
 * The platform changes while a write is delayed by the rate limit, or was done but reported as refused. The request that
 * was read is then no longer the one that waits, and no decision may reach an unseen request.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { json } from '../support/platform-double.ts';
import { scriptedPlatform, waitingThread } from '../support/scripted-platform.ts';

const platform = await scriptedPlatform();
beforeEach(() => platform.reset());

/** A thread with one request after another; `met` are the numbers of the requests that decisions reached. */
function asksOnAndOn(id: string) {
  const state = { request: 0, met: [] as number[] };
  const thread = waitingThread(id);
  const view = () => {
    const later = Array.from({ length: state.request }, (_, n) => ({
      role: 'assistant',
      content: `Request ${n + 1}?`,
    }));
    return { ...thread, messages: [...thread.messages, ...later] };
  };
  platform.rule('GET', new RegExp(`/threads/${id}$`), (exchange) => json(200, view())(exchange));
  return { state, view };
}

let serial = 0;
const BUSY = json(429, { message: 'slow down' }, { 'retry-after': '0.1' });

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await connect({ client: kind, env: { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all' } });
  });
  /** Approves the current request of the thread. */
  const approve = async (threadId: string) => {
    const { reviewToken } = (await callAs(client, 'get_thread', { threadId })).data;
    return callAs(client, 'approve_thread', { threadId, status: 'APPROVED', reviewToken });
  };

  it('a decision that waits for the rate limit reaches only the request that was read', async () => {
    const id = `limited-${kind}-${++serial}`;
    const { state, view } = asksOnAndOn(id);
    let isFirst = true;
    platform.rule('POST', /approval$/, (exchange) => {
      if (!isFirst) state.met.push(state.request);
      if (isFirst) state.request++;
      const reply = isFirst ? BUSY : json(200, view());
      isFirst = false;
      reply(exchange);
    });
    const { isError, text } = await approve(id);
    expect({ isError, met: state.met }).toEqual({ isError: true, met: [] });
    golden(text, id);
  });

  it('a thread is not decided on if another field has said since the read that it runs', async () => {
    const id = `gone-on-${kind}-${++serial}`;
    platform.threads.set(id, waitingThread(id));
    const { reviewToken } = (await callAs(client, 'get_thread', { threadId: id })).data;
    Object.assign(platform.threads.get(id) ?? {}, { state: 'RUNNING' });
    const { isError, text } = await callAs(client, 'approve_thread', { threadId: id, status: 'APPROVED', reviewToken });
    expect({ isError, sent: platform.decisions.length }).toEqual({ isError: true, sent: 0 });
    expect(text).toContain('its status or a message changed');
  });

  it.each([
    { tool: 'resume_thread', status: 'PAUSED' },
    { tool: 'pause_thread', status: 'RUNNING' },
    { tool: 'complete_thread', status: 'RUNNING' },
    { tool: 'send_thread_message', status: 'COMPLETED', message: 'One more thing.' },
  ])(
    '$tool that waits for the rate limit leaves alone a thread that needs a decision by then',
    async ({ tool, status, ...more }) => {
      const id = `moved-${kind}-${++serial}`;
      const thread = { ...waitingThread(id), status };
      platform.threads.set(id, thread);
      let done = 0;
      platform.rule('POST', /(?:resume|pause|complete|messages)$/, (exchange) => {
        if (thread.status !== status) done++;
        thread.status = 'AWAITING_APPROVAL';
        (done > 0 ? json(200, thread) : BUSY)(exchange);
      });
      const { isError, text } = await callAs(client, tool, { threadId: id, ...more });
      expect({ isError, done }).toEqual({ isError: true, done: 0 });
      golden(text, id);
    },
  );

  it.each([400, 401, 403, 404, 409, 422])(
    'a decision that took effect but was answered %s lets no second one reach the next request unread',
    async (status) => {
      const id = `refused-${kind}-${status}`;
      const { state, view } = asksOnAndOn(id);
      platform.rule('POST', /approval$/, (exchange) => {
        state.met.push(state.request++);
        (state.met.length === 1 ? json(status, { message: 'no' }) : json(200, view()))(exchange);
      });
      const { reviewToken } = (await callAs(client, 'get_thread', { threadId: id })).data;
      const first = await approve(id);
      expect(first.isError).toBe(true);
      golden(first.text, id);
      const second = await callAs(client, 'approve_thread', { threadId: id, status: 'APPROVED', reviewToken });
      expect({ isError: second.isError, met: state.met }).toEqual({ isError: true, met: [0] });
      golden(second.text, id);
    },
  );
});
