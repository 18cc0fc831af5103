/** Two replicas with different state keys: the one can't tell whom the other says started a thread, so neither decides. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Report } from '../../src/cli/doctor/report.ts';
import { run } from '../cli/run.ts';
import { modernCall } from '../http/modern.ts';
import { AGENT, as, KEY, PEOPLE, type PeoplePlatform, peoplePlatform } from '../http/people.ts';
import { type Replica, startReplica } from '../http/support.ts';
import { golden } from '../support/golden.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { NO_REDIS, type Redis, startRedis } from './redis.ts';

const OTHER_KEY = 'other-key-0123456789abcdefghijklmnop';
const METRICS = 'reads-metrics-0123456789';

const folder = temporaryFolder('state-keys');
let platform: PeoplePlatform;
let redis: Redis;
let first: Replica;
const envOf = (key: string) => ({
  AGENT_PLATFORM_BASE_URL: platform.url,
  AGENT_PLATFORM_TOKEN: 'platform-0123456789abcdefgh',
  AGENT_PLATFORM_HTTP_TOKENS_FILE: join(folder, 'people.json'),
  AGENT_PLATFORM_HTTP_METRICS_TOKEN: METRICS,
  AGENT_PLATFORM_FOUR_EYES: 'known',
  AGENT_PLATFORM_STATE_KEY: key,
  AGENT_PLATFORM_STATE_REDIS_URL: redis.url,
});

beforeEach(({ skip }) => skip(NO_REDIS !== undefined, NO_REDIS));
beforeAll(async () => {
  if (NO_REDIS !== undefined) return;
  writeFileSync(join(folder, 'people.json'), JSON.stringify(PEOPLE), { mode: 0o600 });
  platform = await peoplePlatform();
  redis = await startRedis();
  first = await startReplica({ env: envOf(KEY) });
});
afterAll(async () => {
  await first?.stop('SIGKILL');
  await platform?.close();
  await redis?.close();
});

const call = ({ url }: Replica, name: string, tool: string, args: object) =>
  modernCall(url, tool, args, undefined, as(name));
const started = async (replica: Replica, name: string): Promise<string> => {
  await call(replica, name, 'create_thread', { agentId: AGENT, message: 'Deploy it, please.' });
  return `thread-${platform.threads.size}`;
};
const approved = (replica: Replica, name: string, threadId: string) =>
  call(replica, name, 'approve_thread', { threadId, status: 'APPROVED' });
const agreed = async ({ url }: Replica): Promise<string | undefined> => {
  const page = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } });
  return /^agent_platform_mcp_state_key_agreed (\d)$/m.exec(await page.text())?.[1];
};
const keyLines = (replica: Replica) =>
  replica.log().flatMap(({ time, ...line }) => (line.event === 'state_key' ? [JSON.stringify(line)] : []));
const doctor = async (key: string, url = redis.url): Promise<string> => {
  const env = { ...envOf(key), AGENT_PLATFORM_STATE_REDIS_URL: url };
  const { stdout } = await run(['doctor', 'http', '--port', '0', '--json'], env);
  const { checks }: Report = JSON.parse(stdout);
  const { status, summary, next } = checks.find(({ id }) => id === 'store') ?? {};
  return `${status}: ${summary} ${next}`;
};

it.each([
  ['run scripts, by which keys are compared', '-@scripting'],
  ['use channels', '-@pubsub'],
  ['note keys', '-zadd'],
  ['ask how long a key is kept', '-pttl'],
])('a Redis whose user may not %s fails doctor, and nobody decides without knowing the keys', async (_, right) => {
  const password = 'Password-of-the-limited-user-1';
  const client = await createClient({ url: redis.url }).connect();
  onTestFinished(() => client.destroy());
  await client.sendCommand(['ACL', 'SETUSER', 'limited', 'reset', 'on', `>${password}`, '~*', '&*', '+@all', right]);
  const url = redis.url.replace('//', `//limited:${password}@`);
  expect(await doctor(KEY, url)).toContain('fail: The Redis of AGENT_PLATFORM_STATE_REDIS_URL');
  if (right !== '-@scripting') return;
  const limited = await startReplica({ env: { ...envOf(KEY), AGENT_PLATFORM_STATE_REDIS_URL: url } });
  onTestFinished(() => limited.stop('SIGKILL').then(() => undefined));
  const { isError, text } = await approved(limited, 'bert', await started(limited, 'anna'));
  expect(isError).toBe(true);
  golden(text);
});

it('nobody decides with a Redis that has no scripts', async () => {
  const own = await startRedis(undefined, undefined, ['--rename-command', 'EVAL', '']);
  const replica = await startReplica({ env: { ...envOf(KEY), AGENT_PLATFORM_STATE_REDIS_URL: own.url } });
  onTestFinished(async () => {
    await replica.stop('SIGKILL');
    await own.close();
  });
  expect((await approved(replica, 'bert', await started(replica, 'anna'))).text).toContain('runs no script');
});

it('two replicas with different state keys decide nothing until one is gone, as log, metric and doctor say', async () => {
  expect((await approved(first, 'bert', await started(first, 'anna'))).isQuestion).toBe(true);
  await expect.poll(() => agreed(first)).toBe('1');
  expect(await doctor(KEY)).toMatch(/can be used/);
  const second = await startReplica({ env: envOf(OTHER_KEY) });
  onTestFinished(() => second.stop('SIGKILL').then(() => undefined));
  // At once, and on both sides: whoever started a thread at one of them could approve it at the other.
  const [atFirst, atSecond] = [await started(first, 'anna'), await started(second, 'anna')];
  for (const [replica, threadId] of [
    [first, atSecond],
    [second, atFirst],
    [first, atFirst],
  ] as const) {
    const { isError, isQuestion, text } = await approved(replica, 'anna', threadId);
    expect({ isError, isQuestion }).toEqual({ isError: true, isQuestion: false });
    golden(text);
  }
  expect(platform.decided).toEqual([]);
  for (const replica of [first, second]) {
    // Everything else goes on.
    expect((await call(replica, 'bert', 'get_thread', { threadId: atFirst })).isError).toBe(false);
    expect((await fetch(`${replica.url}/readyz`)).status).toBe(200);
    expect(await agreed(replica)).toBe('0');
    expect(keyLines(replica)).toHaveLength(1);
  }
  golden(await doctor(KEY));
  await second.stop();
  // They agree once its key is no longer noted.
  await expect.poll(() => agreed(first), { interval: 500 }).toBe('1');
  golden(keyLines(first).join('\n'));
  expect((await approved(first, 'bert', atFirst)).isQuestion).toBe(true);
  expect((await approved(first, 'anna', atFirst)).text).toContain('you started this thread');
  expect(await doctor(KEY)).toMatch(/can be used/);
});
