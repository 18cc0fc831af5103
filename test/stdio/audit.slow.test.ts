/** AGENT_PLATFORM_AUDIT_LOG: a line before each write and one after it, always both. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ConnectOptions, connect, type TestClient, until } from '../support/clients.ts';
import { callAs, human, presses, reviewTokenOf } from '../support/consent-human.ts';
import { rawClient } from '../support/consent-raw.ts';
import { golden } from '../support/golden.ts';
import { hang, json, reset, TOKEN } from '../support/platform-double.ts';
import { AGENT, REQUEST, SERVER, scriptedPlatform, THREAD, waitingThread } from '../support/scripted-platform.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder('audit');
let file: string;
let number = 0;
const open: TestClient[] = [];

const platform = await scriptedPlatform();
beforeEach(() => {
  platform.reset();
  file = join(folder, `audit-${++number}.jsonl`);
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

async function session(options: Partial<ConnectOptions> = {}, env: Record<string, string> = {}): Promise<TestClient> {
  const all = { ...platform.env, AGENT_PLATFORM_TOOLSETS: 'all', AGENT_PLATFORM_AUDIT_LOG: file, ...env };
  const client = await connect({ client: 'v2-modern', env: all, ...options });
  open.push(client);
  return client;
}

type Line = Readonly<Record<string, unknown>>;
const lines = (): Line[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Line)
    : [];

const APPROVE = { threadId: THREAD, status: 'APPROVED' };
/** The same by a caller who has read the request. */
const read = async (client: TestClient) => ({
  ...APPROVE,
  reviewToken: await reviewTokenOf(client, THREAD),
});

