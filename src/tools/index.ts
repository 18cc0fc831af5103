/** All tools. The settings decide which of them a session offers (`mcp/engine/selection.ts`). */
import type { Tool } from '../mcp/contract/tool.ts';
import { listAgents } from './agents/list-agents.ts';
import { createAgent, deleteAgent, updateAgent } from './agents/write-agents.ts';
import { getChat } from './assistants/get-chat.ts';
import { listAssistantChats } from './assistants/list-assistant-chats.ts';
import { listAssistants } from './assistants/list-assistants.ts';
import { searchChats } from './assistants/search-chats.ts';
import { sendAssistantMessage } from './assistants/send-assistant-message.ts';
import { getAgentCosts } from './costs/get-agent-costs.ts';
import { listDocs } from './docs/list-docs.ts';
import { readDoc } from './docs/read-doc.ts';
import { attachDocument } from './documents/attach-document.ts';
import { detachDocument } from './documents/detach-document.ts';
import { listDocumentFolders } from './documents/list-folders.ts';
import { readDocument } from './documents/read-document.ts';
import { revertDocument } from './documents/revert-document.ts';
import { searchDocuments } from './documents/search-documents.ts';
import { deleteDocument, writeDocument } from './documents/write-documents.ts';
import { deleteDocumentFolder, writeDocumentFolder } from './documents/write-folders.ts';
import { evaluateThread } from './evaluations/evaluate-thread.ts';
import { listThreadEvaluations } from './evaluations/list-thread-evaluations.ts';
import { uploadFile } from './files/upload-file.ts';
import { checkHealth } from './platform/check-health.ts';
import { archiveProject } from './projects/archive-project.ts';
import { getProject } from './projects/get-project.ts';
import { getProjectCosts } from './projects/get-project-costs.ts';
import { listProjects } from './projects/list-projects.ts';
import { createProject, updateProject } from './projects/write-projects.ts';
import { approveThread } from './threads/approve-thread.ts';
import { completeThread } from './threads/complete-thread.ts';
import { createThread } from './threads/create-thread.ts';
import { decideApprovals } from './threads/decide-approvals.ts';
import { decideFromCard } from './threads/decide-from-card.ts';
import { getThread } from './threads/get-thread.ts';
import { listAgentThreads } from './threads/list-agent-threads.ts';
import { listPendingApprovals } from './threads/list-pending-approvals.ts';
import { pauseThread, resumeThread } from './threads/pause-and-resume.ts';
import { readRequestForCard } from './threads/read-request-for-card.ts';
import { searchThreadsTool } from './threads/search-threads.ts';
import { sendThreadMessage } from './threads/send-thread-message.ts';
import { waitForThread } from './threads/wait-for-thread.ts';
import { cloneToolServer } from './tool-servers/clone-tool-server.ts';
import { getToolServer } from './tool-servers/get-tool-server.ts';
import { listToolServers } from './tool-servers/list-tool-servers.ts';
import { listTools } from './tool-servers/list-tools.ts';
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
