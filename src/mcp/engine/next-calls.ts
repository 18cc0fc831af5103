/**
 * Suggests the next call: a tool that lists the ids of a failed call, or a read that checks a write; never the call just
 * made.
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
 * The error with advice that names tools to check with. `schema` is the arguments' schema with the session's sources.
 */
export function withAdvice(error: unknown, schema: JsonSchema, has: Selection['has']): unknown {
  if (!(error instanceof PlatformError)) return error;
  const { checks, fixer, target } = error.facts;
  if (checks === 'state')
    return error.with({ advice: `Check its state${has('get_thread') ? ' with get_thread' : ''}.` });
  if (checks !== 'ids' || fixer !== 'caller') return error;
  const properties = object(schema.properties);
  const sources = Object.keys(target ?? {}).flatMap((name) => {
    // An entry of a list: `threadId` of `threadIds`.
    const source = sourceOf(object(properties[name] ?? object(properties[`${name}s`]).items));
    return source === undefined ? [] : [`${name} from ${source}`];
  });
  if (sources.length === 0) return error;
  return error.with({ advice: `Check the ids: take ${sources.join(' and ')}, exactly as shown there.` });
}

/** Reads and the arguments they need, most specific first. Those without arguments check a creation. */
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
 * The read, with its ids, that checks a write whose outcome is unknown; undefined for a tool that reads, or if the session
 * has no such read.
 */
export function lookupCall(
  selection: Selection,
  { name, effect }: Tool,
  args: Readonly<Record<string, unknown>>,
): string | undefined {
  // The effect of a tool test is at its endpoint: no read of the platform shows it.
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
 * The answer without a next step that repeats the call just made.
 * @param args the arguments of the call; omitted ones count with their defaults
 */
export function withoutRepeatedCall(answer: Answer, { name }: Tool, args: unknown, schema: z.ZodObject): Answer {
  if (answer.next === undefined) return answer;
  const whole = (args: unknown): string => {
    const plain: unknown = JSON.parse(JSON.stringify(args ?? {}));
    const read = schema.safeParse(plain);
    return jsonText(read.success ? read.data : plain, true);
  };
  const isRepeat = (step: NextStep): boolean => step.tool === name && whole(step.arguments) === whole(args);
  return {
    ...answer,
    next: (shown) => {
      const step = nextOf(answer, shown);
      return step !== undefined && isRepeat(step) ? undefined : step;
    },
  };
}
