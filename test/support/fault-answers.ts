/** The answers of the fault platform when nothing is wrong: just enough for every tool to work. */

import { type OperationName, operationList, pathParams } from '../../src/platform/operations/index.ts';

/** A request as the table of operations sees it. */
interface Recognised {
  readonly operation: OperationName;
  readonly params: Readonly<Record<string, string>>;
}

const routes = operationList.map((operation) => ({
  operation: operation.name as OperationName,
  method: operation.method,
  names: pathParams(operation),
  pattern: new RegExp(`^${operation.path.replaceAll(/\{[^}]+\}/g, '([^/]+)')}$`),
  /** A fixed path takes precedence over one with a parameter in the same place. */
  weight: pathParams(operation).length,
}));
routes.sort((a, b) => a.weight - b.weight);

/** The operation that a method and a path stand for; undefined where it is none. */
export function recognise(method: string, path: string): Recognised | undefined {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match === null) continue;
    const params = route.names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')] as const);
    return { operation: route.operation, params: Object.fromEntries(params) };
  }
  return undefined;
}

const AT = '2026-03-01T00:00:00.000Z';

/** Decided in one batch, each with its own token. */
const TOGETHER = ['together-1', 'together-2'];

/** Threads: `running` runs, `paused` is paused, `waiting` and those below wait for approval, everything else has ended. */
const STATUSES: Readonly<Record<string, string>> = {
  running: 'RUNNING',
  completing: 'RUNNING',
  paused: 'PAUSED',
  ...Object.fromEntries(
    ['waiting', 'waiting-2', 'waiting-3', 'waiting-4', ...TOGETHER].map((id) => [id, 'AWAITING_APPROVAL']),
  ),
};

const thread = (id: string, status = STATUSES[id] ?? 'COMPLETED') => ({
  id,
  agentId: 'agent-1',
  status,
  createdAt: AT,
  messages: [
    { role: 'user', content: 'Refund order 10482.' },
    { role: 'assistant', content: 'May I refund 20 EUR?' },
  ],
  metadata: { note: 'plain' },
});
const agent = (id: string) => ({ id, name: 'Refunds', description: 'pays back', disabled: false, archived: false });
const tool = (id: string) => ({
  id,
  type: 'function',
  function: { name: 'find_order', description: 'finds', parameters: { type: 'object', properties: {} } },
  endpoint: 'https://shop.example/orders',
  method: 'GET',
});
const toolServer = (id: string) => ({ id, name: 'Shop', url: 'https://shop.example', enabled: true });
const chat = (chatUid: string) => ({
  chatUid,
  assistantIdentifier: 'support',
  createdAt: AT,
  messages: [{ role: 'user', content: 'Where is order 10482?', timestamp: AT }],
});

const project = (_id: string) => ({ _id, name: 'Web Shop', identifier: 'web-shop', archived: true });

const document = (_id: string) => ({
  _id,
  name: 'Returns',
  fileType: 'md',
  status: 'ready',
  markdownContent: '# Returns',
  currentVersion: 2,
});
/** The end of ids of deleted records: such a record is gone from then on, and nothing else uses it. */
export const DELETED = '-9';
const folder = (id: string) => ({ id, name: 'Policies', documentCount: 0 });

type Params = Readonly<Record<string, string>>;
type Body = Readonly<Record<string, unknown>>;
type Answer = (params: Params, body: Body) => unknown;
const id = (params: Params, name: string): string => params[name] ?? 'missing';

