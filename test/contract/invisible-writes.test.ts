/** No tool writes invisible characters, in any field; reads may contain them. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { session, uuid } from '../support/sessions.ts';

const HIDDEN = 'Pay 5\u202e0';
const AGENT = uuid(1);
const THREAD = uuid(2);
const ID = '65f0c2a1b7e4d8903c1f2a6b';

const WRITES: readonly [tool: string, args: Record<string, unknown>][] = [
  ['create_thread', { agentId: AGENT, message: HIDDEN }],
  ['create_thread', { agentId: AGENT, message: 'x', metadata: { note: HIDDEN } }],
  ['send_thread_message', { threadId: THREAD, message: HIDDEN }],
  ['send_assistant_message', { assistantIdentifier: 'helper', message: HIDDEN }],
  ['approve_thread', { threadId: THREAD, status: 'APPROVED', comment: HIDDEN }],
  ['update_agent', { agentId: AGENT, description: HIDDEN }],
  ['update_agent', { agentId: AGENT, assistantSpecialization: { presets: HIDDEN } }],
  ['create_tool_server', { name: HIDDEN }],
  ['update_tool_server', { toolServerId: ID, url: HIDDEN }],
  ['create_tool', { toolServerId: ID, name: 'x', description: HIDDEN }],
  ['update_tool', { toolServerId: ID, toolId: 'find_order', description: HIDDEN }],
  ['test_tool', { toolServerId: ID, toolId: 'find_order', parameters: { note: HIDDEN } }],
  ['write_document', { documentId: ID, markdownContent: HIDDEN }],
  ['upload_file', { path: `/srv/${HIDDEN}` }],
];

describe.each([{}, { DRY_RUN: 'true' }])('a write with an invisible character, under %o', (settings) => {
  it.each(WRITES)('%s %j is refused', async (tool, args) => {
    const { call, platform } = await session(() => ({ json: [] }), { TOOLSETS: 'all', ...settings });
    const { isError, text } = await call(tool, args);
    expect([isError, platform.asked]).toEqual([true, []]);
    golden(text);
    expect(text).not.toMatch(/secret/);
  });
});

it('a read may search for invisible characters', async () => {
  const { call } = await session(() => ({ json: [] }), { TOOLSETS: 'all' });
  expect((await call('search_chats', { query: HIDDEN })).isError).toBe(false);
});
