/** Waiting for threads: no operation of the platform waits. */
import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor, statusWord } from '../../src/domain/threads/wait.ts';
import { until } from '../support/clients.ts';
import { missingFacts } from '../support/facts.ts';
import { golden } from '../support/golden.ts';
import { callOnce, message, session, thread, uuid } from '../support/sessions.ts';

/**
 * On a busy machine the time that is given may be over before the first answer is read: then nothing is known, and another
 * one is given.
 */
async function inTime<T extends { readonly isError: boolean; readonly text: string }>(
  attempt: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const told = await attempt();
    if (!(told.isError && told.text.includes('did not answer within'))) return told;
  }
}

describe.concurrent('wait_for_thread', () => {
  it('shows what was said since the cursor once the thread settles', async () => {
    let looks = 0;
    const { data, text } = await callOnce('wait_for_thread', { threadIds: [uuid(1)], cursor: `${uuid(1)}=1` }, () => {
      looks++;
      const called = [message('assistant', ''), message('tool', '5'), message('assistant', 'Went.')];
      const messages = [message('user', 'Go.'), ...(looks > 2 ? [message('assistant', 'Well.'), ...called] : [])];
      return { json: thread(1, { status: looks > 2 ? 'COMPLETED' : 'RUNNING', messages }) };
    });
    expect(data).toMatchObject({
      isTimeUp: false,
      cursor: `${uuid(1)}=5:COMPLETED`,
      threads: [{ added: 4, messages: [{ number: 2 }, { number: 4 }, { number: 5, content: '⟦Went.⟧' }] }],
    });
    expect(missingFacts(data, text)).toEqual([]);
  });

  it.each([
    ['says nothing', ''],
    ['is not plain text', [{ type: 'text', text: 'Went.' }]],
  ])('leads to the conversation if the last message of a settled thread %s', async (_, content) => {
    const messages = [message('user', 'Go.'), { role: 'assistant', content }];
    const { data } = await callOnce('wait_for_thread', { threadIds: [uuid(1)] }, () => ({
      json: thread(1, { status: 'COMPLETED', messages }),
    }));
    expect(data.nextStep).toMatchObject({ tool: 'get_thread', arguments: { threadId: uuid(1) } });
  });

  it('does not call a run settled that can no longer be read', async () => {
    let looks = 0;
    const { call } = await session(() => (looks++ === 0 ? { json: thread(1) } : undefined));
    const { text, isError } = await call('wait_for_thread', { threadIds: [uuid(1)] });
    expect([isError, text]).toEqual([false, expect.stringMatching(/^Stopped waiting after .*: \S+ was RUNNING\./)]);
    expect(text).toContain('could not be read: The platform does not know this (404)');
  });

  it('calls no thread settled that has gone on while the others ran', async () => {
    let looks = 0;
    const { data } = await callOnce('wait_for_thread', { threadIds: [uuid(1), uuid(2)] }, ({ path }) => {
      const isFirst = path.endsWith(uuid(1));
      if (!isFirst) looks++;
      // The first waits, and is let go on before the second ends; then it ends, too.
      const first = looks < 2 ? 'AWAITING_APPROVAL' : looks++ < 4 ? 'RUNNING' : 'COMPLETED';
      return { json: thread(isFirst ? 1 : 2, { status: isFirst ? first : looks < 3 ? 'RUNNING' : 'COMPLETED' }) };
    });
    expect(data).toMatchObject({ isTimeUp: false, threads: [{ status: 'COMPLETED' }, { status: 'COMPLETED' }] });
  });

  it('stops at the server’s limit with a result that has the call to continue', async () => {
    const { call } = await session(() => ({ json: thread(1) }), { MAX_WAIT_SECONDS: '1' });
    const { data, isError } = await inTime(() =>
      call('wait_for_thread', { threadIds: [uuid(1)], timeoutSeconds: 600 }),
    );
    expect([isError, data.isTimeUp]).toEqual([false, true]);
    expect(data.nextStep).toMatchObject({
      tool: 'wait_for_thread',
      arguments: { threadIds: [uuid(1)], cursor: `${uuid(1)}=2:RUNNING` },
    });
  });

  it('with until: changed, returns at the first new message of any thread', async () => {
    let looks = 0;
    const { call } = await session(({ path }) => {
      looks++;
      const isFirst = path.endsWith(uuid(1));
      return {
        json: thread(isFirst ? 1 : 2, {
          messages: [message('user', 'Go.'), ...(looks > 3 && isFirst ? [message('tool', 'Busy.')] : [])],
        }),
      };
    });
    const { data } = await call('wait_for_thread', { threadIds: [uuid(1), uuid(2)], until: 'changed' });
    expect(data.threads).toMatchObject([
      { threadId: uuid(1), added: 1 },
      { threadId: uuid(2), added: 0 },
    ]);
  });

  it('counts the states of several, and reads on in the one whose last message was cut', async () => {
    const ids = [1, 2, 3, 4].map(uuid);
    const { text, data } = await callOnce('wait_for_thread', { threadIds: ids }, ({ path }) => {
      const n = 1 + ids.findIndex((id) => path.endsWith(id));
      const [status, said] = n === 3 ? ['FAILED', 'No. '.repeat(200)] : ['COMPLETED', 'Done.'];
      return { json: thread(n, { status, messages: [message('user', 'Go.'), message('assistant', said)] }) };
    });
    expect(text).toMatch(/^Settled after .*: 3 COMPLETED, 1 FAILED\.\n/);
    expect(data.nextStep).toMatchObject({ tool: 'get_thread', arguments: { threadId: uuid(3) } });
  });

  it('names a thread that can’t be read, and waits for the others', async () => {
    const { data, text } = await callOnce('wait_for_thread', { threadIds: [uuid(1), uuid(2)] }, ({ path }) =>
      path.endsWith(uuid(2)) ? undefined : { json: thread(1, { status: 'PAUSED' }) },
    );
    expect(data.threads).toMatchObject([{ status: 'PAUSED' }]);
    expect(text).toMatch(
      new RegExp(`Thread ${uuid(2)} could not be read: .*The platform does not know this \\(404\\)\\.`),
    );
  });

  it.each([
    ['is too long to be read', { json: thread(2, { messages: Array(70_000).fill(message('user', 'Go.')) }) }],
    ['is answered with another', { json: thread(3) }],
  ])('does not wait for a thread that %s: no later read differs', async (_, told) => {
    const { data, text, platform } = await callOnce('wait_for_thread', { threadIds: [uuid(1), uuid(2)] }, ({ path }) =>
      path.endsWith(uuid(2)) ? told : { json: thread(1, { status: 'PAUSED' }) },
    );
    expect(data.isTimeUp).toBe(false);
    expect(data.nextStep).not.toMatchObject({ tool: 'wait_for_thread' });
    expect(platform.asked.filter(({ path }) => path.endsWith(uuid(2)))).toHaveLength(1);
    expect(text).toContain(`Thread ${uuid(2)} could not be read`);
  });

  it('says at the end which thread could not be read, and calls none unsettled for it', async () => {
    const { call } = await session(
      ({ path }) => (path.endsWith(uuid(2)) ? { status: 502, body: {} } : { json: thread(1, { status: 'PAUSED' }) }),
      { MAX_WAIT_SECONDS: '1', MAX_RETRIES: '0' },
    );
    const { data } = await inTime(() => call('wait_for_thread', { threadIds: [uuid(1), uuid(2)] }));
    expect(data.summary).toMatch(/^Time is up after .*: 1 thread could not be read\.$/);
  });

  it('ends when the host cancels', async () => {
    const { client, platform } = await session(() => ({ json: thread(1) }));
    const stop = new AbortController();
    const waiting = client.callTool(
      { name: 'wait_for_thread', arguments: { threadIds: [uuid(1)] } },
      { signal: stop.signal },
    );
    const ended = expect(waiting).rejects.toThrow();
    await until('it was asked about', () => platform.asked.length > 0);
    stop.abort();
    await ended;
    const asked = platform.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(platform.asked.length - asked).toBeLessThanOrEqual(1);
  });

  it('with until: changed, sees a status that changed since the cursor, and takes a cursor without one', async () => {
    const { call } = await session(() => ({ json: thread(1) }), { MAX_WAIT_SECONDS: '1' });
    const wait = (cursor: string) =>
      inTime(() => call('wait_for_thread', { threadIds: [uuid(1)], until: 'changed', cursor }));
    const { data } = await wait(`${uuid(1)}=2:QUEUED`);
    expect(data).toMatchObject({ isTimeUp: false, cursor: `${uuid(1)}=2:RUNNING` });
    for (const same of [`${uuid(1)}=2:RUNNING`, `${uuid(1)}=2`])
      expect((await wait(same)).data).toMatchObject({ isTimeUp: true });
  });
});

