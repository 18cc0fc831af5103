/**
 * The record that a path names (404 with the platform's message if there is none), and the requested part of a list.
 */
import type { Agent } from '../agents.ts';
import type { Assistant } from '../assistants/assistant.ts';
import type { Document, Folder } from '../documents.ts';
import { type Call, param } from '../http/handler.ts';
import { HttpError, notFound } from '../http/reply.ts';
import type { Project } from '../projects.ts';
import type { Thread } from '../threads/thread.ts';
import type { Tool, ToolServer } from '../tools/tool-server.ts';

/** @throws HttpError 404 `agent not found`, the specification's message for listing threads. */
export function theAgent(call: Call): Agent {
  const agent = call.world.agents.get(param(call, 'agentId'));
  if (agent === undefined) throw notFound('agent');
  return agent;
}

/** The thread, advanced to the present. @throws HttpError 404 */
export function theThread(call: Call): Thread {
  const id = param(call, 'threadId');
  return call.world.threads.get(id) ?? missing('thread', id);
}

/** @throws HttpError 404 */
export function theAssistant(call: Call): Assistant {
  const id = param(call, 'assistant_id');
  return call.world.assistants.get(id) ?? missing('assistant', id);
}

/** @throws HttpError 404 */
export function theProject(call: Call): Project {
  const id = param(call, 'projectId');
  return call.world.projects.get(id) ?? missing('project', id);
}

/** @throws HttpError 404 */
export function theDocument(call: Call): Document {
  const id = param(call, 'documentId');
  return call.world.documents.documents.get(id) ?? missing('document', id);
}

/** @throws HttpError 404 */
export function theFolder(call: Call): Folder {
  const id = param(call, 'folderId');
  return call.world.documents.folders.get(id) ?? missing('folder', id);
}

/** @throws HttpError 404 */
export function theToolServer(call: Call): ToolServer {
  const id = param(call, 'toolServerId');
  return call.world.toolServers.get(id) ?? missing('tool server', id);
}

/** By id or function name. @throws HttpError 404 */
export function theTool(call: Call, server: ToolServer): Tool {
  const id = param(call, 'toolId');
  const found = server.tools.find((tool) => tool.id === id) ?? server.tools.find((tool) => nameOf(tool) === id);
  return found ?? missing('tool', id);
}

/** The function name of a tool. */
export function nameOf(tool: Tool): string {
  return tool.definition.function.name;
}

function missing(what: string, id: string): never {
  throw new HttpError(404, `${what} ${id} not found`);
}

/** The page of a list that `limit` and `offset` select. */
export function page<T>(
  items: readonly T[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): T[] {
  return items.slice(offset, offset + limit);
}

/** The records of one project, or all without a project. */
export function inProject<T extends { readonly projectId?: string | null }>(
  items: Iterable<T>,
  projectId: string | undefined,
): T[] {
  return [...items].filter((item) => projectId === undefined || item.projectId === projectId);
}

/** The fields of a change that were sent; zod leaves the others undefined. */
export function sentFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
