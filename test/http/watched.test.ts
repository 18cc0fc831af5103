/** Monitoring of a call: its line in the log, and the metrics. docs/team-server.md describes all of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { REFUSAL_KINDS } from '../../src/mcp/contract/errors.ts';
import { ROOT } from '../support/build.ts';
import { until } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { type Scripted, scriptedPlatform, THREAD } from '../support/scripted-platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openReplica, type ReplicaHere, refusedStart } from './here.ts';
import { LIST, type LogLine, post, toolCall } from './support.ts';

const METRICS_TOKEN = 'reads-metrics-0123456789';
const CALLER_TOKEN = 'calls-tools-0123456789';
const docs = readFileSync(`${ROOT}docs/team-server.md`, 'utf8');
/** The first cells of the table under a heading, without their marks. */
const documented = (heading: string): string[] =>
  (docs.split(`### ${heading}\n`)[1]?.split(/\n###? /)[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''));

describe('the log and the metrics of a team server', () => {
  let platform: Scripted;
  let replica: ReplicaHere;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const call = async (body: object): Promise<string> => (await post(replica.url, body, bearer(CALLER_TOKEN))).text();
  const metrics = (token: string) => fetch(`${replica.url}/metrics`, { headers: bearer(token) });
  const requests = (): readonly LogLine[] => replica.log().filter(({ event }) => event === 'request');
  beforeAll(async () => {
    platform = await scriptedPlatform();
    const people = join(temporaryFolder('watched'), 'people.json');
    writeFileSync(people, JSON.stringify([{ name: 'anna', token: 'anna-0123456789abcdefgh', rights: ['read'] }]));
    replica = await openReplica({
      env: {
        AGENT_PLATFORM_OVERDUE_HOURS: '24',
        AGENT_PLATFORM_HTTP_TOKENS_FILE: people,
        AGENT_PLATFORM_BASE_URL: platform.url,
        AGENT_PLATFORM_TOKEN: 'platform-token-0123456789',
        AGENT_PLATFORM_HTTP_TOKEN: CALLER_TOKEN,
        AGENT_PLATFORM_HTTP_METRICS_TOKEN: METRICS_TOKEN,
        AGENT_PLATFORM_APPROVALS: 'off',
      },
    });
    await call(LIST);
    await call(toolCall('list_pending_approvals'));
    await call(toolCall('get_thread', { threadId: 'nowhere' }));
    await call(toolCall('approve_thread', { threadId: THREAD, status: 'APPROVED' }));
    await call({ ...LIST, method: 'made/up' });
  });

  it('log how each call ended, what was decided and with whose consent, and where its time went', () => {
    expect(requests()).toContainEqual(
      expect.objectContaining({ tool: 'get_thread', status: 200, outcome: 'failed', error: 'http-404' }),
    );
    expect(requests()).toContainEqual(
      expect.objectContaining({
        tool: 'approve_thread',
        client: 'http-token',
        outcome: 'ok',
        decision: 'APPROVED',
        consent: 'approvals-off',
        platformMs: expect.any(Number),
      }),
    );
  });

  it('log how a call ended whose client left before the response, and what it decided', async () => {
    const leave = new AbortController();
    platform.reset();
    platform.rule('POST', new RegExp(THREAD), () => leave.abort());
    const approve = toolCall('approve_thread', { threadId: THREAD, status: 'REJECTED' });
    await expect(post(replica.url, approve, bearer(CALLER_TOKEN), leave.signal)).rejects.toThrow('aborted');
    const approvals = (): readonly LogLine[] => requests().filter(({ name }) => name === 'approve_thread');
    await until('its line', () => approvals().length === 2);
    expect(approvals()[1]).toMatchObject({ tool: 'approve_thread', outcome: 'cancelled', decision: 'REJECTED' });
  });

  it('begin at 0 where an alert looks for the first: a counter that begins at 1 has never increased', async () => {
    const begun = await openReplica({ args: ['--sandbox'] });
    const lines = (await (await fetch(`${begun.url}/metrics`)).text()).split('\n');
    await begun.stop();
    for (const series of [
      'decisions_total{decision="APPROVED",consent="human",outcome="unknown"}',
      'decisions_total{decision="REJECTED",consent="card",outcome="done"}',
      'tool_errors_total{tool="approve_thread",kind="store"}',
      'tool_errors_total{tool="approve_thread",kind="state_key"}',
      'tool_errors_total{tool="create_thread",kind="audit-log"}',
    ])
      expect(lines).toContain(`agent_platform_mcp_${series} 0`);
    expect(lines.filter((line) => line.includes('"list_agents"'))).toEqual([]);
  });

  it('count decisions by consent and outcome, MCP requests by method and error, and what waits', async () => {
    const text = await (await metrics(METRICS_TOKEN)).text();
    expect(text).toMatch(/decisions_total\{decision="APPROVED",consent="approvals-off",outcome="done"\} 1/);
    const operation = 'mcp_server_operation_duration_seconds_count';
    expect(text).toContain(`${operation}{mcp_method_name="tools/list"} 1`);
    expect(text).toContain(
      `${operation}{mcp_method_name="tools/call",gen_ai_tool_name="get_thread",error_type="tool_error"} 1`,
    );
    expect(text).toMatch(/approvals_waiting 1\n/);
    expect(text).toMatch(/approvals_waiting_age_seconds \d/);
    expect(text).not.toContain('made/up');
  });

  it('are shown to the metrics token, which can call no tool', async () => {
    expect((await metrics(METRICS_TOKEN)).status).toBe(200);
    expect((await metrics(CALLER_TOKEN)).status).toBe(401);
    expect((await fetch(`${replica.url}/metrics`)).status).toBe(401);
    expect((await post(replica.url, LIST, bearer(METRICS_TOKEN))).status).toBe(401);
  });

  it('have each metric documented, and no other', async () => {
    // Some are only there with a Redis.
    const withRedis = await openReplica({
      env: { AGENT_PLATFORM_STATE_REDIS_URL: 'redis://127.0.0.1:9', AGENT_PLATFORM_STATE_KEY: 'x1y2z3w4'.repeat(4) },
    });
    const pages = await Promise.all([metrics(METRICS_TOKEN), fetch(`${withRedis.url}/metrics`)]);
    const text = (await Promise.all(pages.map((page) => page.text()))).join('');
    const shown = [...new Set([...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name))];
    await withRedis.stop();
    expect(
      documented('Metrics')
        .filter((name) => /^(?:mcp_server|agent_platform)_/.test(name))
        .sort(),
    ).toEqual(shown.sort());
  });

  it('have each event documented, and no other', () => {
    const sources = ['serve', 'server', 'signals', 'tokens-file'].map((name) =>
      readFileSync(`${ROOT}src/mcp/http/${name}.ts`, 'utf8'),
    );
    // Those of SHARED_STATES stand before their states.
    const events = [...sources.join('').matchAll(/(?:log\??\.event\('|\b)(\w+)(?:'|: \['\w+', '\w+'\])/g)].flatMap(
      ([whole, name]) => (/event\(|\[/.test(whole) ? [name] : []),
    );
    const [table = ''] = (docs.split('### The log\n')[1] ?? '').split('| Field |');
    const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual([...new Set(events)].sort());
  });

  it('have each field of a request documented', () => {
    const fields = new Set(requests().flatMap((line) => Object.keys(line)));
    for (const common of ['time', 'level', 'event']) fields.delete(common);
    expect(documented('The log')).toEqual(expect.arrayContaining([...fields]));
  });

  it('have each kind of refusal documented', () => {
    const [row = ''] = docs.split('\n').filter((line) => line.startsWith('| `error` |'));
    expect(REFUSAL_KINDS.filter((kind) => !row.includes(`\`${kind}\``))).toEqual([]);
  });
});

it.each([
  ['HTTP_TOKEN', 'STATE_KEY'],
  ['STATE_KEY', 'HTTP_METRICS_TOKEN'],
])('a server does not start if %s and %s are one secret', async (...names) => {
  const secret = 'one-secret-for-all-0123456789abcdef';
  golden(await refusedStart([], Object.fromEntries(names.map((name) => [`AGENT_PLATFORM_${name}`, secret]))));
});

it('a server does not start if the platform’s token is also that of the callers, except on the sandbox, which has its own', async () => {
  const secret = 'one-secret-for-all-0123456789abcdef';
  const env = { AGENT_PLATFORM_TOKEN: secret, AGENT_PLATFORM_HTTP_TOKEN: secret };
  const started = openReplica({ args: ['--base-url', 'https://platform.example'], env });
  await expect(started).rejects.toThrow(/^AGENT_PLATFORM_TOKEN and AGENT_PLATFORM_HTTP_TOKEN are the same secret/);
  await (await openReplica({ args: ['--sandbox'], env })).stop();
});

it('a server does not start if the metrics token is also that of the callers', async () => {
  const metrics = { AGENT_PLATFORM_HTTP_METRICS_TOKEN: CALLER_TOKEN };
  golden(await refusedStart([], { AGENT_PLATFORM_HTTP_TOKEN: CALLER_TOKEN, ...metrics }));
  const file = join(temporaryFolder('people'), 'tokens.json');
  writeFileSync(file, JSON.stringify([{ name: 'anna', token: CALLER_TOKEN, rights: ['decide'] }]));
  golden((await refusedStart(['--http-tokens-file', file], metrics)).replace(file, '/etc/tokens.json'));
});
