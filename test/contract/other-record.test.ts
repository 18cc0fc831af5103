/** A write whose answer names a different record from the requested one is not reported as a success. */
import { expect, it } from 'vitest';
import { ANSWERS, recognise } from '../support/fault-answers.ts';
import { golden, goldenError } from '../support/golden.ts';
import { session } from '../support/sessions.ts';
import { TOOL_CASES } from '../support/tool-cases.ts';

type Change = (answer: object) => object;

/** A platform whose answers to writes are changed. */
async function answering(change: Change) {
  const { call } = await session(
    ({ method, path, body }) => {
      const found = recognise(method, path);
      if (found === undefined) return undefined;
      const answer = ANSWERS[found.operation](found.params, Object(body));
      return { json: method === 'GET' ? answer : change(Object(answer)) };
    },
    { TOOLSETS: 'all' },
  );
  return call;
}

const ids =
  (of: (id: string) => string): Change =>
  (answer) =>
    Object.fromEntries(
      Object.entries(answer).map(([key, value]) => [
        key,
        /^(_?id|deletedId)$/.test(key) && typeof value === 'string' ? of(value) : value,
      ]),
    );

const WRITES = TOOL_CASES.filter(({ write = '' }) => /^(update|revert|delete)[A-Z]/.test(write));

it('a response about another record is an error that names both', async () => {
  const texts: string[] = [];
  for (const { tool, write, args } of WRITES) {
    const call = await answering(ids(() => 'other-9'));
    const { text, isError } = await call(tool, args);
    expect([write, isError]).toEqual([write, true]);
    texts.push(`${tool} ${JSON.stringify(args)}\n${text}`);
  }
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('../golden/tables/other-record.txt');
});

it.each(WRITES)('accepts a response with the same id in capitals: $tool, $write', async ({ tool, args }) => {
  const call = await answering(ids((id) => id.toUpperCase()));
  expect((await call(tool, args)).isError).toBe(false);
});

it('accepts a second id beside the first in a response to update_agent', async () => {
  const call = await answering((answer) => ({ ...answer, id: 'agent-1', _id: '65f0c2a1b7e4d8903c1f2a6b' }));
  expect((await call('update_agent', { agentId: 'agent-1', name: 'Other' })).isError).toBe(false);
});

it("create_thread says whose thread it is if that is another agent's", async () => {
  const call = await answering((answer) => ({ ...answer, agentId: 'other-9' }));
  golden(await call('create_thread', { agentId: 'agent-1', message: 'Go.' }));
});

it('create_thread reports where the new thread differs from the request, and nothing about fields that are not shown', async () => {
  const call = await answering((answer) => ({ ...answer, tenantId: 'acme', tags: ['b', 'a'], metadata: undefined }));
  const asked = { tenantId: 'globex', tags: ['b', 'a'], metadata: { order: 1 } };
  const { text } = await call('create_thread', { agentId: 'agent-1', message: 'Go.', ...asked });
  golden(text);
  expect(text).not.toMatch(/tags|metadata/);
});

const READS = TOOL_CASES.filter(({ tool, write }) =>
  write === undefined ? /^(get_tool_server|get_project|read_document)$/.test(tool) : false,
);

it.each(READS)('$tool refuses an answer about another record', async ({ tool, args }) => {
  const { call } = await session(
    ({ method, path, body }) => {
      const found = recognise(method, path);
      if (found === undefined) return undefined;
      return { json: ids(() => 'other-9')(Object(ANSWERS[found.operation](found.params, Object(body)))) };
    },
    { TOOLSETS: 'all' },
  );
  goldenError(await call(tool, args));
});

it('evaluate_thread never shows the score of another thread', async () => {
  const call = await answering((answer) => ({ ...answer, threadId: 'other-9' }));
  const { text, data } = await call('evaluate_thread', { threadId: 'ended' });
  golden(text);
  expect(data.score).toBeUndefined();
});