export const ANSWERS: Readonly<Record<OperationName, Answer>> = {
  listAgents: () => [agent('agent-1'), agent(`agent${DELETED}`)],
  createAgent: (_, body) => ({ ...agent('agent-2'), ...body }),
  updateAgent: (params, body) => ({ ...agent(id(params, 'agentId')), ...body }),
  deleteAgent: (params) => ({ success: true, deletedId: id(params, 'agentId') }),
  listAgentThreads: () => [thread('waiting')],
  createThread: () => thread('thread-2', 'RUNNING'),
  getThread: (params) => thread(id(params, 'threadId')),
  handleThreadApproval: (params) => thread(id(params, 'threadId'), 'RUNNING'),
  sendThreadMessage: (params) => thread(id(params, 'threadId'), 'RUNNING'),
  pauseThread: (params) => thread(id(params, 'threadId'), 'PAUSED'),
  resumeThread: (params) => thread(id(params, 'threadId'), 'RUNNING'),
  completeThread: (params) => thread(id(params, 'threadId'), 'COMPLETED'),
  evaluateThread: (params) => ({ id: 'eval-1', threadId: id(params, 'threadId'), score: 0.5, status: 'COMPLETED' }),
  listThreadEvaluations: (params) => [{ id: 'eval-1', threadId: id(params, 'threadId'), score: 0.5 }],
  getDailyCosts: () => [{ date: '2026-03-01', cost: 1, currency: 'USD' }],
  getMonthlyCosts: () => [{ month: '2026-03', cost: 1, currency: 'USD' }],
  getCostSummary: () => ({ totalCost: 1, currency: 'USD', breakdown: { model: 1 } }),
  listAssistants: () => [{ identifier: 'support', name: 'Support', state: 'active' }],
  sendAssistantMessage: () => ({ chatUuid: 'chat-1', message: 'It is on its way.', tokens_used: 3, timestamp: AT }),
  listChats: () => [chat('chat-1')],
  listAssistantChats: () => [chat('chat-1')],
  getAssistantChat: (params) => chat(id(params, 'chat_id')),
  listToolServers: () => [toolServer('server-1'), toolServer(`server${DELETED}`)],
  createToolServer: (_, body) => ({ ...toolServer('server-2'), ...body }),
  getToolServer: (params) => toolServer(id(params, 'toolServerId')),
  updateToolServer: (params, body) => ({ ...toolServer(id(params, 'toolServerId')), ...body }),
  deleteToolServer: (params) => ({ success: true, deletedId: id(params, 'toolServerId') }),
  cloneToolServer: () => toolServer('server-3'),
  listTools: () => [tool('tool-1'), tool(`tool${DELETED}`)],
  createTool: () => tool('tool-2'),
  updateTool: (params, body) => ({ ...tool(id(params, 'toolId')), ...body }),
  deleteTool: (params) => ({ success: true, deletedId: id(params, 'toolId') }),
  testTool: () => ({ success: true, data: { ok: 1 }, executionTimeMs: 3, requestUrl: 'https://shop.example' }),
  listProjects: () => ({ projects: [project('project-1')], total: 1 }),
  createProject: (_, body) => ({ ...project('project-2'), ...body }),
  getProject: (params) => project(id(params, 'projectId')),
  updateProject: (params, body) => ({ ...project(id(params, 'projectId')), ...body }),
  archiveProject: () => ({ success: true }),
  listProjectThreads: () => ({ threads: [thread('ended')] }),
  listProjectConversations: () => ({ conversations: [chat('chat-1')] }),
  getProjectStats: () => ({ agents: 1 }),
  getProjectDailyCosts: () => [{ date: '2026-03-01', cost: 1, currency: 'USD' }],
  getProjectMonthlyCosts: () => [{ month: '2026-03', cost: 1, currency: 'USD' }],
  listDocuments: () => ({ documents: [document('document-1')], total: 1 }),
  createDocument: (_, body) => ({ ...document('document-2'), ...body }),
  getDocument: (params) => document(id(params, 'documentId')),
  updateDocument: (params, body) => ({ ...document(id(params, 'documentId')), ...body, versionCreated: true }),
  deleteDocument: (params) => ({ success: true, deletedId: id(params, 'documentId') }),
  listDocumentVersions: () => [{ version: 2, isActive: true }],
  getDocumentVersion: (params) => ({ version: Number(id(params, 'version')), markdownContent: '# Returns' }),
  revertDocument: (params) => document(id(params, 'documentId')),
  listSubdocuments: () => [document('document-3')],
  getDocumentUsage: () => [{ targetType: 'agent', targetId: 'agent-1', via: 'document' }],
  attachDocument: () => ({ success: true }),
  detachDocument: () => ({ success: true }),
  listFolders: () => [folder('folder-1'), folder(`folder${DELETED}`)],
  createFolder: (_, body) => ({ ...folder('folder-2'), ...body }),
  updateFolder: (params, body) => ({ ...folder(id(params, 'folderId')), ...body }),
  deleteFolder: (params) => ({ success: true, deletedId: id(params, 'folderId') }),
  attachFolder: () => ({ success: true }),
  detachFolder: () => ({ success: true }),
  uploadFile: () => ({ name: 'a.md', downloadUrl: 'https://files.example/a', fileType: 'document' }),
  listDocs: () => [{ slug: 'start', title: 'Start' }],
  getDoc: () => ({ content: '# Start', format: 'markdown' }),
  checkHealth: () => ({ status: 'ok' }),
};