describe.each(['v1', 'v2-modern'] as const)('a decision with %s', (client) => {
  it('is two lines: what is sent, who consented and how, what was shown, and what became of it', async () => {
    const person = human(presses('Reject', 'the comment of the human'));
    const { data } = await callAs(await session({ client, elicit: person.elicit }), 'get_thread', { threadId: THREAD });
    await callAs(open[0] as TestClient, 'approve_thread', { ...APPROVE, comment: 'the comment of the model' });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const digest = expect.stringMatching(/^[0-9a-f]{64}$/);
    const write = {
      tool: 'approve_thread',
      method: 'POST',
      path: `/v1/agents/threads/${THREAD}/approval`,
      target: { threadId: THREAD },
      decision: 'REJECTED',
      consent: 'human',
    };
    const [first = {}, second = {}, ...more] = lines();
    expect(more).toEqual([]);
    // From the question to its answer.
    const answeredAfterMs = expect.any(Number);
    expect(first).toEqual({ time, id: expect.any(String), event: 'sending', digest, answeredAfterMs, ...write });
    expect(Number(first.answeredAfterMs)).toBeGreaterThanOrEqual(0);
    expect(second).toEqual({
      time,
      id: first.id,
      event: 'outcome',
      digest: first.digest,
      answeredAfterMs: first.answeredAfterMs,
      ...write,
      outcome: 'done',
      httpStatus: 200,
      status: 'FAILED',
      durationMs: expect.any(Number),
    });
    // The line's digest tells what was shown, and is no token.
    expect(first.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(String(data.reviewToken)).not.toContain(String(first.digest).slice(0, 24));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    for (const secret of [TOKEN, TOKEN.slice(0, 16), 'the comment of', REQUEST, 'refund'])
      expect(text).not.toContain(secret);
  });

  it.each([
    { it: 'a host that cannot ask', options: {}, env: {}, consent: 'not-asked' },
    { it: 'nobody asked', options: {}, env: { AGENT_PLATFORM_APPROVALS: 'off' }, consent: 'approvals-off' },
  ])('says $consent for $it', async ({ options, env, consent }) => {
    const asker = await session({ client, ...options }, env);
    await callAs(asker, 'approve_thread', await read(asker));
    expect(lines().map((line) => [line.event, line.consent, line.decision])).toEqual([
      ['sending', consent, 'APPROVED'],
      ['outcome', consent, 'APPROVED'],
    ]);
  });
});

describe('a write and its outcome are both recorded for', () => {
  it.each([
    { it: 'a platform that hangs', reply: hang, outcome: { outcome: 'unknown', failure: 'timeout' } },
    { it: 'a reset', reply: reset, outcome: { outcome: 'unknown', failure: 'connection' } },
    {
      it: 'a 500',
      reply: json(500, { message: 'oops' }),
      outcome: { outcome: 'unknown', failure: 'http-500', httpStatus: 500 },
    },
    {
      it: 'a refusal',
      reply: json(409, { message: 'no' }),
      outcome: { outcome: 'failed', failure: 'http-409', httpStatus: 409 },
    },
    {
      it: 'a decision that did not take',
      reply: json(200, { id: THREAD, status: 'AWAITING_APPROVAL' }),
      outcome: { outcome: 'done', status: 'AWAITING_APPROVAL' },
    },
  ])('$it', async ({ reply, outcome }) => {
    platform.rule('POST', /\/approval$/, reply);
    const client = await session({ client: 'v1' }, reply === hang ? { AGENT_PLATFORM_TIMEOUT_MS: '5000' } : {});
    expect((await callAs(client, 'approve_thread', await read(client))).isError).toBe(true);
    expect(lines()).toEqual([
      expect.objectContaining({ event: 'sending' }),
      expect.objectContaining({ event: 'outcome', ...outcome }),
    ]);
  });

  it('a call that the host cancels', async () => {
    platform.threads.set(THREAD, { ...waitingThread(), status: 'RUNNING' });
    platform.rule('POST', /\/pause$/, hang);
    const client = await session();
    const cancel = new AbortController();
    const call = client
      .callTool('pause_thread', { threadId: THREAD }, { signal: cancel.signal })
      .catch(() => undefined);
    await until('the request is there', () => platform.writes().length === 1);
    cancel.abort();
    await call;
    await until('the second line is written', () => lines().length === 2);
    expect(lines()[1]).toMatchObject({ event: 'outcome', outcome: 'unknown', failure: 'cancelled' });
  });

  it('a process that is killed, by its first line alone', async () => {
    platform.rule('POST', /\/approval$/, hang);
    const client = rawClient({ ...platform.env, AGENT_PLATFORM_APPROVALS: 'off', AGENT_PLATFORM_AUDIT_LOG: file });
    client.send('approve_thread', APPROVE);
    await until('the request is there', () => platform.writes().length === 1);
    process.kill(client.pid, 'SIGKILL');
    await client.close();
    expect(lines()).toEqual([
      expect.objectContaining({
        event: 'sending',
        tool: 'approve_thread',
        decision: 'APPROVED',
        consent: 'approvals-off',
      }),
    ]);
  });

  it('a host that goes away while a call is under way', async () => {
    platform.rule('POST', /\/approval$/, hang);
    const client = rawClient({ ...platform.env, AGENT_PLATFORM_APPROVALS: 'off', AGENT_PLATFORM_AUDIT_LOG: file });
    client.send('approve_thread', APPROVE);
    await until('the request is there', () => platform.writes().length === 1);
    await client.close();
    expect(lines().map(({ event, outcome }) => [event, outcome])).toEqual([
      ['sending', undefined],
      ['outcome', 'unknown'],
    ]);
  });
});

describe('the record of a write', () => {
  const BODY = 'a text that belongs to nobody else';
  const WRITES: readonly [string, Record<string, unknown>, Record<string, string>][] = [
    ['create_thread', { agentId: AGENT, message: BODY }, { agentId: AGENT }],
    ['send_assistant_message', { assistantIdentifier: 'support', message: BODY }, { assistant_id: 'support' }],
    ['update_agent', { agentId: AGENT, description: BODY }, { agentId: AGENT }],
    ['create_tool', { toolServerId: SERVER, name: 'x', description: BODY }, { toolServerId: SERVER }],
    ['delete_tool', { toolServerId: SERVER, toolId: 'find_order' }, { toolServerId: SERVER, toolId: 'tool-1' }],
    ['delete_agent', { agentId: AGENT }, { agentId: AGENT }],
  ];
  it('names the tool and the ids that it acts on, and has no body', async () => {
    const client = await session();
    for (const [tool, args, target] of WRITES) {
      const before = lines().length;
      await callAs(client, tool, args);
      const written = lines().slice(before);
      expect(written.map((line) => [line.event, line.tool, line.target])).toEqual([
        ['sending', tool, target],
        ['outcome', tool, target],
      ]);
    }
    expect(readFileSync(file, 'utf8')).not.toContain(BODY);
  });

  it('leaves out reads, refusals, dry runs and what the human declined', async () => {
    const client = await session({ elicit: () => ({ action: 'decline' }) });
    for (const [tool, args] of [
      ['list_agents', {}],
      ['search_chats', {}],
      ['get_thread', { threadId: THREAD }],
      ['approve_thread', APPROVE],
      ['create_thread', { agentId: AGENT }],
    ] as const) {
      await callAs(client, tool, args);
    }
    await callAs(await session({}, { AGENT_PLATFORM_DRY_RUN: '1' }), 'pause_thread', { threadId: THREAD });
    expect(lines()).toEqual([]);
  });
});

describe('the file of the audit log', () => {
  const aFile = (): string => {
    writeFileSync(join(folder, 'plain'), '');
    return join(folder, 'plain');
  };
  it.each([
    { it: 'is in a folder that does not exist', path: () => join(folder, 'none', 'audit.jsonl') },
    { it: 'is in a folder that is a file', path: () => join(aFile(), 'audit.jsonl') },
  ])('stops the write, and nothing is sent, if it $it', async ({ path }) => {
    const client = await session({}, { AGENT_PLATFORM_AUDIT_LOG: path() });
    const { isError, text } = await callAs(client, 'approve_thread', await read(client));
    expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    golden(text);
    expect((await callAs(client, 'list_agents', {})).isError).toBe(false);
  });
});
