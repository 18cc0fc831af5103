/**
 * A write answered with 202 was accepted, but perhaps not carried out yet, so it is reported neither as done nor as
 * ineffective. The texts are in `test/golden/tables`.
 */
import { expect, it } from 'vitest';
import { object } from '../../src/platform/parse/coerce.ts';
import { stable } from '../golden/stable.ts';
import { ANSWERS, recognise } from '../support/fault-answers.ts';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import { reviewed, session, thread, uuid } from '../support/sessions.ts';
import { TOOL_CASES } from '../support/tool-cases.ts';

const table = (texts: readonly string[], name: string): Promise<void> =>
  expect(stable(texts.join('\n\n'))).toMatchFileSnapshot(`../golden/tables/${name}.txt`);

/** The arguments of a change of state; if nobody can be asked, a decision needs a reviewToken. */
async function argumentsOf(
  { tool, args }: (typeof MOVES)[number],
  call: Awaited<ReturnType<typeof accepting>>['call'],
): Promise<Record<string, unknown>> {
  if (tool !== 'approve_thread') return args;
  return { ...args, reviewToken: (await call('get_thread', { threadId: args.threadId })).data.reviewToken };
}

const MOVES = [
  { tool: 'approve_thread', args: { threadId: 'waiting', status: 'APPROVED' } },
  { tool: 'approve_thread', args: { threadId: 'waiting', status: 'REJECTED' } },
  { tool: 'pause_thread', args: { threadId: 'running' } },
  { tool: 'resume_thread', args: { threadId: 'paused' } },
  { tool: 'complete_thread', args: { threadId: 'completing' } },
];

/** A platform that answers writes with 202, and carries none of them out. */
async function accepting(body: unknown = { message: 'Accepted.' }) {
  return session(
    (asked) => {
      const found = recognise(asked.method, asked.path);
      if (found === undefined) return undefined;
      if (asked.method !== 'GET') return { status: 202, body };
      return { json: ANSWERS[found.operation](found.params, {}) };
    },
    { TOOLSETS: 'all' },
  );
}

