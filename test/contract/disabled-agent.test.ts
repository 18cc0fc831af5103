/** Why nothing happens: wherever a thread that goes on or waits is read, its agent is said to be disabled, as far as that is known. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { reviewed, session, thread, uuid } from '../support/sessions.ts';

/** Thread 1 in this status, of a disabled agent; a decision on it is accepted and has no effect. */
const having = (status: string, agent: object = { disabled: true }) => {
  const one = thread(1, { status });
  return session(({ path, query }) => {
    const isFirst = query.get('offset') === '0' && query.get('archived') !== 'true';
    if (path === '/v1/agents') return { json: isFirst ? [{ id: uuid(1), name: 'Finder', ...agent }] : [] };
    if (path.endsWith('/threads')) return { json: query.get('offset') === '0' ? [one] : [] };
    return path.includes('/agents/threads/') ? { json: one } : undefined;
  });
};
const SAYS = 'its agent is disabled';

describe('the agent of a thread', () => {
  it('that waits is said to be disabled by get_thread', async () => {
    const { call } = await having('AWAITING_APPROVAL');
    const { text, data } = await call('get_thread', { threadId: uuid(1) });
    expect(text.split('\n')[0]).toContain(`; ${SAYS}; `);
    expect(data.summary).toContain(SAYS);
  });

  it.each([{ disabled: false }, {}])('is not mentioned if it is %j', async (agent) => {
    const { call } = await having('AWAITING_APPROVAL', agent);
    expect((await call('get_thread', { threadId: uuid(1) })).text).not.toContain('its agent is');
  });

  it.each(['queued', 'PAUSED'])(
    'that is %s is said to be disabled once a search has read the agents',
    async (status) => {
      const { call, platform } = await having(status);
      expect((await call('get_thread', { threadId: uuid(1) })).text).not.toContain(SAYS);
      await call('search_threads', { query: 'step' });
      platform.asked.splice(0);
      expect((await call('get_thread', { threadId: uuid(1) })).text.split('\n')[0]).toContain(`; ${SAYS}; `);
      expect(platform.asked.filter(({ path }) => path === '/v1/agents')).toEqual([]);
    },
  );

  it('that has ended is not mentioned', async () => {
    const { call } = await having('COMPLETED');
    await call('search_threads', { query: 'step' });
    expect((await call('get_thread', { threadId: uuid(1) })).text).not.toContain(SAYS);
  });

  it('is named as disabled in the rows of a search', async () => {
    const { call } = await having('queued');
    const { text, data } = await call('search_threads', { query: 'step' });
    expect(text).toContain(' · agent disabled · ');
    expect(data.threads).toMatchObject([{ agentState: 'disabled' }]);
    const enabled = await having('queued', { disabled: false });
    expect((await enabled.call('search_threads', { query: 'step' })).text).not.toContain('agent enabled');
  });
});

it('a decision without effect says so, without a further request', async () => {
  const near = await having('AWAITING_APPROVAL');
  const args = await reviewed(near, { threadId: uuid(1), status: 'APPROVED' });
  near.platform.asked.splice(0);
  const { text, isError } = await near.call('approve_thread', args);
  expect(isError).toBe(true);
  expect(text).toContain('NOT taken effect');
  expect(text).toContain('Its agent is disabled: probably nothing happens until that is changed');
  expect(near.platform.asked.filter(({ path }) => path === '/v1/agents')).toEqual([]);
});

describe('create_thread that the platform refuses', () => {
  const refused = (status: number, agent: object, more = {}) =>
    session(({ path, query, method }) => {
      if (method === 'POST') return { status, body: { message: 'no new threads', ...more } };
      return { json: path === '/v1/agents' && query.get('offset') === '0' ? [{ id: uuid(1), ...agent }] : [] };
    });

  it.each([400, 409])('with %s says that the agent is disabled, which other arguments don’t change', async (status) => {
    const { call } = await refused(status, { disabled: true });
    const { text } = await call('create_thread', { agentId: uuid(1), message: 'Go.' });
    golden(text);
    expect(text).not.toContain('changing the arguments');
  });

  it.each([
    [{ disabled: false }, {}],
    [{ disabled: true }, { field: 'metadata' }],
  ])('for another reason says how to correct it: %j, %j', async (agent, more) => {
    const { call } = await refused(400, agent, more);
    const { text } = await call('create_thread', { agentId: uuid(1), message: 'Go.' });
    expect(text).toContain('You can fix it by changing the arguments.');
  });
});