describe.concurrent('the time that was given', () => {
  it.each([
    { seconds: 1, reads: 3 },
    { seconds: 3, reads: 5 },
  ])('is used: at least nine tenths of $seconds s, and never more than all', async ({ seconds, reads }) => {
    const { call, platform } = await session(() => ({ json: thread(1) }), { MAX_WAIT_SECONDS: String(seconds) });
    let [started, before] = [0, 0];
    const { data } = await inTime(() => {
      [started, before] = [performance.now(), platform.asked.length];
      return call('wait_for_thread', { threadIds: [uuid(1)] });
    });
    expect(data.isTimeUp).toBe(true);
    expect(performance.now() - started).toBeGreaterThan(seconds * 900 - 20);
    // At once, after half a second, after by half more each time, and at the end: fewer on a busy machine, never more.
    expect(platform.asked.length - before).toBeLessThanOrEqual(reads);
  });

  it('ends with a last read, however slow the one before it was', async () => {
    let looks = 0;
    const { call } = await session(
      async () => {
        // A slow read leaves more time for the last one, which may need less.
        if (++looks === 2) await new Promise((resolve) => setTimeout(resolve, 200));
        return { json: thread(1) };
      },
      { MAX_WAIT_SECONDS: '1' },
    );
    const { data } = await inTime(() => {
      looks = 0;
      return call('wait_for_thread', { threadIds: [uuid(1)] });
    });
    expect(data.isTimeUp).toBe(true);
    expect(looks).toBeLessThanOrEqual(3);
  });
});

