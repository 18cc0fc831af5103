/** Does everything that a session offers: every tool, resource, prompt and completion. */
import { catalogue } from '../../src/cli/catalogue.ts';
import type { ElicitRequest, TestClient } from '../support/clients.ts';
import { presses } from '../support/consent-human.ts';

type Args = Record<string, unknown>;

/** Calls of the tools that write, and further calls of those that read. */
const MORE: Readonly<Record<string, readonly Args[]>> = {
  list_agent_threads: [{ agentId: 'agent-1', status: 'RUNNING', limit: 1 }],
  get_thread: [
    { threadId: 'thread-1', message: 2 },
    { threadId: 'thread-1', before: 2 },
  ],
  list_pending_approvals: [{ agentId: 'agent-1' }, { projectId: 'project-1' }],
  search_threads: [{}, { query: 'planted', status: 'FAILED' }, { agentName: 'x' }, { metadata: { a: 1 } }],
  approve_thread: [
    { threadId: 'thread-1', status: 'APPROVED', comment: 'ok' },
    { threadId: 'thread-1', status: 'REJECTED' },
    { threadId: 'thread-1', status: 'APPROVED', reviewToken: '1-abc' },
  ],
  decide_approvals: [
    {
      items: [
        { threadId: 'thread-1', status: 'APPROVED', reviewToken: '1-abc' },
        { threadId: 'thread-2', status: 'REJECTED', comment: 'no', reviewToken: '1-abc' },
      ],
    },
  ],
  create_thread: [{ agentId: 'agent-1', message: 'go' }],
  wait_for_thread: [
    { threadIds: ['thread-1'], timeoutSeconds: 1 },
    { threadIds: ['thread-1'], cursor: 'thread-1=1' },
  ],
  pause_thread: [{ threadId: 'thread-1' }],
  send_thread_message: [{ threadId: 'thread-1', message: 'go on' }],
  resume_thread: [{ threadId: 'thread-1' }],
  complete_thread: [{ threadId: 'thread-1' }],
  list_assistants: [{ projectId: 'project-1' }],
  send_assistant_message: [
    { assistantIdentifier: 'assistant-1', message: 'hi' },
    { assistantIdentifier: 'assistant-1', message: 'hi', chatUuid: 'chat-2' },
  ],
  search_chats: [{}, { query: 'planted' }, { metadata: { a: 1 } }, { assistantIdentifier: 'other' }],
  list_agents: [{ archived: true }, { projectId: 'project-1' }],
  create_agent: [{ name: 'new', description: 'other' }],
  update_agent: [
    { agentId: 'agent-1', name: 'new' },
    { agentId: 'agent-1', assistantSpecialization: { presets: 'x' } },
  ],
  delete_agent: [{ agentId: 'agent-1' }],
  get_agent_costs: [
    {},
    { agentId: 'agent-1' },
    { agentId: 'agent-1', period: 'daily' },
    { agentId: 'agent-1', period: 'monthly' },
  ],
  list_tool_servers: [{ projectId: 'project-1' }],
  test_tool: [{ toolServerId: 'server-1', toolId: 'tool-1', parameters: {} }],
  create_tool_server: [
    {
      name: 'new',
      url: 'https://api.example',
      authenticationConfig: { authenticationMethod: 'jwt', jwt: { token: 'given-0815' } },
    },
  ],
  update_tool_server: [
    { toolServerId: 'server-1', description: 'd', url: 'https://other.example' },
    { toolServerId: 'server-1', authenticationConfig: { authenticationMethod: 'jwt' } },
  ],
  delete_tool_server: [{ toolServerId: 'server-1' }],
  clone_tool_server: [{ toolServerId: 'server-1' }],
  create_tool: [{ toolServerId: 'server-1', name: 'new', description: 'd', endpoint: '/x' }],
  update_tool: [{ toolServerId: 'server-1', toolId: 'tool-1', description: 'd', endpoint: '/y' }],
  delete_tool: [{ toolServerId: 'server-1', toolId: 'tool-1' }],
  evaluate_thread: [{ threadId: 'thread-1' }],
  list_projects: [{ archived: true }],
  get_project: [{ projectId: 'project-1' }],
  get_project_costs: [
    { projectId: 'project-1' },
    { projectId: 'project-1', period: 'monthly', startMonth: '2026-01', endMonth: '2026-03' },
  ],
  create_project: [{ name: 'new', identifier: 'new' }],
  update_project: [{ projectId: 'project-1', name: 'new' }],
  archive_project: [{ projectId: 'project-1' }],
  upload_file: [{ path: '/etc/hostname' }],
  search_documents: [{ query: 'planted' }, { status: 'failed', projectId: 'project-1', folderId: 'none' }],
  read_document: [
    { documentId: 'document-1' },
    { documentId: 'document-1', version: 1 },
    { documentId: 'document-1', from: 5 },
  ],
  write_document: [
    { name: 'new', markdownContent: 'new' },
    { documentId: 'document-1', markdownContent: 'new', folderId: 'none' },
  ],
  revert_document: [{ documentId: 'document-1', version: 1 }],
  delete_document: [{ documentId: 'document-1' }],
  attach_document: [
    { documentId: 'document-1', agentId: 'agent-1' },
    { folderId: 'folder-1', assistantIdentifier: 'assistant-1' },
  ],
  detach_document: [
    { documentId: 'document-1', agentId: 'agent-1' },
    { folderId: 'folder-1', assistantIdentifier: 'assistant-1' },
  ],
  list_document_folders: [{ projectId: 'project-1' }],
  write_document_folder: [{ name: 'new' }, { folderId: 'folder-1', name: 'new' }],
  delete_document_folder: [{ folderId: 'folder-1' }, { folderId: 'folder-1', deleteDocuments: true }],
  read_doc: [{ slug: 'page-1', from: 5 }],
};

