/** The wall clock jumps, as it does after sleep or by NTP: no call fails, waits for a different time, or hangs. */
import { describe, expect, it } from 'vitest';
import { connect, type ProcessClient, textOf, until } from '../support/clients.ts';
import { hang, inTurn, json, type PlatformDouble, type Reply, startDouble, TOKEN } from '../support/platform-double.ts';
import { jump, wallClock } from '../support/wall-clock.ts';

const JUMPS = [
  { way: 'back an hour', ms: -3_600_000 },
  { way: 'forward a day', ms: 86_400_000 },
];
const AGENT = '11111111-1111-4111-8111-111111111111';
const THREAD = '22222222-2222-4222-8222-222222222222';
const running = { id: THREAD, agentId: AGENT, status: 'RUNNING', createdAt: '2026-01-01T00:00:00Z', messages: [] };
/** Nothing here takes longer than its limit of a few seconds; a call that is still open after this hangs. */
const HANGS_MS = 60_000;

/** The built server on a platform with these answers, with a clock that the test moves. */
async function withServer(
  ms: number,
  reply: Reply,
  test: (client: ProcessClient, double: PlatformDouble) => Promise<void>,
): Promise<void> {
  const double = await startDouble(reply);
  const client = await connect({
    client: 'v1',
    env: {
      AGENT_PLATFORM_BASE_URL: double.url,
      AGENT_PLATFORM_TOKEN: TOKEN,
      AGENT_PLATFORM_TIMEOUT_MS: '4000',
      AGENT_PLATFORM_MAX_RETRIES: '1',
      ...wallClock(ms),
    },
  });
  try {
    await test(client, double);
  } finally {
    await client.close();
    await double.close();
  }
}

interface Ended {
  readonly text: string;
  readonly tookMs: number;
  readonly double: PlatformDouble;
}

/** Calls a tool; the clock jumps while the answer to its request number `at`, and all after it, are held back. */
async function jumpDuring(ms: number, at: number, reply: Reply, tool: string, args = {}): Promise<Ended> {
  let release: () => void = () => undefined;
  const jumped = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held: Reply = (exchange) => void (exchange.count < at ? reply(exchange) : jumped.then(() => reply(exchange)));
  let ended: Ended | undefined;
  await withServer(ms, held, async (client, double) => {
    const started = performance.now();
    const result = client.callTool(tool, args, { timeoutMs: HANGS_MS });
    await until('the request is there', () => double.requests.length >= at);
    await jump(client.process);
    release();
    const text = textOf(await result);
    ended = { text, tookMs: performance.now() - started, double };
  });
  if (ended === undefined) throw new Error('The call has not ended.');
  return ended;
}

describe.each(JUMPS)('the wall clock jumps $way', ({ ms }) => {
  it('in a call, which is retried as usual', async () => {
    const reply = inTurn(json(503, {}), json(200, []));
    const { text, double } = await jumpDuring(ms, 1, reply, 'list_agents');
    expect(text).toMatch(/^No agents\./);
    expect(double.requests).toHaveLength(2);
  });

  it('in a call that gets no answer, which ends when its time is up', async () => {
    const { text, tookMs } = await jumpDuring(ms, 1, inTurn(json(503, {}), hang), 'list_agents');
    expect(text).toMatch(
      /The platform did not answer within \d\.?\d? s(?:, all that was left of the 4 s of this call)?\./,
    );
    expect(tookMs).toBeGreaterThan(3_900);
  });

  it('in wait_for_thread, which waits for the requested time, and says so', async () => {
    const args = { threadIds: [THREAD], timeoutSeconds: 3 };
    const { text, tookMs } = await jumpDuring(ms, 2, json(200, running), 'wait_for_thread', args);
    expect(text).toMatch(/^Time is up after [34] s: 1 thread had not settled when last read\./);
    expect(tookMs).toBeGreaterThan(2_500);
  });

  it('in list_pending_approvals, which waits for the requested time, and says so', async () => {
    const reply: Reply = (exchange) =>
      json(200, exchange.request.path === '/v1/agents' ? [{ id: AGENT }] : [])(exchange);
    const { text, tookMs } = await jumpDuring(ms, 2, reply, 'list_pending_approvals', { waitSeconds: 3 });
    expect(text).toMatch(/after [34] s\./);
    expect(tookMs).toBeGreaterThan(2_900);
  });

  it('after a 429, which holds calls back for as long as it says', () =>
    withServer(ms, inTurn(json(429, {}, { 'retry-after': '5' }), json(200, [])), async (client, double) => {
      // Five seconds are more than this call has: it ends at once, and the next one meets the closed gate.
      await client.callTool('list_agents', {}, { timeoutMs: HANGS_MS });
      const closedAt = performance.now();
      await jump(client.process);
      const held = textOf(await client.callTool('list_agents', {}, { timeoutMs: HANGS_MS }));
      expect(held).toMatch(
        /\(429\) by an earlier call, so this one was not sent\. Calls are held back for another [45] s\./,
      );
      expect(double.requests).toHaveLength(1);
      await new Promise((resolve) => setTimeout(resolve, 2_500 - (performance.now() - closedAt)));
      // With less than four seconds to go, a call waits for the rest.
      expect(textOf(await client.callTool('list_agents', {}, { timeoutMs: HANGS_MS }))).toMatch(/^No agents\./);
      expect((double.requests[1]?.at ?? 0) - (double.requests[0]?.at ?? 0)).toBeGreaterThanOrEqual(4_900);
    }));
});
