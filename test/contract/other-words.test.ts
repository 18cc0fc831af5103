/**
 * The tools on a deployment with other words, written from docs/platform-notes.md alone, and the effects of a wrong
 * setting.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestClient, textOf } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { golden } from '../support/golden.ts';
import { type InProcess, inProcess } from '../support/in-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { AGENT, type NotedPlatform, notedPlatform, RUNNING, WAITING } from './noted-platform.ts';

let platform: NotedPlatform;
let session: InProcess;

async function start(settings: Record<string, string>, prefix?: string): Promise<void> {
  platform = await notedPlatform(prefix);
  session = await inProcess({ ...platform.env, ...settings });
}

const stateOf = (threadId: string): string | undefined => platform.threads.get(threadId)?.state;

/** A call that must succeed. */
async function done(tool: string, args: Record<string, unknown> = {}) {
  const result = await session.call(tool, args);
  expect(result.isError, result.text).toBe(false);
  return result;
}

/** The reviewToken of the waiting thread: if nobody can be asked, a decision needs it. */
const reviewed = async () => ({
  threadId: WAITING,
  reviewToken: (await done('get_thread', { threadId: WAITING })).data.reviewToken,
});

describe('with AGENT_PLATFORM_DIALECT=actions', () => {
  beforeEach(() => start({ DIALECT: 'actions' }));

  it('an approval approves', async () => {
    const [waiting] = (await done('list_pending_approvals')).data.approvals;
    expect(waiting?.threadId).toBe(WAITING);
    const { threadId, reviewToken } = waiting ?? {};
    await done('approve_thread', { threadId, reviewToken, status: 'APPROVED', comment: 'fine' });
    expect(stateOf(WAITING)).toBe('running');
    expect(platform.last('POST')).toEqual({
      wire: `/api/v1/agents/threads/${WAITING}/approval`,
      body: { action: 'approved', message: 'fine' },
    });
  });

  it('a rejection rejects', async () => {
    await done('approve_thread', { ...(await reviewed()), status: 'REJECTED' });
    expect(stateOf(WAITING)).toBe('approval_rejected');
    expect(platform.last('POST').body).toEqual({ action: 'rejected' });
  });

  it('a decision to leave a thread waiting is never sent: it would reject', async () => {
    await session.call('approve_thread', { threadId: WAITING, status: 'PENDING' });
    expect(stateOf(WAITING)).toBe('awaiting_approval');
    expect(platform.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each(['COMPLETED', 'FAILED', 'TERMINATED'])('a thread ends in the state that was asked for: %s', async (state) => {
    await done('complete_thread', { threadId: RUNNING, state });
    expect(stateOf(RUNNING)).toBe(state.toLowerCase());
    expect(platform.requests.find(({ path }) => path.endsWith('/complete'))).toMatchObject({
      target: `/api/v1/agents/threads/${RUNNING}/complete`,
      body: `{"state":"${state.toLowerCase()}"}`,
    });
  });

  it('a list of threads is filtered by the platform', async () => {
    const args = { agentId: AGENT, status: 'RUNNING', limit: 5, offset: 0, tenantId: 'T1' };
    const { data, text } = await done('list_agent_threads', args);
    expect(data.threads).toHaveLength(1);
    expect(text).not.toContain('left out');
    expect(platform.requests.find(({ query }) => 'state' in query)?.query).toEqual({
      ...{ state: 'running', limit: '5', offset: '0', tenantId: 'T1' },
    });
  });

  it('a chat is continued', async () => {
    const first = await done('send_assistant_message', { assistantIdentifier: 'support', message: 'hi' });
    const { chatUuid } = first.data;
    const more = { message: 'on', chatUuid, metadata: { chatUuid: 'kept' } };
    const second = await done('send_assistant_message', { assistantIdentifier: 'support', ...more });
    golden(second.text);
    expect(platform.last('POST').body).toEqual({ message: 'on', chatUid: chatUuid, metadata: { chatUuid: 'kept' } });
  });

  it('a chat search filters on the platform, includes both days in full, and finds what is on the last page', async () => {
    const filter = { assistantIdentifier: 'support', fromDate: '2026-03-02', toDate: '2026-03-03' };
    const { text } = await done('search_chats', { ...filter, query: 'question' });
    golden(text);
    expect(platform.last('POST').body).toEqual({
      assistantSpecializationIdentifier: 'support',
      createdAfter: Date.UTC(2026, 2, 2),
      createdBefore: Date.UTC(2026, 2, 3, 23, 59, 59, 999),
    });
    golden(await done('search_chats', { query: 'question 479' }));
  });

  it('a filter that has one name everywhere is no reason to name the setting', async () => {
    const { text } = await done('search_chats', { metadata: { language: 'de' } });
    golden(text);
    expect(text).not.toContain('AGENT_PLATFORM_DIALECT');
  });

  it('a dry run shows what would be sent', async () => {
    session = await inProcess({ ...platform.env, DIALECT: 'actions', DRY_RUN: 'true' });
    const { data } = await done('approve_thread', { threadId: WAITING, status: 'APPROVED', comment: 'fine' });
    expect([data.path, data.body]).toEqual([
      `/api/v1/agents/threads/${WAITING}/approval`,
      { action: '⟦approved⟧', message: '⟦fine⟧' },
    ]);
    expect(stateOf(WAITING)).toBe('awaiting_approval');
  });

  it('the audit log has the decision, and what was sent', async () => {
    const folder = temporaryFolder('dialect-audit');
    const file = join(folder, 'audit.jsonl');
    session = await inProcess({ ...platform.env, DIALECT: 'actions', AUDIT_LOG: file });
    await done('approve_thread', { ...(await reviewed()), status: 'APPROVED' });
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({
        path: `/api/v1/agents/threads/${WAITING}/approval`,
        decision: 'APPROVED',
        sent: { action: 'approved' },
      });
    }
    expect(lines.length).toBe(2);
  });
});

// Nothing is sent in any of these, so the threads stay as they are.
describe('the human reads what will be sent', () => {
  const asked: string[] = [];
  let client: TestClient;
  beforeAll(async () => {
    platform = await notedPlatform();
    client = await connectHere({
      client: 'v2-modern',
      env: {
        AGENT_PLATFORM_BASE_URL: platform.env.BASE_URL,
        AGENT_PLATFORM_TOKEN: platform.env.TOKEN,
        AGENT_PLATFORM_DIALECT: 'actions',
      },
      elicit: ({ message }) => {
        asked.push(message);
        return { action: 'decline' };
      },
    });
  });
  beforeEach(() => {
    asked.length = 0;
  });
  afterAll(() => expect(platform.requests.filter(({ method }) => method !== 'GET')).toEqual([]));

  it.each([
    ['approve_thread', { threadId: WAITING, status: 'APPROVED' }],
    ['approve_thread', { threadId: WAITING, status: 'REJECTED' }],
    ['complete_thread', { threadId: RUNNING, state: 'FAILED' }],
  ])('%s %j', async (tool, args) => {
    await client.callTool(tool, args);
    golden(asked.join('\n'));
  });

  it('and is not asked about what can’t be sent at all', async () => {
    const result = await client.callTool('complete_thread', { threadId: RUNNING, state: 'CANCELLED' });
    expect([result.isError, asked]).toEqual([true, []]);
    golden(textOf(result));
    expect(stateOf(RUNNING)).toBe('running');
  });

  it('or may leave it waiting, which sends nothing', async () => {
    await client.callTool('approve_thread', { threadId: WAITING, status: 'PENDING' });
    expect(asked.length).toBe(1);
    expect(stateOf(WAITING)).toBe('awaiting_approval');
  });
});

describe('if the setting is missing, the result names it', () => {
  // The same paths as the specification's, so that only the words differ.
  beforeEach(() => start({}, '/v1'));

  it('after an approval that came out as a rejection', async () => {
    const { isError, text } = await session.call('approve_thread', { ...(await reviewed()), status: 'APPROVED' });
    expect(stateOf(WAITING)).toBe('approval_rejected');
    expect(isError).toBe(true);
    golden(text);
  });

  it('after a chat search whose filters were ignored', async () => {
    golden(await done('search_chats', { assistantIdentifier: 'support', fromDate: '2026-03-04' }));
  });

  it('after a chat search that saw one page of many', async () => {
    golden(await done('search_chats', { query: 'question 479' }));
  });

  it('after a list of threads whose filter was ignored', async () => {
    golden(await done('list_agent_threads', { agentId: AGENT, status: 'RUNNING' }));
  });

  it('after a message that began another chat', async () => {
    const { data } = await done('send_assistant_message', { assistantIdentifier: 'support', message: 'hi' });
    const { chatUuid } = data;
    const on = await done('send_assistant_message', { assistantIdentifier: 'support', message: 'on', chatUuid });
    golden(on.text);
  });

  it('and where no path is known', async () => {
    session = await inProcess({ ...platform.env, BASE_URL: `${platform.env.BASE_URL}/elsewhere` });
    golden(await session.call('list_agents'));
  });
});