/** Calls of every tool, its example first. A test fails where a tool has none. */
export const CALLS: Readonly<Record<string, readonly Args[]>> = Object.fromEntries(
  catalogue.tools.flatMap(({ name, example }) => {
    const calls = [...(example === undefined ? [] : [example]), ...(MORE[name] ?? [])];
    return calls.length === 0 ? [] : [[name, calls]];
  }),
);

const URIS = ['threads/thread-1', 'docs/page-1', 'documents/document-1', 'approvals/pending'].map(
  (path) => `agent-platform://${path}`,
);

/** A human who presses the first button. */
export const pressesFirst = ({ requestedSchema }: ElicitRequest) => {
  const { properties } = requestedSchema as { properties: { decision: { enum: readonly string[] } } };
  return presses(properties.decision.enum[0] ?? '');
};

/** What a call rejects with is seen on the wire all the same. */
const attempt = (call: Promise<unknown>): Promise<unknown> => call.catch(() => undefined);

export async function doEverything(client: TestClient): Promise<void> {
  await client.listTools();
  for (const [tool, calls] of Object.entries(CALLS)) {
    for (const args of calls) await attempt(client.callTool(tool, args, { onProgress: () => undefined }));
  }
  await readEverything(client);
}

async function readEverything(client: TestClient): Promise<void> {
  const templates = await client.listResourceTemplates();
  const { items } = await client.listResources().catch(() => ({ items: [] }));
  const costs = ['summary', 'daily', 'monthly'].map((view) => `agent-platform://agents/agent-1/costs/${view}`);
  for (const uri of new Set([...URIS, ...costs, ...items.map((item) => item.uri)]))
    await attempt(client.readResource(uri));
  for (const { uriTemplate } of templates) {
    for (const [, name = ''] of uriTemplate.matchAll(/\{(\w+)\}/g)) {
      await attempt(client.complete({ type: 'ref/resource', uri: uriTemplate }, { name, value: '' }));
    }
  }
  const ids: Readonly<Record<string, string>> = {
    threadId: 'thread-1',
    agentId: 'agent-1',
    toolServerId: 'server-1',
    toolId: 'tool-1',
  };
  for (const prompt of await client.listPrompts()) {
    const names = (prompt.arguments ?? []).map(({ name }) => name);
    await attempt(client.getPrompt(prompt.name, Object.fromEntries(names.map((name) => [name, ids[name] ?? '']))));
    for (const name of names) {
      await attempt(
        client.complete({ type: 'ref/prompt', name: prompt.name }, { name, value: '' }, { toolServerId: 'server-1' }),
      );
    }
  }
}

/** Every string that the server wrote on stdout, keys of objects included, with the place where it stood. */
export function stringsOf(lines: readonly string[]): { readonly place: string; readonly text: string }[] {
  return lines.flatMap((line, index) => walk(JSON.parse(line), `line ${index}`));
}

function walk(value: unknown, place: string): { place: string; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [{ place, text: key }, ...walk(part, `${place}.${key}`)]);
}
