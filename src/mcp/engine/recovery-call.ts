/** The read that finds out what became of a write whose outcome is unknown. */

import type { Tool } from '../contract/tool.ts';
import type { Selection } from './selection.ts';

/** Reads by the argument that they need, the most telling first. Those without one show what a creation left behind. */
const LOOKUPS: readonly { readonly tool: string; readonly needs: readonly string[]; readonly after?: string }[] = [
  { tool: 'list_thread_evaluations', needs: ['threadId'], after: 'evaluate_thread' },
  { tool: 'list_tool_servers', needs: [], after: 'clone_tool_server' },
  { tool: 'list_tool_servers', needs: [], after: 'delete_tool_server' },
  { tool: 'get_tool_server', needs: ['toolServerId'], after: 'update_tool_server' },
  { tool: 'read_document', needs: ['documentId'] },
  { tool: 'search_documents', needs: [], after: 'write_document' },
  { tool: 'list_document_folders', needs: [], after: 'write_document_folder' },
  { tool: 'list_document_folders', needs: [], after: 'delete_document_folder' },
  { tool: 'list_projects', needs: [], after: 'create_project' },
  { tool: 'get_project', needs: ['projectId'] },
  { tool: 'get_thread', needs: ['threadId'] },
  { tool: 'get_chat', needs: ['assistantIdentifier', 'chatUuid'] },
  { tool: 'list_assistant_chats', needs: ['assistantIdentifier'] },
  { tool: 'list_tools', needs: ['toolServerId'] },
  { tool: 'list_tool_servers', needs: [], after: 'create_tool_server' },
  { tool: 'list_agents', needs: [], after: 'create_agent' },
  { tool: 'list_agents', needs: [], after: 'update_agent' },
  { tool: 'list_agents', needs: [], after: 'delete_agent' },
  { tool: 'list_agent_threads', needs: ['agentId'] },
];

/** The call, as text with its ids filled in; undefined for a tool that reads, or where the session has no such read. */
export function lookupCall(
  selection: Selection,
  { name, effect }: Tool,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  if (effect === 'read') return undefined;
  const has = (argument: string): boolean => typeof args[argument] === 'string' && args[argument] !== '';
  const found = LOOKUPS.find(
    ({ tool, needs, after }) =>
      selection.has(tool) && needs.every(has) && (after === undefined ? needs.length > 0 : after === name),
  );
  if (found === undefined) return undefined;
  return `${found.tool} ${JSON.stringify(Object.fromEntries(found.needs.map((need) => [need, args[need]])))}`;
}
