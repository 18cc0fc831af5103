/** All tools. The settings decide which of them a session offers (`mcp/engine/selection.ts`). */
import type { Tool } from '../mcp/contract/tool.ts';
import { listAgents } from './agents/list-agents.ts';
import { createAgent, deleteAgent, updateAgent } from './agents/write-agents.ts';
import { listAssistants, sendAssistantMessage } from './assistants/assistants.ts';
import { getChat, listAssistantChats } from './assistants/read-chats.ts';
import { searchChats } from './assistants/search-chats.ts';
import { getAgentCosts } from './costs/get-agent-costs.ts';
import { listDocs, readDoc } from './docs/docs.ts';
import { attachDocument, detachDocument } from './documents/attachments.ts';
import { deleteDocumentFolder, listDocumentFolders, writeDocumentFolder } from './documents/folders.ts';
import { readDocument, searchDocuments } from './documents/read-documents.ts';
import { revertDocument } from './documents/revert-document.ts';
import { deleteDocument, writeDocument } from './documents/write-documents.ts';
import { evaluateThread, listThreadEvaluations } from './evaluations/evaluations.ts';
import { uploadFile } from './files/upload-file.ts';
import { checkHealth } from './platform/check-health.ts';
import { getProject, getProjectCosts, listProjects } from './projects/read-projects.ts';
import { archiveProject, createProject, updateProject } from './projects/write-projects.ts';
import { approveThread, decideApprovals, decideFromCard } from './threads/decide.ts';
import { getThread } from './threads/get-thread.ts';
import { listAgentThreads } from './threads/list-agent-threads.ts';
import { listPendingApprovals } from './threads/list-pending-approvals.ts';
import { completeThread, pauseThread, resumeThread } from './threads/pause-and-end.ts';
import { readRequestForCard } from './threads/read-request-for-card.ts';
import { searchThreadsTool } from './threads/search-threads.ts';
import { createThread, sendThreadMessage } from './threads/start-and-message.ts';
import { waitForThread } from './threads/wait-for-thread.ts';
import { cloneToolServer } from './tool-servers/clone-tool-server.ts';
import { getToolServer, listToolServers, listTools } from './tool-servers/read-tool-servers.ts';
import { testTool } from './tool-servers/test-tool.ts';
import { createToolServer, deleteToolServer, updateToolServer } from './tool-servers/write-tool-servers.ts';
import { createTool, deleteTool, updateTool } from './tool-servers/write-tools.ts';

export const allTools: readonly Tool[] = [
  listAgentThreads,
  getThread,
  listPendingApprovals,
  searchThreadsTool,
  approveThread,
  decideApprovals,
  createThread,
  waitForThread,
  pauseThread,
  resumeThread,
  completeThread,
  sendThreadMessage,
  listAssistants,
  sendAssistantMessage,
  searchChats,
  listAssistantChats,
  getChat,
  listAgents,
  createAgent,
  updateAgent,
  deleteAgent,
  getAgentCosts,
  listToolServers,
  listTools,
  testTool,
  getToolServer,
  createToolServer,
  updateToolServer,
  deleteToolServer,
  cloneToolServer,
  createTool,
  updateTool,
  deleteTool,
  listProjects,
  getProject,
  getProjectCosts,
  createProject,
  updateProject,
  archiveProject,
  searchDocuments,
  readDocument,
  writeDocument,
  revertDocument,
  deleteDocument,
  attachDocument,
  detachDocument,
  listDocumentFolders,
  writeDocumentFolder,
  deleteDocumentFolder,
  uploadFile,
  evaluateThread,
  listThreadEvaluations,
  listDocs,
  readDoc,
  checkHealth,
];

/** Tools that only cards may call; only clients that draw cards see them. */
export const cardTools: readonly Tool[] = [readRequestForCard, decideFromCard];
