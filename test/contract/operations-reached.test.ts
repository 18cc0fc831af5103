/** Some tool reaches every operation of the specification, with the specified method and path. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/platform/operations/dialect.ts';
import { operationList } from '../../src/platform/operations/index.ts';
import type { RecordedRequest, Sandbox } from '../../src/sandbox/options.ts';
import { ROOT } from '../support/build.ts';
import { missingFacts } from '../support/facts.ts';
import { type InProcess, inProcess } from '../support/in-process.ts';
import { openSandbox } from '../support/sandbox.ts';
import { slowDescribe } from '../support/thorough.ts';

const recorded: RecordedRequest[] = [];
let sandbox: Sandbox;
let session: InProcess;

/** The first record of a list. */
const first = (list: unknown): Readonly<Record<string, unknown>> => (Array.isArray(list) ? list[0] : {});

/** Whether the sandbox answered with a success. */
const hasSucceeded = ({ operation, status }: RecordedRequest): boolean =>
  operation !== undefined && status >= 200 && status < 300;

const reachesAll = (dialect: (typeof DIALECTS)[number]) => {
  beforeAll(async () => {
    recorded.length = 0;
    // Its threads stay as they are, so that none has ended before it is paused.
    sandbox = await openSandbox({ dialect, speed: 0, onRequest: (request) => recorded.push(request) });
    session = await inProcess({
      BASE_URL: sandbox.url,
      TOKEN: sandbox.token,
      TOOLSETS: 'all',
      UPLOAD_DIRS: `${ROOT}test/fixtures`,
      DIALECT: dialect,
    });
  });

  it('the tools reach every operation, and text and structured content carry the same facts', async () => {
    const called = new Set<string>();
    /** The last value of each argument. */
    const given: Record<string, unknown> = {};
    const call = async (
      tool: string,
      args: Record<string, unknown> = {},
    ): Promise<Readonly<Record<string, unknown>>> => {
      called.add(tool);
      Object.assign(given, args);
      const result = await session.call(tool, args);
      expect(
        result.isError,
        `${tool} ${JSON.stringify(args)}: ${result.text}\nAn example is called with the ids that were given last: if a record is deleted by now, set another one in given.`,
      ).toBe(false);
      expect(
        missingFacts(result.data, result.text),
        `The text of ${tool} lacks values of its data. Both carry the same: show them in the text, and cut times to the minute (minute).`,
      ).toEqual([]);
      expect(String(result.data.summary).length).toBeGreaterThan(0);
      return result.data;
    };

    /** The arguments of a decision, with its reviewToken. */
    const read = async (args: { readonly threadId: unknown; readonly status: string }) => ({
      ...args,
      reviewToken: (await call('get_thread', { threadId: args.threadId })).reviewToken,
    });

    const { agentId } = await call('create_agent', { name: 'Walker', description: 'Walks through every tool.' });
    await call('list_agents');
    await call('update_agent', { agentId, description: 'Walked.' });
    const { threadId } = await call('create_thread', { agentId, message: 'Say hello.' });
    await call('list_agent_threads', { agentId });
    await call('get_thread', { threadId });
    await call('pause_thread', { threadId });
    await call('resume_thread', { threadId });
    await call('complete_thread', { threadId });
    await call('send_thread_message', { threadId, message: 'And once more.' });
    await call('evaluate_thread', { threadId });
    await call('list_thread_evaluations', { threadId });
    const inbox = (await call('list_pending_approvals')).approvals as Record<string, Record<string, unknown>>[];
    // What contradicts itself comes first, and is not approved here.
    const waiting = first(inbox.filter(({ brief }) => brief?.contradictions === undefined));
    await call('wait_for_thread', { threadIds: [waiting.threadId] });
    await call('approve_thread', await read({ threadId: waiting.threadId, status: 'APPROVED' }));
    const others = (await call('list_pending_approvals')).approvals as (typeof waiting)[];
    const items: object[] = [];
    for (const { threadId } of others.slice(0, 2)) items.push(await read({ threadId, status: 'REJECTED' }));
    await call('decide_approvals', { items });
    for (const period of ['daily', 'monthly', 'summary'])
      await call('get_agent_costs', { agentId: waiting.agentId, period });
    await call('get_agent_costs');
    await call('delete_agent', { agentId });

    const assistant = first((await call('list_assistants')).assistants);
    const { assistantIdentifier } = assistant;
    const { chatUuid } = await call('send_assistant_message', {
      assistantIdentifier,
      message: 'Where is order 10482?',
    });
    await call('search_threads', { query: 'order', limit: 3 });
    await call('search_chats', { query: '10482' });
    await call('list_assistant_chats', { assistantIdentifier });
    await call('get_chat', { assistantIdentifier, chatUuid });

    const { toolServerId } = await call('create_tool_server', { name: 'Walked tools', url: sandbox.url });
    await call('list_tool_servers');
    await call('get_tool_server', { toolServerId });
    const { toolServerId: copyId } = await call('clone_tool_server', { toolServerId });
    const { toolId } = await call('create_tool', {
      toolServerId: copyId,
      name: 'look',
      endpoint: `${sandbox.url}/sandbox-tools/orders/10497`,
      method: 'GET',
    });
    await call('list_tools', { toolServerId: copyId });
    await call('update_tool', { toolServerId: copyId, toolId, description: 'Looks.' });
    await call('test_tool', { toolServerId: copyId, toolId, parameters: {} });
    await call('delete_tool', { toolServerId: copyId, toolId });
    await call('update_tool_server', { toolServerId: copyId, description: 'A copy.' });
    await call('delete_tool_server', { toolServerId: copyId });

    const { projectId } = await call('create_project', { name: 'Walk', identifier: 'walk' });
    await call('list_projects');
    await call('get_project', { projectId });
    await call('get_project_costs', { projectId });
    await call('get_project_costs', { projectId, period: 'monthly', startMonth: '2026-01', endMonth: '2026-03' });
    await call('update_project', { projectId, description: 'Walked.' });
    await call('archive_project', { projectId });

    const { documentId } = await call('write_document', { name: 'Walk', markdownContent: '# Walk\n\nSlowly.' });
    await call('write_document', { documentId, markdownContent: '# Walk\n\nFaster.' });
    await call('search_documents');
    await call('read_document', { documentId });
    await call('read_document', { documentId, version: 1 });
    await call('revert_document', { documentId, version: 1 });
    const { folderId } = await call('write_document_folder', { name: 'Walks' });
    await call('write_document_folder', { folderId, color: 'green' });
    await call('list_document_folders');
    for (const tool of ['attach_document', 'detach_document']) {
      await call(tool, { documentId, assistantIdentifier });
      await call(tool, { folderId, agentId: waiting.agentId });
    }
    await call('delete_document', { documentId });
    await call('delete_document_folder', { folderId });

    const { downloadUrl } = await call('upload_file', { path: `${ROOT}test/fixtures/upload.txt` });
    const files = [{ name: 'upload.txt', downloadUrl }];
    await call('send_assistant_message', { assistantIdentifier, message: 'Read it.', files });

    const { slug } = first((await call('list_docs')).docs);
    await call('read_doc', { slug });
    await call('check_health');

    // What was deleted can't be read; a document that has a part, and the tool server that was not deleted, can.
    const documents = (await call('search_documents')).documents as (typeof waiting)[];
    const whole = documents.find(({ parentDocumentId }) => parentDocumentId !== undefined)?.parentDocumentId;
    Object.assign(given, { documentId: whole, toolServerId });
    // Tools that were not called above are called with their example, and with ids that exist.
    for (const { name, example } of session.app.selection.tools) {
      if (called.has(name) || example === undefined) continue;
      await call(name, Object.fromEntries(Object.entries(example).map(([key, value]) => [key, given[key] ?? value])));
    }

    const reached = new Set<string | undefined>(recorded.filter(hasSucceeded).map(({ operation }) => operation));
    expect(operationList.map(({ name }) => name).filter((name) => !reached.has(name))).toEqual([]);
    const uncalled = session.app.selection.tools.map(({ name }) => name).filter((name) => !called.has(name));
    expect(uncalled).toEqual([]);
  });
};

describe.each(DIALECTS.slice(0, 1))('with toolsets all, in the words of %s', reachesAll);
slowDescribe.each(DIALECTS.slice(1))('with toolsets all, in the words of %s', reachesAll);