it('an accepted move is reported as pending, not as failed', async () => {
  const texts: string[] = [];
  for (const move of MOVES) {
    const { tool, args } = move;
    const { call, platform } = await accepting();
    const { text, isError } = await call(tool, await argumentsOf(move, call));
    expect([tool, isError]).toEqual([tool, true]);
    expect(platform.asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
    texts.push(`${tool} ${JSON.stringify(args)}\n${text}`);
  }
  await table(texts, 'accepted-moves');
});

it('decide_approvals counts accepted decisions as unknown', async () => {
  const { call } = await accepting();
  const threads = ['together-1', 'together-2'];
  const tokens = await Promise.all(threads.map(async (threadId) => (await call('get_thread', { threadId })).data));
  const items = threads.map((threadId, index) => ({
    threadId,
    status: 'APPROVED',
    reviewToken: tokens[index]?.reviewToken,
  }));
  const { text } = await call('decide_approvals', { items });
  golden(text);
  expect(text).not.toContain('did NOT');
});

it('a batch waits once for all decisions that the platform carries out a moment later', async () => {
  const decidedAt = new Map<string, number>();
  const answerOf = ({ method, path }: { method: string; path: string }) => {
    const [, id = ''] = /^\/v1\/agents\/threads\/([^/]+)/.exec(path) ?? [];
    if (method === 'POST') decidedAt.set(id, Date.now());
    const isDone = Date.now() - (decidedAt.get(id) ?? Infinity) > 250;
    const asks = thread(Number(id.slice(-12)), { status: isDone ? 'RUNNING' : 'AWAITING_APPROVAL' });
    return method === 'POST' ? { status: 202, body: { message: 'Accepted.' } } : { json: asks };
  };
  const { call, platform } = await session(answerOf);
  const ids = [1, 2, 3, 4].map(uuid);
  const read = await Promise.all(ids.map(async (threadId) => (await call('get_thread', { threadId })).data));
  const items = ids.map((threadId, n) => ({ threadId, status: 'APPROVED', reviewToken: read[n]?.reviewToken }));
  const { data } = await call('decide_approvals', { items });
  expect(data.decisions.map(({ outcome, status }) => [outcome, status])).toEqual(ids.map(() => ['decided', 'RUNNING']));
  const steps = platform.asked.map(({ method }) => method);
  const sending = steps.slice(steps.indexOf('POST'), steps.lastIndexOf('POST') + 1);
  // Each but the last is looked at once, and the next one read again.
  expect(sending).toEqual(ids.flatMap((_, n) => (n === 0 ? ['POST'] : ['GET', 'GET', 'POST'])));
});

it('a batch does not know its effect on a thread that could not be read again', async () => {
  let reads = 0;
  const { call, platform } = await session(({ method }) => {
    if (method === 'POST') return { json: thread(1, { status: 'AWAITING_APPROVAL' }) };
    const isSent = platform.asked.some((asked) => asked.method === 'POST');
    return isSent && ++reads > 1 ? undefined : { json: thread(1, { status: 'AWAITING_APPROVAL' }) };
  });
  const item = await reviewed({ call }, { threadId: uuid(1), status: 'APPROVED' });
  const { data } = await call('decide_approvals', { items: [item] });
  expect(data.decisions).toMatchObject([{ outcome: 'unknown', status: 'UNKNOWN' }]);
});

const DELETIONS = TOOL_CASES.filter(({ write = '' }) => write.startsWith('delete'));
it('an accepted deletion is not reported as done', async () => {
  const texts: string[] = [];
  for (const { tool, args } of DELETIONS) {
    const { call } = await accepting();
    const { text, data, isError } = await call(tool, args);
    expect([tool, isError, data.deleted]).toEqual([tool, false, undefined]);
    texts.push(`${tool} ${JSON.stringify(args)}\n${text}`);
  }
  await table(texts, 'accepted-deletions');
});

const CREATIONS = TOOL_CASES.filter(({ write = '' }) => /^(?:create|clone)/.test(write));
it('an accepted creation is not reported as done, although the response holds a record', async () => {
  const texts: string[] = [];
  for (const { tool, args } of CREATIONS) {
    const { call } = await session(
      ({ method, path, body }) => {
        const found = recognise(method, path);
        if (found === undefined) return undefined;
        const answer = ANSWERS[found.operation](found.params, object(body));
        return method === 'GET' ? { json: answer } : { status: 202, body: answer };
      },
      { TOOLSETS: 'all', APPROVALS: 'off' },
    );
    const { text, data, isError } = await call(tool, args);
    expect([tool, isError, data.created]).toEqual([tool, false, undefined]);
    expect(text).not.toMatch(/Created|Cloned/);
    texts.push(`${tool} ${JSON.stringify(args)}\n${text}`);
  }
  await table(texts, 'accepted-creations');
});

it('an accepted update whose response shows the old values may still take effect', async () => {
  const { call } = await accepting({ id: 'agent-1', name: 'Refunds' });
  goldenError(await call('update_agent', { agentId: 'agent-1', name: 'Other' }));
});

it('an accepted update whose response shows the new values is not reported as done', async () => {
  const { call } = await accepting({ id: 'agent-1', name: 'Other' });
  goldenAnswer(await call('update_agent', { agentId: 'agent-1', name: 'Other' }));
});

it('an accepted revert whose response shows the content is not reported as done', async () => {
  const { call } = await session(
    ({ method, path, body }) => {
      const found = recognise(method, path);
      const json = found && ANSWERS[found.operation](found.params, object(body));
      return method === 'GET' ? { json } : { status: 202, body: json };
    },
    { TOOLSETS: 'all', APPROVALS: 'off' },
  );
  goldenAnswer(await call('revert_document', { documentId: 'document-1', version: 1 }));
});

it('send_assistant_message does not take an acknowledgement for the reply', async () => {
  const { call } = await accepting();
  golden(await call('send_assistant_message', { assistantIdentifier: 'support', message: 'Hello.' }));
});

it('a decision accepted with a 204 is of unknown status if nothing can be read afterwards', async () => {
  const texts: string[] = [];
  for (const move of MOVES) {
    const { tool, args } = move;
    let isWritten = false;
    const { call } = await session((asked) => {
      const found = recognise(asked.method, asked.path);
      if (found === undefined || isWritten) return { status: 500 };
      isWritten = asked.method !== 'GET';
      return isWritten ? { status: 204 } : { json: ANSWERS[found.operation](found.params, {}) };
    });
    const { text, data, isError } = await call(tool, await argumentsOf(move, call));
    expect([tool, isError, data.status]).toEqual([tool, false, 'UNKNOWN']);
    texts.push(`${tool} ${JSON.stringify(args)}\n${text}`);
  }
  await table(texts, 'accepted-unseen');
});
