/** A real Prometheus (Debian's package) reads the metrics of a replica with the example's file, and its linter accepts them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { post, type Replica, startReplica, toolCall } from '../http/support.ts';
import { ROOT } from '../support/build.ts';
import { freePort } from '../support/free-port.ts';
import { type Redis, startRedis } from './redis.ts';

const METRICS_TOKEN = 'reads-metrics-0123456789';
const CALLER_TOKEN = 'calls-tools-0123456789';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const EXAMPLE = `${ROOT}deploy/prometheus.yaml`;
const ALERTS = `${ROOT}deploy/alerts.yaml`;
const DASHBOARD = `${ROOT}deploy/grafana-dashboard.json`;

let replica: Replica;
let redis: Redis;
beforeAll(async () => {
  redis = await startRedis();
  const people = join(mkdtempSync(join(tmpdir(), 'people-')), 'people.json');
  writeFileSync(people, JSON.stringify([{ name: 'anna', token: 'anna-0123456789abcdefgh', rights: ['read'] }]));
  replica = await startReplica({
    env: {
      AGENT_PLATFORM_SANDBOX: 'true',
      AGENT_PLATFORM_OVERDUE_HOURS: '24',
      AGENT_PLATFORM_HTTP_TOKEN: CALLER_TOKEN,
      AGENT_PLATFORM_HTTP_METRICS_TOKEN: METRICS_TOKEN,
      AGENT_PLATFORM_HTTP_TOKENS_FILE: people,
      AGENT_PLATFORM_STATE_KEY: 'state-key-0123456789abcdefghijklmnop',
      AGENT_PLATFORM_STATE_REDIS_URL: redis.url,
    },
  });
  await (await post(replica.url, toolCall('list_pending_approvals'), bearer(CALLER_TOKEN))).text();
});
afterAll(async () => {
  await replica.stop();
  await redis.close();
});

/** Runs Prometheus's linter. @throws if it is not installed: `apt-get install prometheus` */
function promtool(
  args: readonly string[],
  input = '',
): { readonly status: number | null; readonly complaints: string } {
  const { error, status, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  if (error) throw new Error('promtool is missing: apt-get install -y prometheus');
  return { status, complaints: stderr };
}

it('Prometheus finds metrics whose names and types keep to its conventions', async () => {
  const page = await (await fetch(`${replica.url}/metrics`, { headers: bearer(METRICS_TOKEN) })).text();
  expect(promtool(['check', 'metrics'], page)).toEqual({ status: 0, complaints: '' });
});

/** The expressions of a dashboard or of rules. */
const expressionsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.json'))
    return [...text.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, expression = '""']) =>
      String(JSON.parse(expression)),
    );
  const { groups } = parse(text) as { groups: { rules: { expr: string }[] }[] };
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
};
/** The labels of each metric, from the table of docs/team-server.md, which another test holds to the page. */
const LABELS = new Map(
  [...readFileSync(`${ROOT}docs/team-server.md`, 'utf8').matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm)].map(
    ([, name = '', labels = '']) => [name, [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label)],
  ),
);
/** What Prometheus adds to every sample, and to a histogram's. */
const ADDED = ['job', 'instance', 'le'];

it.each([ALERTS, DASHBOARD])('%s asks for no metric and no label that is not there', async (file) => {
  const page = await (await fetch(`${replica.url}/metrics`, { headers: bearer(METRICS_TOKEN) })).text();
  const there = new Map([...page.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const asked = expressionsOf(file);
  const names = asked.flatMap((expression) => expression.match(/\b(?:agent_platform_mcp|mcp_server)_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(5);
  const base = (name: string): string => {
    const histogram = name.replace(/_(?:bucket|sum|count)$/, '');
    return there.get(histogram) === 'histogram' ? histogram : name;
  };
  expect(names.filter((name) => !there.has(base(name)))).toEqual([]);
  for (const expression of asked) {
    const known = [...names, ...ADDED].flatMap((name) => LABELS.get(base(name)) ?? name);
    const selected = [...expression.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g), ...expression.matchAll(/by \(([^)]*)\)/g)];
    const labels = selected.flatMap(([, list = '']) => list.split(',').map((label) => label.trim()));
    expect([expression, labels.filter((label) => !known.includes(label))]).toEqual([expression, []]);
  }
});

it('Prometheus accepts the alerts, which fire when they should and only then', () => {
  expect(promtool(['check', 'rules', ALERTS])).toEqual({ status: 0, complaints: '' });
  const { status, complaints } = promtool(['test', 'rules', `${ROOT}test/replicas/alerts.test.yaml`]);
  expect([status, complaints]).toEqual([0, '']);
});

it('Prometheus scrapes the servers with the file of the example', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  copyFileSync(ALERTS, join(folder, 'alerts.yaml'));
  const [tokenFile, file, port] = [join(folder, 'token'), join(folder, 'prometheus.yaml'), await freePort()];
  writeFileSync(tokenFile, METRICS_TOKEN);
  const here = readFileSync(EXAMPLE, 'utf8')
    .replace('"mcp-1:8080", "mcp-2:8080"', `"127.0.0.1:${replica.port}"`)
    .replace('/run/secrets/metrics_token', tokenFile)
    .replaceAll('15s', '5s');
  writeFileSync(file, here);
  expect(promtool(['check', 'config', file]).status).toBe(0);
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn('prometheus', args, { stdio: 'ignore' });
  const gone = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true });
  });
  const query = async (expression: string): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${expression}`);
    return ((await answer.json()) as { data: { result: { value: unknown[] }[] } }).data.result[0]?.value[1];
  };
  const options = { interval: 200 };
  await expect.poll(() => query('up').catch(() => undefined), options).toBe('1');
  await expect.poll(() => query('agent_platform_mcp_approvals_waiting'), options).toBe('6');
  const statusOf = async (expression: string): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`)).status;
  const drawn = expressionsOf(DASHBOARD).map((expression) =>
    expression.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.+'),
  );
  expect(drawn.length).toBeGreaterThan(10);
  for (const expression of drawn) expect([expression, await statusOf(expression)]).toEqual([expression, 200]);
});
