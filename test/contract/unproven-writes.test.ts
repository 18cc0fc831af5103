/** A write is reported as done only if the platform’s answer or a later read shows it, and errors say what their status says. */
import { describe, expect, it } from 'vitest';
import { type Json, object } from '../../src/platform/parse/coerce.ts';
import { answering, json } from '../support/answering.ts';
import { golden, goldenAnswer, goldenError } from '../support/golden.ts';
import type { Told } from '../support/platform-double.ts';
import { callOnce, session, thread, uuid } from '../support/sessions.ts';

describe('a write without evidence of its effect', () => {
  it.each([
    {},
    { deleted: true },
    { status: 'queued' },
    { id: 'eval-1' },
    { id: 'e1', status: 'COMPLETED', score: null },
  ])('claims no score that the response does not show: %j', async (answer) => {
    const { call } = await answering({ evaluateThread: json(answer) });
    expect((await call('evaluate_thread', { threadId: 'ended' })).text.split('\n')[0]).toBe(
      'The platform accepted the request; its answer shows no score of thread ended yet.',
    );
  });

  it('is an error if the evaluation’s answer reports a failure', async () => {
    const { call } = await answering({ evaluateThread: json({ success: false }) });
    goldenError(await call('evaluate_thread', { threadId: 'ended' }));
  });

  it.each([{ success: 'false' }, { success: false, data: { success: true, executionTimeMs: 3 } }])(
    'counts as a failed tool test if the answer reports a failure: %j',
    async (answer) => {
      const { call } = await answering({ testTool: json(answer) });
      const args = { toolServerId: 'server-1', toolId: 'tool-1', parameters: {} };
      const { text, data } = await call('test_tool', args);
      expect(data.success).toBe(false);
      golden(text);
    },
  );

  it.each(['pause_thread', 'resume_thread', 'complete_thread'])(
    'is an error if the thread stays in its unknown state: %s',
    async (tool) => {
      const sleeping = json(thread(1, { status: 'SLEEPING' }));
      goldenError(await callOnce(tool, { threadId: uuid(1) }, sleeping, { APPROVALS: 'off' }));
    },
  );

  /** The thread before and after the only write. */
  const moving = (before: string, after: string) => {
    let status = before;
    return session(
      ({ method }) => {
        if (method === 'POST') status = after;
        return { json: thread(1, { status }) };
      },
      { APPROVALS: 'off' },
    );
  };

  it.each([
    ['pause_thread', 'RUNNING', 'NOT_PAUSED'],
    ['resume_thread', 'PAUSED', 'NOT_RUNNING'],
    ['complete_thread', 'RUNNING', 'NOT_COMPLETED'],
    ['pause_thread', 'PAUSED', 'PAUSED'],
    ['resume_thread', 'RUNNING', 'RUNNING'],
  ])('%s is not confirmed by a move from %s to %s', async (tool, before, after) => {
    const { call } = await moving(before, after);
    goldenAnswer(await call(tool, { threadId: uuid(1) }));
  });

  it('does not describe a thread that was running as still waiting', async () => {
    const { call } = await moving('RUNNING', 'AWAITING_APPROVAL');
    goldenError(await call('complete_thread', { threadId: uuid(1) }));
  });

  it('is an error if a failed thread is resumed and is failed afterwards', async () => {
    goldenError(await callOnce('resume_thread', { threadId: uuid(1) }, json(thread(1, { status: 'FAILED' }))));
  });
});