describe.concurrent('with until: changed, a thread that waits for a decision', () => {
  it.each([
    ['with a current cursor', `${uuid(1)}=2:AWAITING_APPROVAL`],
    ['without a cursor', undefined],
  ])('is waited for %s, and somebody else’s decision is noticed', async (_what, cursor) => {
    let looks = 0;
    const { call } = await session(({ path }) =>
      path.includes('/threads/')
        ? { json: thread(1, { status: ++looks > 2 ? 'RUNNING' : 'AWAITING_APPROVAL' }) }
        : undefined,
    );
    const { data } = await call('wait_for_thread', {
      threadIds: [uuid(1)],
      until: 'changed',
      ...(cursor && { cursor }),
    });
    expect([looks, data.isTimeUp]).toEqual([3, false]);
    expect(data.threads).toMatchObject([{ status: 'RUNNING' }]);
  });

  it('says that it was cut short, and continues with the requested time', async () => {
    const { call } = await session(() => ({ json: thread(1) }), { MAX_WAIT_SECONDS: '1' });
    const cut = await inTime(() => call('wait_for_thread', { threadIds: [uuid(1)], timeoutSeconds: 10 }));
    expect(cut.text).toContain('10 s were asked for; this server waits 1 s at most (AGENT_PLATFORM_MAX_WAIT_SECONDS).');
    expect(cut.data.nextStep).toMatchObject({ tool: 'wait_for_thread', arguments: { timeoutSeconds: 10 } });
    const whole = await inTime(() => call('wait_for_thread', { threadIds: [uuid(1)], timeoutSeconds: 1 }));
    expect(whole.text).not.toContain('at most');
  });

  it('gives a result when time is up: nothing changed, and no other call helps', async () => {
    const { call } = await session(() => ({ json: thread(1, { status: 'AWAITING_APPROVAL' }) }), {
      MAX_WAIT_SECONDS: '1',
    });
    const cursor = `${uuid(1)}=2:AWAITING_APPROVAL`;
    const { data } = await inTime(() => call('wait_for_thread', { threadIds: [uuid(1)], until: 'changed', cursor }));
    expect(data.isTimeUp).toBe(true);
    // Waiting again would repeat the call just made.
    expect(data).not.toHaveProperty('nextStep');
    expect(data.cursor).toBe(cursor);
  });

  it('that has ended is not waited for: it can’t change', async () => {
    const { call, platform } = await session(() => ({ json: thread(1, { status: 'COMPLETED' }) }));
    await call('wait_for_thread', { threadIds: [uuid(1)], until: 'changed', cursor: `${uuid(1)}=2:COMPLETED` });
    expect(platform.asked.filter(({ path }) => path.includes('/threads/'))).toHaveLength(1);
  });
});

describe.concurrent('a wait on a platform that hangs', () => {
  /** Answers only the first `looks` reads. */
  async function hanging(looks: number) {
    let asked = 0;
    const { call } = await session(
      () => (++asked > looks ? new Promise<never>(() => {}) : { json: thread(1, { status: 'RUNNING' }) }),
      { MAX_WAIT_SECONDS: '2', MAX_RETRIES: '2' },
    );
    return call('wait_for_thread', { threadIds: [uuid(1)] });
  }

  it('ends at the limit with what is known', async () => {
    const { data, isError } = await inTime(() => hanging(1));
    expect([isError, data.isTimeUp, data.notes]).toEqual([false, true, undefined]);
    expect(data.nextStep).toMatchObject({ tool: 'wait_for_thread', arguments: { threadIds: [uuid(1)] } });
  });

  it('ends at the limit with an error if nothing was ever read', async () => {
    const { text, isError } = await hanging(0);
    expect([isError, text]).toEqual([true, expect.stringMatching(/The platform did not answer within [\d.]+ s/)]);
  });

  it('ends in time after a 429 that asks for more time than there is', async () => {
    const { data, isError } = await inTime(async () => {
      let asked = 0;
      const { call } = await session(
        () => (++asked > 1 ? { status: 429, body: { retryAfter: 60 } } : { json: thread(1) }),
        { MAX_WAIT_SECONDS: '2' },
      );
      return call('wait_for_thread', { threadIds: [uuid(1)] });
    });
    expect([isError, data.isTimeUp, data.notes]).toEqual([false, true, undefined]);
  });
});

