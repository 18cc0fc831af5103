/** No tool writes what nobody can see, in whatever field it stands; reads are let through. */
import { describe, expect, it } from 'vitest';
import { session, uuid } from '../support/sessions.ts';

const HIDDEN = 'Pay 5\u202e0';
const AGENT = uuid(1);
const THREAD = uuid(2);
const ID = '65f0c2a1b7e4d8903c1f2a6b';

const WRITES: readonly [tool: string, args: Record<string, unknown>, place: string][] = [
  ['create_thread', { agentId: AGENT, message: HIDDEN }, 'message'],
  ['create_thread', { agentId: AGENT, message: 'x', metadata: { note: HIDDEN } }, 'metadata.note'],
  ['send_thread_message', { threadId: THREAD, message: HIDDEN }, 'message'],
  ['send_assistant_message', { assistantIdentifier: 'helper', message: HIDDEN }, 'message'],
  ['approve_thread', { threadId: THREAD, status: 'APPROVED', comment: HIDDEN }, 'comment'],
  ['update_agent', { agentId: AGENT, description: HIDDEN }, 'description'],
  ['update_agent', { agentId: AGENT, assistantSpecialization: { presets: HIDDEN } }, 'assistantSpecialization.presets'],
  ['create_tool_server', { name: HIDDEN }, 'name'],
  ['update_tool_server', { toolServerId: ID, url: HIDDEN }, 'url'],
  ['create_tool', { toolServerId: ID, name: 'x', description: HIDDEN }, 'description'],
  ['update_tool', { toolServerId: ID, toolId: 'find_order', description: HIDDEN }, 'description'],
  ['test_tool', { toolServerId: ID, toolId: 'find_order', parameters: { note: HIDDEN } }, 'parameters.note'],
  ['write_document', { documentId: ID, markdownContent: HIDDEN }, 'markdownContent'],
  ['upload_file', { path: `/srv/${HIDDEN}` }, 'path'],
];

describe.each([{}, { DRY_RUN: 'true' }])('with %o', (settings) => {
  it.each(WRITES)('%s %j is refused', async (tool, args, place) => {
    const { call, platform } = await session(() => ({ json: [] }), { TOOLSETS: 'all', ...settings });
    const { isError, text } = await call(tool, args);
    expect([isError, platform.asked]).toEqual([true, []]);
    expect(text).toMatch(new RegExp(`can't be seen: U\\+202E in ${place} at index \\d+\\. Nothing was sent`));
    expect(text).not.toMatch(/secret/);
  });
});

it('a read looks for it', async () => {
  const { call } = await session(() => ({ json: [] }), { TOOLSETS: 'all' });
  expect((await call('search_chats', { query: HIDDEN })).isError).toBe(false);
});
