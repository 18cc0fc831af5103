/**
 * Which call to make next: the tool that lists the ids of a call that failed, the read that tells what became of a write,
 * and no next step that repeats the call just made.
 */
import type * as z from 'zod';
import { PlatformError } from '../../platform/client/errors.ts';
import { array, type Json, object } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { type Answer, type NextStep, nextOf } from '../contract/answer.ts';
import type { Tool } from '../contract/tool.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Selection } from './selection.ts';

/** The first tool that an argument's values come from. */
export const sourceOf = ({ from }: Json): string | undefined => array(from).find((tool) => typeof tool === 'string');

/**
 * The failure with advice that names the tools to look with. `schema` is that of the arguments, with the sources that the
 * session offers.
 */
export function withAdvice(error: unknown, schema: JsonSchema, has: Selection['has']): unknown {
  if (!(error instanceof PlatformError)) return error;
  const { checks, fixer, target } = error.facts;
  if (checks === 'state')
    return error.with({ advice: `Check its state${has('get_thread') ? ' with get_thread' : ''}.` });
  if (checks !== 'ids' || fixer !== 'caller') return error;
  const properties = object(schema.properties);
  const sources = Object.keys(target ?? {}).flatMap((name) => {
    // One of several: `threadId` of `threadIds`.
    const source = sourceOf(object(properties[name] ?? object(properties[`${name}s`]).items));
    return source === undefined ? [] : [`${name} from ${source}`];
  });
  if (sources.length === 0) return error;
  return error.with({ advice: `Check the ids: take ${sources.join(' and ')}, exactly as shown there.` });
}

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

/**
 * The read that tells what became of a write whose outcome is unknown, with its ids; undefined for a tool that reads, or
 * where the session has no such read.
 */
export function lookupCall(
  selection: Selection,
  { name, effect }: Tool,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  // What a tool test did is at its endpoint: no read of the platform shows it.
  if (effect === 'read' || name === 'test_tool') return undefined;
  const has = (argument: string): boolean => typeof args[argument] === 'string' && args[argument] !== '';
  const found = LOOKUPS.find(
    ({ tool, needs, after }) =>
      selection.has(tool) && needs.every(has) && (after === undefined ? needs.length > 0 : after === name),
  );
  if (found === undefined) return undefined;
  return `${found.tool} ${JSON.stringify(Object.fromEntries(found.needs.map((need) => [need, args[need]])))}`;
}

/**
 * The answer without a next step that would make the same call again.
 * @param given the arguments of the call; those that it left out count with their defaults
 */
export function withoutOwnCall(answer: Answer, { name }: Tool, given: unknown, schema: z.ZodObject): Answer {
  if (answer.next === undefined) return answer;
  const whole = (args: unknown): string => {
    const plain: unknown = JSON.parse(JSON.stringify(args ?? {}));
    const read = schema.safeParse(plain);
    return jsonText(read.success ? read.data : plain, true);
  };
  const isOwn = (step: NextStep): boolean => step.tool === name && whole(step.arguments) === whole(given);
  return {
    ...answer,
    next: (shown) => {
      const step = nextOf(answer, shown);
      return step !== undefined && isOwn(step) ? undefined : step;
    },
  };
}
