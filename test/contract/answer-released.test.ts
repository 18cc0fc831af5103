/** What a handler answers with is let go once its result is made, and the result is whole all the same. */
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { Answer } from '../../src/mcp/contract/answer.ts';
import { defineTool } from '../../src/mcp/contract/tool.ts';
import { inProcess } from '../support/in-process.ts';

const NEXT = { tool: 'get_thread', arguments: { threadId: 't9' }, why: 'see it' };

it.each<[string, Answer['next']]>([
  ['a plain answer', undefined],
  ['one with a next step', NEXT],
  ['one whose next step depends on what is shown', (shown) => ({ ...NEXT, arguments: { threadId: `t${shown}` } })],
])('%s', async (_kind, next) => {
  const made: Answer[] = [];
  const tool = defineTool({
    name: 'get_thread',
    title: 'Get a thread',
    toolset: 'threads',
    effect: 'read',
    description: 'Says what it has.',
    input: () => z.strictObject({ threadId: z.string() }),
    output: () => z.looseObject({}),
    handle: async () => {
      const items = ['a', 'b'].map((id) => ({ data: { id }, line: `line ${id}` }));
      made.push({ summary: 'Two.', list: { name: 'things', items }, next });
      return made.at(-1) as Answer;
    },
  });
  const session = await inProcess({}, { tools: [tool], resources: [], prompts: [] });
  for (let time = 0; time < 2; time++) {
    const { text, data } = await session.call('get_thread', { threadId: 't1' });
    expect(data).toMatchObject({ things: [{ id: 'a' }, { id: 'b' }] });
    expect(text).toMatch(/^Two\.\nline a\nline b/);
    expect(text.includes('Next: get_thread')).toBe(next !== undefined);
  }
  expect(made.map(({ list }) => list)).toEqual([undefined, undefined]);
  await session.close();
});
