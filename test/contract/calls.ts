/**
 * For every operation, a call with all its inputs, and the expected request. Written by hand from the specification and
 * docs/platform-notes.md, not derived from the table of operations, which is compared with it.
 */
import type { OperationName } from '../../src/platform/operations/index.ts';

export interface Call {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Case {
  readonly call: Call;
  /** Method and path with query, exactly. */
  readonly wire: string;
  /** The exact body; undefined if none is sent. */
  readonly body?: unknown;
  /** An answer that the operation can read. */
  readonly answer: unknown;
}

const AGENT = '6f1c1a52-6f0e-4b56-9d0c-2b1f4a1c9e01';
const THREAD = '0d9a3b7e-52c4-4f5e-8a63-71b1d2f0c702';
/** 24 hexadecimal digits: what deployments use for tool servers. */
const SERVER = '65f0c2a1b7e4d8903c1f2a6b';
const PROJECT = '65f0c2a1b7e4d8903c1f2a70';
const DOCUMENT = '65f0c2a1b7e4d8903c1f2a80';
const FOLDER = '65f0c2a1b7e4d8903c1f2a90';
const DOCUMENT_BODY = {
  name: 'Returns',
  markdownContent: '# Returns',
  projectId: PROJECT,
  parentDocumentId: DOCUMENT,
  folderId: FOLDER,
  tags: ['a'],
};
const THREAD_ANSWER = {
  id: THREAD,
  agentId: AGENT,
  status: 'RUNNING',
  createdAt: '2026-03-01T00:00:00Z',
  messages: [],
};
const AGENT_BODY = {
  name: 'Refunds',
  description: 'pays back',
  provider: 'openai',
  llm: 'gpt',
  assistantSpecialization: { presets: 'Be kind.' },
  maxExecutionToolCalls: 5,
  maxExecutionInputTokens: 1000,
  evaluationConfig: { on: true },
};
const TOOL = {
  type: 'function',
  function: { name: 'find_order', description: 'finds', parameters: { type: 'object' } },
  endpoint: '/orders/{id}',
  method: 'GET',
  pathParametersKeys: ['id'],
  queryParametersKeys: [],
  bodyPropertyKey: 'payload',
  customHeaders: [{ name: 'x', value: 'y' }],
};
const CHAT = { chatUid: 'chat-1', assistantIdentifier: 'support', createdAt: '2026-03-01T00:00:00Z', messages: [] };

export const CASES: Readonly<Record<OperationName, Case>> = {
  listAgents: {
    call: { query: { offset: 10, limit: 100, archived: true, projectId: PROJECT } },
    wire: `GET /v1/agents?offset=10&limit=100&archived=true&projectId=${PROJECT}`,
    answer: [],
  },
  createAgent: { call: { body: AGENT_BODY }, wire: 'POST /v1/agents', body: AGENT_BODY, answer: { id: AGENT } },
  updateAgent: {
    call: { path: { agentId: AGENT }, body: { disabled: true, archived: false } },
    wire: `PATCH /v1/agents/${AGENT}`,
    body: { disabled: true, archived: false },
    answer: { _id: AGENT },
  },
  deleteAgent: {
    call: { path: { agentId: AGENT } },
    wire: `DELETE /v1/agents/${AGENT}`,
    answer: { success: true, message: 'gone', deletedId: AGENT },
  },
  listAgentThreads: {
    call: {
      path: { agentId: AGENT },
      query: { status: 'AWAITING_APPROVAL', limit: 1, offset: 0, tenantId: 't 1&x=2', subtenantId: 'ü/ä' },
    },
    wire: `GET /v1/agents/${AGENT}/threads?status=AWAITING_APPROVAL&limit=1&offset=0&tenantId=t+1%26x%3D2&subtenantId=%C3%BC%2F%C3%A4`,
    answer: [THREAD_ANSWER],
  },
  createThread: {
    call: {
      path: { agentId: AGENT },
      body: { message: 'hi', tags: ['a'], metadata: { k: 1 }, tenantId: 't', subtenantId: 's' },
    },
    wire: `POST /v1/agents/${AGENT}/threads`,
    body: { message: 'hi', tags: ['a'], metadata: { k: 1 }, tenantId: 't', subtenantId: 's' },
    answer: THREAD_ANSWER,
  },
  getThread: { call: { path: { threadId: THREAD } }, wire: `GET /v1/agents/threads/${THREAD}`, answer: THREAD_ANSWER },
  handleThreadApproval: {
    call: { path: { threadId: THREAD }, body: { status: 'APPROVED', comment: 'go „on“\u0000' } },
    wire: `POST /v1/agents/threads/${THREAD}/approval`,
    body: { status: 'APPROVED', comment: 'go „on“\u0000' },
    answer: THREAD_ANSWER,
  },
  sendThreadMessage: {
    call: { path: { threadId: THREAD }, body: { message: 'go on' } },
    wire: `POST /v1/agents/threads/${THREAD}/messages`,
    body: { message: 'go on' },
    answer: THREAD_ANSWER,
  },
  pauseThread: {
    call: { path: { threadId: THREAD } },
    wire: `POST /v1/agents/threads/${THREAD}/pause`,
    answer: THREAD_ANSWER,
  },
  resumeThread: {
    call: { path: { threadId: THREAD } },
    wire: `POST /v1/agents/threads/${THREAD}/resume`,
    answer: THREAD_ANSWER,
  },
  completeThread: {
    call: { path: { threadId: THREAD }, body: { state: 'CANCELLED' } },
    wire: `POST /v1/agents/threads/${THREAD}/complete`,
    body: { state: 'CANCELLED' },
    answer: THREAD_ANSWER,
  },
  evaluateThread: {
    call: { path: { threadId: THREAD } },
    wire: `POST /v1/agents/threads/${THREAD}/evaluate`,
    answer: { id: 'e1', threadId: THREAD, score: 0.5 },
  },
  listThreadEvaluations: {
    call: { path: { threadId: THREAD } },
    wire: `GET /v1/agents/threads/${THREAD}/evaluations`,
    answer: [],
  },
  getDailyCosts: {
    call: { path: { agentId: AGENT }, query: { days: 365, startDate: '2026-01-01', endDate: '2026-02-28' } },
    wire: `GET /v1/agents/agents/${AGENT}/costs/daily?days=365&startDate=2026-01-01&endDate=2026-02-28`,
    answer: [{ date: '2026-01-01', cost: 1 }],
  },
  getMonthlyCosts: {
    call: { path: { agentId: AGENT }, query: { months: 60, startMonth: '2026-01', endMonth: '2026-02' } },
    wire: `GET /v1/agents/agents/${AGENT}/costs/monthly?months=60&startMonth=2026-01&endMonth=2026-02`,
    answer: [{ month: '2026-01', cost: 1 }],
  },
  getCostSummary: {
    call: { path: { agentId: AGENT } },
    wire: `GET /v1/agents/agents/${AGENT}/costs/summary`,
    answer: { totalCost: 1, currency: 'USD', breakdown: {} },
  },
  listAssistants: {
    call: { query: { projectId: PROJECT } },
    wire: `GET /v1/assistants?projectId=${PROJECT}`,
    answer: [],
  },
  sendAssistantMessage: {
    call: {
      path: { assistant_id: 'customer-support' },
      body: { message: 'hello', chatUuid: null, context: { page: 1 }, metadata: { user: 'u' } },
    },
    wire: 'POST /v1/assistants/customer-support/messages',
    body: { message: 'hello', chatUuid: null, context: { page: 1 }, metadata: { user: 'u' } },
    answer: { chatUuid: 'chat-1', message: 'hi', tokens_used: 3, timestamp: '2026-03-01T00:00:00Z' },
  },
  listChats: {
    call: {
      body: { assistantIdentifier: 'support', fromDate: '2026-01-01', toDate: '2026-01-31', metadata: { user: 'u' } },
    },
    wire: 'POST /v1/assistants/chats',
    body: { assistantIdentifier: 'support', fromDate: '2026-01-01', toDate: '2026-01-31', metadata: { user: 'u' } },
    answer: [CHAT],
  },
  listAssistantChats: {
    call: { path: { assistant_id: 'support' }, query: { limit: 100, offset: 5 } },
    wire: 'GET /v1/assistants/support/chats?limit=100&offset=5',
    answer: [CHAT],
  },
  getAssistantChat: {
    call: { path: { assistant_id: 'support', chat_id: 'chat-1' } },
    wire: 'GET /v1/assistants/support/chats/chat-1',
    answer: CHAT,
  },
  listToolServers: {
    call: { query: { offset: 0, limit: 100, projectId: PROJECT } },
    wire: `GET /v1/tool-servers?offset=0&limit=100&projectId=${PROJECT}`,
    answer: [],
  },
  createToolServer: {
    call: { body: { name: 'Shop', url: 'https://shop.example', enabled: true, toolDefinitions: [TOOL] } },
    wire: 'POST /v1/tool-servers',
    body: { name: 'Shop', url: 'https://shop.example', enabled: true, toolDefinitions: [TOOL] },
    answer: { _id: SERVER },
  },
  getToolServer: {
    call: { path: { toolServerId: SERVER } },
    wire: `GET /v1/tool-servers/${SERVER}`,
    answer: { _id: SERVER },
  },
  updateToolServer: {
    call: {
      path: { toolServerId: SERVER },
      body: {
        name: 'Shop',
        description: 'orders',
        url: 'https://shop.example',
        enabled: false,
        toolDefinitions: [TOOL],
      },
    },
    wire: `PATCH /v1/tool-servers/${SERVER}`,
    body: { name: 'Shop', description: 'orders', url: 'https://shop.example', enabled: false, toolDefinitions: [TOOL] },
    answer: { _id: SERVER },
  },
  deleteToolServer: {
    call: { path: { toolServerId: SERVER } },
    wire: `DELETE /v1/tool-servers/${SERVER}`,
    answer: { success: true, message: 'gone', deletedId: SERVER },
  },
  listTools: {
    call: { path: { toolServerId: SERVER } },
    wire: `GET /v1/tool-servers/${SERVER}/tools`,
    answer: [TOOL],
  },
  createTool: {
    call: { path: { toolServerId: SERVER }, body: { tool: TOOL } },
    wire: `POST /v1/tool-servers/${SERVER}/tools`,
    body: { tool: TOOL },
    answer: TOOL,
  },
  updateTool: {
    call: { path: { toolServerId: SERVER, toolId: 'find_order' }, body: { method: 'POST' } },
    wire: `PATCH /v1/tool-servers/${SERVER}/tools/find_order`,
    body: { method: 'POST' },
    answer: TOOL,
  },
  deleteTool: {
    call: { path: { toolServerId: SERVER, toolId: 'find_order' } },
    wire: `DELETE /v1/tool-servers/${SERVER}/tools/find_order`,
    answer: { success: true },
  },
  testTool: {
    call: { path: { toolServerId: SERVER, toolId: 'find_order' }, body: { parameters: { id: '42' } } },
    wire: `POST /v1/tool-servers/${SERVER}/tools/find_order/test`,
    body: { parameters: { id: '42' } },
    answer: {
      success: true,
      data: { ok: 1 },
      executionTimeMs: 3,
      requestUrl: 'https://shop.example',
      requestMethod: 'GET',
    },
  },
  cloneToolServer: {
    call: { path: { toolServerId: SERVER } },
    wire: `POST /v1/tool-servers/${SERVER}/clone`,
    answer: { _id: SERVER, name: 'Shop (Copy)' },
  },
  listProjects: {
    call: { query: { archived: true, offset: 0, limit: 100 } },
    wire: 'GET /v1/projects?archived=true&offset=0&limit=100',
    answer: { projects: [], total: 0 },
  },
  createProject: {
    call: { body: { name: 'Web Shop', identifier: 'web-shop', description: 'sells', visibility: 'public' } },
    wire: 'POST /v1/projects',
    body: { name: 'Web Shop', identifier: 'web-shop', description: 'sells', visibility: 'public' },
    answer: { _id: PROJECT },
  },
  getProject: {
    call: { path: { projectId: PROJECT } },
    wire: `GET /v1/projects/${PROJECT}`,
    answer: { _id: PROJECT },
  },
  updateProject: {
    call: {
      path: { projectId: PROJECT },
      body: { name: 'Shop', description: '', visibility: 'private', archived: false, imageUrl: 'https://x.example/i' },
    },
    wire: `PATCH /v1/projects/${PROJECT}`,
    body: { name: 'Shop', description: '', visibility: 'private', archived: false, imageUrl: 'https://x.example/i' },
    answer: { _id: PROJECT },
  },
  archiveProject: {
    call: { path: { projectId: PROJECT } },
    wire: `DELETE /v1/projects/${PROJECT}`,
    answer: {},
  },
  listProjectThreads: {
    call: { path: { projectId: PROJECT }, query: { offset: 5, limit: 5 } },
    wire: `GET /v1/projects/${PROJECT}/threads?offset=5&limit=5`,
    answer: { threads: [THREAD_ANSWER] },
  },
  listProjectConversations: {
    call: { path: { projectId: PROJECT }, query: { offset: 5, limit: 5 } },
    wire: `GET /v1/projects/${PROJECT}/conversations?offset=5&limit=5`,
    answer: { conversations: [CHAT] },
  },
  getProjectStats: {
    call: { path: { projectId: PROJECT } },
    wire: `GET /v1/projects/${PROJECT}/stats`,
    answer: { anything: 1 },
  },
  getProjectDailyCosts: {
    call: {
      path: { projectId: PROJECT },
      query: { startDate: '2026-01-01', endDate: '2026-02-28', tenantId: 't' },
    },
    wire: `GET /v1/projects/${PROJECT}/costs/daily?startDate=2026-01-01&endDate=2026-02-28&tenantId=t`,
    answer: [{ date: '2026-01-01', cost: 1 }],
  },
  getProjectMonthlyCosts: {
    call: { path: { projectId: PROJECT }, query: { startMonth: '2026-01', endMonth: '2026-02', tenantId: 't' } },
    wire: `GET /v1/projects/${PROJECT}/costs/monthly?startMonth=2026-01&endMonth=2026-02&tenantId=t`,
    answer: [{ month: '2026-01', cost: 1 }],
  },
  listDocuments: {
    call: {
      query: {
        projectId: PROJECT,
        status: 'failed',
        fileType: 'md',
        search: 'torn zip',
        folderId: 'none',
        parentOnly: true,
        limit: 100,
        offset: 5,
      },
    },
    wire: `GET /v1/documents?projectId=${PROJECT}&status=failed&fileType=md&search=torn+zip&folderId=none&parentOnly=true&limit=100&offset=5`,
    answer: { documents: [], total: 0 },
  },
  createDocument: {
    call: { body: DOCUMENT_BODY },
    wire: 'POST /v1/documents',
    body: DOCUMENT_BODY,
    answer: { _id: DOCUMENT },
  },
  getDocument: {
    call: { path: { documentId: DOCUMENT } },
    wire: `GET /v1/documents/${DOCUMENT}`,
    answer: { _id: DOCUMENT },
  },
  updateDocument: {
    call: {
      path: { documentId: DOCUMENT },
      body: { summary: 's', markdownContent: '# B', projectId: null, parentDocumentId: null, folderId: null, tags: [] },
    },
    wire: `PATCH /v1/documents/${DOCUMENT}`,
    body: { summary: 's', markdownContent: '# B', projectId: null, parentDocumentId: null, folderId: null, tags: [] },
    answer: { _id: DOCUMENT, versionCreated: true },
  },
  deleteDocument: {
    call: { path: { documentId: DOCUMENT } },
    wire: `DELETE /v1/documents/${DOCUMENT}`,
    answer: { success: true },
  },
  listDocumentVersions: {
    call: { path: { documentId: DOCUMENT } },
    wire: `GET /v1/documents/${DOCUMENT}/versions`,
    answer: [{ version: 1, changeType: 'create', isActive: true }],
  },
  getDocumentVersion: {
    call: { path: { documentId: DOCUMENT, version: '2' } },
    wire: `GET /v1/documents/${DOCUMENT}/versions/2`,
    answer: { version: 2 },
  },
  revertDocument: {
    call: { path: { documentId: DOCUMENT, version: '2' } },
    wire: `POST /v1/documents/${DOCUMENT}/revert/2`,
    answer: { _id: DOCUMENT },
  },
  listSubdocuments: {
    call: { path: { documentId: DOCUMENT } },
    wire: `GET /v1/documents/${DOCUMENT}/subdocuments`,
    answer: [],
  },
  getDocumentUsage: {
    call: { path: { documentId: DOCUMENT } },
    wire: `GET /v1/documents/${DOCUMENT}/usage`,
    answer: [],
  },
  attachDocument: {
    call: { path: { documentId: DOCUMENT }, body: { targetType: 'agent', targetId: AGENT } },
    wire: `POST /v1/documents/${DOCUMENT}/attach`,
    body: { targetType: 'agent', targetId: AGENT },
    answer: {},
  },
  detachDocument: {
    call: { path: { documentId: DOCUMENT }, body: { targetType: 'assistant', targetId: 'support' } },
    wire: `POST /v1/documents/${DOCUMENT}/detach`,
    body: { targetType: 'assistant', targetId: 'support' },
    answer: {},
  },
  listFolders: {
    call: { query: { projectId: PROJECT } },
    wire: `GET /v1/document-folders?projectId=${PROJECT}`,
    answer: [],
  },
  createFolder: {
    call: { body: { name: 'F', projectId: PROJECT, parentFolderId: FOLDER, color: 'red', tags: ['a'] } },
    wire: 'POST /v1/document-folders',
    body: { name: 'F', projectId: PROJECT, parentFolderId: FOLDER, color: 'red', tags: ['a'] },
    answer: { _id: FOLDER },
  },
  updateFolder: {
    call: { path: { folderId: FOLDER }, body: { name: 'G' } },
    wire: `PATCH /v1/document-folders/${FOLDER}`,
    body: { name: 'G' },
    answer: { _id: FOLDER },
  },
  deleteFolder: {
    call: { path: { folderId: FOLDER }, query: { deleteDocuments: true } },
    wire: `DELETE /v1/document-folders/${FOLDER}?deleteDocuments=true`,
    answer: { success: true },
  },
  attachFolder: {
    call: { path: { folderId: FOLDER }, body: { targetType: 'agent', targetId: AGENT } },
    wire: `POST /v1/document-folders/${FOLDER}/attach`,
    body: { targetType: 'agent', targetId: AGENT },
    answer: {},
  },
  detachFolder: {
    call: { path: { folderId: FOLDER }, body: { targetType: 'agent', targetId: AGENT } },
    wire: `POST /v1/document-folders/${FOLDER}/detach`,
    body: { targetType: 'agent', targetId: AGENT },
    answer: {},
  },
  uploadFile: {
    call: {},
    wire: 'POST /v1/files/upload',
    answer: { name: 'a.png', downloadUrl: 'https://files.example/a', fileType: 'image' },
  },
  listDocs: { call: {}, wire: 'GET /v1/documentation', answer: [] },
  getDoc: {
    call: { path: { slug: 'getting-started' }, query: { format: 'html' } },
    wire: 'GET /v1/documentation/getting-started?format=html',
    answer: { content: '<h1>Hi</h1>', format: 'html' },
  },
  checkHealth: { call: {}, wire: 'GET /v1/health', answer: { status: 'ok' } },
};
