/** The main job as one client does it over HTTP: used against one replica and against several behind a proxy. */
import { expect } from 'vitest';
import { uuidFor } from '../../src/sandbox/ids.ts';
import { textOf } from '../support/clients.ts';
import type { HttpClient } from './support.ts';

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** Decides on the thread, sees it continue, talks, searches, tests a tool, and reads costs and pages. */
export async function mainJob(client: HttpClient, thread: string, decidedBy: 'human' | 'not-asked'): Promise<void> {
  const call = async (tool: string, args: Record<string, unknown>): Promise<unknown> => {
    const result = await client.callTool(tool, args);
    expect(result.isError, `${tool}: ${textOf(result)}`).toBeFalsy();
    return result.structuredContent;
  };
  expect(JSON.stringify(await call('list_pending_approvals', {}))).toContain(thread);
  const seen = await call('get_thread', { threadId: thread });
  const args = { threadId: thread, status: 'APPROVED', reviewToken: field(seen, 'reviewToken') };
  expect(await call('approve_thread', args)).toMatchObject({ decision: 'APPROVED', decidedBy });
  expect(await call('wait_for_thread', { threadIds: [thread], timeoutSeconds: 20 })).toMatchObject({ isTimeUp: false });
  const assistantIdentifier = 'support-assistant';
  const first = await call('send_assistant_message', { assistantIdentifier, message: 'Where is order 10497?' });
  const chatUuid = field(first, 'chatUuid');
  const next = { assistantIdentifier, chatUuid, message: 'And when was it ordered?' };
  expect(await call('send_assistant_message', next)).toMatchObject({ message: expect.any(String) });
  expect(JSON.stringify(await call('search_chats', { query: '10497' }))).toContain(String(chatUuid));
  const tool = { toolServerId: uuidFor('tool-server:shop-tools'), toolId: 'lookup_order' };
  expect(await call('test_tool', { ...tool, parameters: { orderNumber: '10497' } })).toMatchObject({ success: true });
  await call('get_agent_costs', {});
  expect(JSON.stringify(await client.readResource('agent-platform://docs/approvals'))).toContain('Approvals');
}
