import type { Tool } from '../../mcp/contract/tool.ts';
import { cloneToolServer } from './clone-tool-server.ts';
import { createTool } from './create-tool.ts';
import { createToolServer } from './create-tool-server.ts';
import { deleteTool } from './delete-tool.ts';
import { deleteToolServer } from './delete-tool-server.ts';
import { getToolServer } from './get-tool-server.ts';
import { listToolServers } from './list-tool-servers.ts';
import { listTools } from './list-tools.ts';
import { testTool } from './test-tool.ts';
import { updateTool } from './update-tool.ts';
import { updateToolServer } from './update-tool-server.ts';

export const toolTools: readonly Tool[] = [
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
];
