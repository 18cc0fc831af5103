/** Uses everything that a session offers: every tool, resource, prompt and completion. */
import { catalogue } from '../../src/cli/catalogue.ts';
import type { ElicitRequest, TestClient } from '../support/clients.ts';
import { presses } from '../support/consent-human.ts';

type Args = Record<string, unknown>;

/** The ids of the planted records; with them in an example, tools get as far as possible. */
const PLANTED: Args = {
  threadId: 'thread-1',
  agentId: 'agent-1',
  assistantIdentifier: 'assistant-1',
  chatUuid: 'chat-1',
  toolServerId: 'server-1',
  toolId: 'tool-1',
  projectId: 'project-1',
  documentId: 'document-1',
  folderId: 'folder-1',
};

/** Arguments with the ids of planted records for those that they have. */
const aimed = (args: Args): Args =>
  Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      Array.isArray(value)
        ? value.map((item: unknown) => (typeof item === 'string' ? item : aimed(Object(item))))
        : (PLANTED[key] ?? value),
    ]),
  );

/** Calls beyond the example, for other branches and other answers. */
const MORE: Readonly<Record<string, readonly Args[]>> = {
  list_agent_threads: [{ agentId: 'agent-1', status: 'RUNNING', limit: 1 }],
  get_thread: [
    { threadId: 'thread-1', message: 2 },
    { threadId: 'thread-1', before: 2 },
  ],
  list_pending_approvals: [{ agentId: 'agent-1' }, { projectId: 'project-1' }],
  search_threads: [{}, { query: 'plant', status: 'FAILED' }, { agentName: 'x' }, { metadata: { a: 1 } }],
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
  wait_for_thread: [{ threadIds: ['thread-1'], cursor: 'thread-1=1' }],
  list_assistants: [{ projectId: 'project-1' }],
  send_assistant_message: [{ assistantIdentifier: 'assistant-1', message: 'hi', chatUuid: 'chat-2' }],
  search_chats: [{}, { query: 'planted' }, { metadata: { a: 1 } }, { assistantIdentifier: 'other' }],
  list_agents: [{ archived: true }, { projectId: 'project-1' }],
  create_agent: [{ name: 'new', description: 'other' }],
  update_agent: [
    { agentId: 'agent-1', name: 'new' },
    { agentId: 'agent-1', assistantSpecialization: { presets: 'x' } },
  ],
  get_agent_costs: [{}, ...['daily', 'monthly'].map((period) => ({ agentId: 'agent-1', period }))],
  list_tool_servers: [{ projectId: 'project-1' }],
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
  create_tool: [{ toolServerId: 'server-1', name: 'new', description: 'd', endpoint: '/x' }],
  update_tool: [{ toolServerId: 'server-1', toolId: 'tool-1', description: 'd', endpoint: '/y' }],
  list_projects: [{ archived: true }],
  get_project_costs: [{ projectId: 'project-1', period: 'monthly', startMonth: '2026-01', endMonth: '2026-03' }],
  search_documents: [{ query: 'planted' }, { status: 'failed', projectId: 'project-1', folderId: 'none' }],
  read_document: [
    { documentId: 'document-1', version: 1 },
    { documentId: 'document-1', from: 5 },
  ],
  write_document: [{ documentId: 'document-1', markdownContent: 'new', folderId: 'none' }],
  attach_document: [{ folderId: 'folder-1', assistantIdentifier: 'assistant-1' }],
  detach_document: [{ documentId: 'document-1', agentId: 'agent-1' }],
  list_document_folders: [{ projectId: 'project-1' }],
  write_document_folder: [{ folderId: 'folder-1', name: 'new' }],
  delete_document_folder: [{ folderId: 'folder-1', deleteDocuments: true }],
  read_doc: [{ slug: 'page-1', from: 5 }],
};

/** Calls of every tool, its example first. */
export const CALLS: Readonly<Record<string, readonly Args[]>> = Object.fromEntries(
  catalogue.tools.map(({ name, example = {} }) => [name, [aimed(example), ...(MORE[name] ?? [])]]),
);

const URIS = ['threads/thread-1', 'docs/page-1', 'documents/document-1', 'approvals/pending'].map(
  (path) => `agent-platform://${path}`,
);

/** A human who presses the first button. */
export const pressesFirst = ({ requestedSchema }: ElicitRequest) => {
  const { properties } = requestedSchema as { properties: { decision: { enum: readonly string[] } } };
  return presses(properties.decision.enum[0] ?? '');
};

/** Rejections are checked on the wire. */
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
  const items = await client.listResources().catch(() => []);
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

/** Every string that the server wrote to stdout, including keys of objects, with its place. */
export function stringsOf(lines: readonly string[]): { readonly place: string; readonly text: string }[] {
  return lines.flatMap((line, index) => walk(JSON.parse(line), `line ${index}`));
}

function walk(value: unknown, place: string): { place: string; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [{ place, text: key }, ...walk(part, `${place}.${key}`)]);
}
