/** The record that a path names, or a 404 with the platform's message, and the requested part of a list. */

import { type Call, param } from '../http/handler.ts';
import { notFound } from '../http/reply.ts';
import type { Agent } from '../records.ts';
import type { Tool, ToolServer } from '../tools/tool-server.ts';
import type { World } from '../world.ts';

/** @throws HttpError 404 `agent not found`, the specification's message for listing threads. */
export function theAgent(call: Call): Agent {
  const agent = call.world.agents.get(param(call, 'agentId'));
  if (agent === undefined) throw notFound('agent');
  return agent;
}

/** A function that finds the record of a kind that a path names. It throws HttpError 404. */
const finder =
  <T>(kind: string, parameter: string, recordsOf: (world: World) => { get(id: string): T | undefined }) =>
  (call: Call): T => {
    const id = param(call, parameter);
    const found = recordsOf(call.world).get(id);
    if (found === undefined) throw notFound(`${kind} ${id}`);
    return found;
  };

/** The thread, advanced to the present. */
export const theThread = finder('thread', 'threadId', ({ threads }) => threads);
export const theAssistant = finder('assistant', 'assistant_id', ({ assistants }) => assistants);
export const theProject = finder('project', 'projectId', ({ projects }) => projects);
export const theDocument = finder('document', 'documentId', ({ documents }) => documents.documents);
export const theFolder = finder('folder', 'folderId', ({ documents }) => documents.folders);
export const theToolServer = finder('tool server', 'toolServerId', ({ toolServers }) => toolServers);

/** By id or function name. @throws HttpError 404 */
export function theTool(call: Call, server: ToolServer): Tool {
  const id = param(call, 'toolId');
  const found = server.tools.find((tool) => tool.id === id) ?? server.tools.find((tool) => nameOf(tool) === id);
  if (found === undefined) throw notFound(`tool ${id}`);
  return found;
}

/** The function name of a tool. */
export const nameOf = (tool: Tool): string => tool.definition.function.name;

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
export const sentFields = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