describe('an update that is answered with the record as it was before', () => {
  /** What each of the tools changes, and how a read of it shows that. */
  const UPDATES = [
    ['update_agent', { agentId: 'agent-1', description: 'new' }],
    ['update_tool_server', { toolServerId: 'server-1', description: 'new' }],
    ['update_project', { projectId: 'project-1', description: 'new' }],
    ['update_tool', { toolServerId: 'server-1', toolId: 'find', description: 'new', name: 'seek' }],
    ['write_document', { documentId: 'document-1', oldText: 'old', newText: 'new' }],
    ['write_document_folder', { folderId: 'folder-1', name: 'new' }],
  ] as const;
  const PATHS: Readonly<Record<string, { readonly list: string; readonly one?: string }>> = {
    update_agent: { list: '/v1/agents' },
    update_tool_server: { list: '', one: '/v1/tool-servers/server-1' },
    update_project: { list: '', one: '/v1/projects/project-1' },
    update_tool: { list: '/v1/tool-servers/server-1/tools' },
    write_document: { list: '', one: '/v1/documents/document-1' },
    write_document_folder: { list: '/v1/document-folders' },
  };

  /** `kept`: the fields that the platform does change. `isReadable`: whether it can be read after the change. */
  const updated = async (
    tool: string,
    args: Record<string, unknown>,
    { kept = (body: Json): Json => body, isReadable = true, status = 200 } = {},
  ) => {
    const id = String(args.toolId ?? args[Object.keys(args)[0] ?? '']).replace('find', 'tool-1');
    const { list, one } = PATHS[tool] ?? { list: '' };
    let record: Json = { id, name: 'find', description: 'old', markdownContent: 'An old one.', summary: 'old' };
    if (tool === 'update_tool') record = { id, function: { name: 'find', description: 'old' } };
    let isWritten = false;
    return callOnce(
      tool,
      args,
      ({ method, path, query, body }) => {
        if (method !== 'GET') {
          const before = record;
          record = { ...record, ...kept(object(body)) };
          isWritten = true;
          return { status, body: before };
        }
        if (isWritten && !isReadable) return { status: 500 };
        if (path === one) return { json: record };
        return path === list && !query.get('archived') ? { json: [record] } : undefined;
      },
      { TOOLSETS: 'all', APPROVALS: 'off', MAX_RETRIES: '0' },
    );
  };

  it.each(UPDATES)('is told as done if another read shows it: %s', async (tool, args) => {
    const { isError, text, data, platform } = await updated(tool, args);
    expect(isError, text).toBe(false);
    expect(text).toMatch(/^Updated /);
    expect(text).not.toContain('in the answer');
    expect(JSON.stringify(data.changed)).toContain('new');
    expect(platform.asked.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  });

  it.each(UPDATES)('is told as without effect if another read does not show it either: %s', async (tool, args) => {
    const { isError, text } = await updated(tool, args, { kept: () => ({}) });
    expect(isError).toBe(true);
    expect(text).toContain(', but it has NOT taken effect so far. ');
  });

  it.each(UPDATES)('is told as unknown if it cannot be read again: %s', async (tool, args) => {
    const { isError, text } = await updated(tool, args, { isReadable: false });
    expect(isError).toBe(true);
    expect(text).toContain('whether it has taken effect is not known');
    expect(text).not.toContain('NOT taken effect');
  });

  it('says what it said of each field, where it changed only some', async () => {
    const both = { toolServerId: 'server-1', name: 'Store', description: 'new' };
    const kept = ({ name }: Json): Json => ({ name });
    golden(await updated('update_tool_server', both, { kept }));
    golden(await updated('update_tool_server', both, { isReadable: false }));
  });

  it('is told as done also if it was accepted for later', async () => {
    const args = { toolServerId: 'server-1', description: 'new' };
    expect((await updated('update_tool_server', args, { status: 202 })).text).toMatch(/^Updated /);
    golden(await updated('update_tool_server', args, { status: 202, isReadable: false }));
  });
});

describe('an error says what its status means, and no more', () => {
  const status = (code: number) => ({ listAgents: (): Told => ({ status: code, body: {} }) });
  it.each([304, 408, 501, 503])('%i', async (code) => {
    const { call } = await answering(status(code));
    golden(await call('list_agents'));
  });

  it('a read refused in the body mentions no effect to check', async () => {
    const { call } = await answering({ listAgents: json({ success: false, error: 'db down' }) });
    golden(await call('list_agents'));
  });

  it('a write refused in the body had a usable answer', async () => {
    const { call } = await answering({ createThread: json({ success: false, error: 'quota' }) });
    golden(await call('create_thread', { agentId: 'agent-1', message: 'Go.' }));
  });

  it('a failed tool test names no list to check: none shows what it did', async () => {
    const { call } = await answering({ testTool: () => ({ status: 500, body: {} }) });
    const args = { toolServerId: 'server-1', toolId: 'tool-1', parameters: {} };
    golden(await call('test_tool', args));
  });
});
