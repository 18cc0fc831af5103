/** SIGHUP reads secrets again, and every end has a line in the log. */
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { json, startDouble } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { post, type Replica, startReplica, toolCall } from './support.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('signals');
});

const reloaded = async (replica: Replica): Promise<void> => {
  const count = (): number => replica.log().filter(({ event }) => event === 'reloaded').length;
  const before = count();
  replica.child.kill('SIGHUP');
  await until('it has read them', () => count() > before);
};
const listAgents = async (replica: Replica): Promise<string> =>
  (await post(replica.url, toolCall('list_agents'))).text();

it('SIGHUP reads the platform token again, and keeps the old one if the file has none', async () => {
  const sent: (string | undefined)[] = [];
  const platform = await startDouble((exchange) => {
    sent.push(exchange.request.headers.authorization);
    json(200, [])(exchange);
  });
  const file = join(folder, 'token');
  writeFileSync(file, 'platform-token-number-1');
  const replica = await startReplica({
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN_FILE: file },
  });
  await listAgents(replica);
  writeFileSync(file, 'platform-token-number-2');
  await reloaded(replica);
  await listAgents(replica);
  writeFileSync(file, '');
  await reloaded(replica);
  await listAgents(replica);
  expect(sent).toEqual([1, 2, 2].map((number) => `Bearer platform-token-number-${number}`));
  expect(replica.log()).toContainEqual(
    expect.objectContaining({ event: 'reloaded', read: [], failed: ['the platform token'] }),
  );
});

it('a signal is handled that arrives as soon as the server says that it listens', async () => {
  const preload = join(folder, 'signal.cjs');
  writeFileSync(
    preload,
    `const write = process.stderr.write.bind(process.stderr);
     process.stderr.write = (line, ...rest) => {
       const done = write(line, ...rest);
       if (String(line).includes('"event":"listening"')) process.kill(process.pid, 'SIGHUP');
       return done;
     };`,
  );
  const replica = await startReplica({ args: ['--sandbox'], env: { NODE_OPTIONS: `--require=${preload}` } });
  await until('it has read its secrets again', () => replica.log().some(({ event }) => event === 'reloaded'));
  expect(await replica.stop()).toBe(0);
});

it('a second signal ends at once, and the log says so', async () => {
  const platform = await startDouble(() => undefined);
  const replica = await startReplica({
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: 'platform-token-0123456789' },
  });
  const call = listAgents(replica).catch(() => 'gone');
  await until('a call is under way', () => platform.requests.length > 0);
  replica.child.kill('SIGTERM');
  await until('it drains', () => replica.log().some(({ event }) => event === 'draining'));
  expect(await replica.stop()).toBe(1);
  expect(replica.log().at(-1)).toMatchObject({ event: 'ended', code: 1, signal: 'SIGTERM', why: 'a second signal' });
  await call;
});

it('secret files that become pipes block nothing: the platform’s token stays, and the callers’ admits nobody', async () => {
  const platform = await startDouble(json(200, []));
  const [token, callers] = [join(folder, 'token'), join(folder, 'callers')];
  writeFileSync(token, 'platform-token-number-1');
  writeFileSync(callers, 'callers-token-number-1');
  const replica = await startReplica({
    env: {
      AGENT_PLATFORM_BASE_URL: platform.url,
      AGENT_PLATFORM_TOKEN_FILE: token,
      AGENT_PLATFORM_HTTP_TOKEN_FILE: callers,
    },
  });
  const bearer = { authorization: 'Bearer callers-token-number-1' };
  const list = async (): Promise<string> => (await post(replica.url, toolCall('list_agents'), bearer)).text();
  expect(await list()).toContain('No agents');
  rmSync(token);
  execFileSync('mkfifo', [token]);
  await reloaded(replica);
  expect(await list()).toContain('No agents');
  rmSync(callers);
  execFileSync('mkfifo', [callers]);
  await reloaded(replica);
  expect(await list()).toContain('invalid_token');
  expect((await fetch(`${replica.url}/healthz`)).status).toBe(200);
});
