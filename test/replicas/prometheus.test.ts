/** A real Prometheus (Debian's package) reads the metrics of a replica with the example's file, and its linter accepts them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { post, type Replica, startReplica, toolCall } from '../http/support.ts';
import { ROOT } from '../support/build.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { freePort } from './nginx.ts';

const METRICS_TOKEN = 'reads-metrics-0123456789';
const CALLER_TOKEN = 'calls-tools-0123456789';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const EXAMPLE = `${ROOT}deploy/prometheus.yaml`;

let replica: Replica;
beforeAll(async () => {
  replica = await startReplica({
    env: {
      AGENT_PLATFORM_SANDBOX: 'true',
      AGENT_PLATFORM_HTTP_TOKEN: CALLER_TOKEN,
      AGENT_PLATFORM_HTTP_METRICS_TOKEN: METRICS_TOKEN,
    },
  });
  await (await post(replica.url, toolCall('list_pending_approvals'), bearer(CALLER_TOKEN))).text();
});
afterAll(() => replica.stop());

/** Runs Prometheus's linter. @throws if it is not installed: `apt-get install prometheus` */
function promtool(
  args: readonly string[],
  input = '',
): { readonly status: number | null; readonly complaints: string } {
  const { error, status, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  if (error) throw new Error('promtool is missing: apt-get install -y prometheus');
  return { status, complaints: stderr };
}

it('has metrics whose names and types keep to its conventions', async () => {
  const page = await (await fetch(`${replica.url}/metrics`, { headers: bearer(METRICS_TOKEN) })).text();
  expect(promtool(['check', 'metrics'], page)).toEqual({ status: 0, complaints: '' });
});

it('is read with the file of the example', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const [tokenFile, file, port] = [join(folder, 'token'), join(folder, 'prometheus.yaml'), await freePort()];
  writeFileSync(tokenFile, METRICS_TOKEN);
  const here = readFileSync(EXAMPLE, 'utf8')
    .replace('"mcp-1:8080", "mcp-2:8080"', `"127.0.0.1:${replica.port}"`)
    .replace('/run/secrets/metrics_token', tokenFile)
    .replace('15s', '1s');
  writeFileSync(file, here);
  expect(promtool(['check', 'config', file]).status).toBe(0);
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  const query = async (expression: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${expression}`);
    return ((await answer.json()) as { data: { result: { value: unknown[] }[] } }).data.result[0]?.value[1];
  };
  const options = { timeout: PATIENCE_MS, interval: 200 };
  await expect.poll(() => query('up').catch(() => undefined), options).toBe('1');
  expect(await query('agent_platform_mcp_approvals_waiting')).toBe('6');
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(folder, { recursive: true });
});