describe('a cursor', () => {
  it.each(['a=1', 'a=1:RUNNING,b.c:d=22', 'a=0:awaiting-approval'])('%s is read and written', (text) => {
    const seen = parseCursor(text);
    expect(seen && formatCursor(seen)).toBe(text);
  });
  it.each(['', 'a', 'a=', 'a=x', 'a/b=1', 'a=1:x y', 'a=1,'])('%j is not a cursor', (text) => {
    expect(parseCursor(text)).toBeUndefined();
  });
  it('can hold any status of a platform, and none of its text', () => {
    const text = formatCursor(new Map([['a', { messages: 1, status: statusWord('⟦odd, one=1⟧') }]]));
    expect(parseCursor(text)?.get('a')?.status).toMatch(/^[0-9a-f]{8}$/);
  });
});

it('get_thread reports a response with another thread', async () => {
  const { call } = await session(() => ({ json: thread(2) }));
  for (const place of [{}, { message: 1 }]) {
    golden(await call('get_thread', { threadId: uuid(1), ...place }));
  }
  golden(await call('get_thread', { threadId: uuid(2) }));
});

describe('a wait for a settled thread', () => {
  const asking = (n: number) =>
    thread(n, {
      status: 'AWAITING_APPROVAL',
      updatedAt: '2026-11-01T10:00:00.000Z',
      messages: [
        message('user', 'Refund order 7.'),
        { ...message('assistant', 'May I?'), tool_calls: [{ name: 'refund', arguments: { order: 7 } }] },
      ],
    });
  const platform = (threads: readonly { id: string; agentId: string }[]) => (asked: { path: string }) => {
    if (asked.path === '/v1/agents') return { json: [{ id: uuid(1), name: 'Refund Desk' }] };
    return { json: threads.find(({ id }) => asked.path.endsWith(`/agents/threads/${id}`)) ?? [] };
  };

  it('shows the last message of an ended thread, without a cursor', async () => {
    const done = thread(1, { status: 'COMPLETED', messages: [message('user', 'Go.'), message('assistant', 'Went.')] });
    const { data, text } = await callOnce('wait_for_thread', { threadIds: [uuid(1)] }, platform([done]));
    expect(data.threads).toMatchObject([{ messages: [{ number: 2, role: 'assistant', content: '⟦Went.⟧' }] }]);
    expect(text + JSON.stringify(data.threads)).not.toContain('added');
    golden(text);
  });

  it('shows a request as the inbox does, without a token, and leads to where the token is', async () => {
    const { data, text } = await callOnce('wait_for_thread', { threadIds: [uuid(2)] }, platform([asking(2)]));
    expect(text + JSON.stringify(data)).not.toContain('reviewToken');
    expect(data.threads).toMatchObject([{ threadId: uuid(2), request: { calls: [{ name: 'refund' }] } }]);
    expect(data.nextStep).toMatchObject({ tool: 'get_thread', arguments: { threadId: uuid(2) } });
    expect(text).toContain('wants refund');
  });

  it('shows each of two requests that are alike in its own words', async () => {
    const name = 'erase_all_of_the_old_customer_records_now';
    const alike = [1, 2].map((n) => ({
      ...asking(n),
      messages: [{ ...message('assistant', ''), tool_calls: [{ name, arguments: {} }] }],
    }));
    const { text } = await callOnce('wait_for_thread', { threadIds: [uuid(1), uuid(2)] }, platform(alike));
    expect(text).not.toContain('as above');
    expect(text.split(`wants ${name}`)).toHaveLength(3);
  });

  it('makes no further reads for many requests, which the inbox shows', async () => {
    const threads = [1, 2, 3, 4].map(asking);
    const { call, platform: asked } = await session(platform(threads));
    await call('wait_for_thread', { threadIds: threads.map(({ id }) => id) });
    expect(asked.asked.filter(({ path }) => path === '/v1/agents')).toEqual([]);
  });
});
