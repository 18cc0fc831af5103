/** Starts a thread, for every tool that does: with its starter's stamp, and compared with what the platform sends back. */
import type * as z from 'zod';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import { type Json, pick } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { findAgent, hindranceOf } from '../agents/agents.ts';
import { compareResponse, creationText } from '../changes.ts';
import { withStamp } from './starter.ts';
import { itIs } from './status.ts';

/** What the thread is to begin with: a message, or a conversation so far. */
type NewThread = z.input<ReturnType<typeof operations.createThread.body>>;

/** @param group of writes in the audit log @returns the thread, the fact in a sentence without its full stop, and caveats @throws PlatformError, CancelledError */
export async function startThread(
  agentId: string,
  wanted: NewThread,
  context: ToolContext,
  group?: string,
): Promise<{ readonly thread: Thread; readonly fact: string; readonly notes: readonly string[] }> {
  const first = wanted.message ?? wanted.messages?.[0]?.content ?? '';
  const metadata = withStamp(wanted.metadata, { agentId, first }, context);
  const { messages, ...fields } = wanted;
  const body = { ...fields, ...(messages && { messages }), ...(metadata && { metadata: { ...metadata } }) };
  const thread = await context
    .call(operations.createThread, { path: { agentId }, body }, { group })
    .catch(async (error: unknown) => Promise.reject(await withAgentState(error, agentId, context)));
  const isOther = thread.agentId !== undefined && thread.agentId.toLowerCase() !== agentId.toLowerCase();
  return {
    thread,
    fact: `${creationText(`thread ${thread.id} for agent ${agentId}`, context)}; ${itIs(thread.status)}`,
    notes: [
      ...(isOther ? [`The answer says that it belongs to agent ${thread.agentId}, not to ${agentId}.`] : []),
      ...compareResponse(fieldsShown(body, thread), thread.source).notes,
    ],
  };
}

/** Statuses with which platforms refuse a thread of an agent that takes none. */
const REFUSES: readonly (number | undefined)[] = [400, 403, 409, 422];

/** The same error; if the agent is disabled or archived, it says so, since other arguments don't help then. */
async function withAgentState(error: unknown, agentId: string, { call, has }: ToolContext): Promise<unknown> {
  // An error that names a field is about the arguments.
  if (!(error instanceof PlatformError) || error.facts.field !== undefined) return error;
  if (!REFUSES.includes(error.facts.status)) return error;
  const state = hindranceOf(await ifReadable(findAgent(call, agentId)));
  if (state === undefined) return error;
  const how = state === 'disabled' && has('update_agent') ? ' update_agent can enable it.' : '';
  const advice = `The agent is ${state}: it takes no threads while it is.${how}`;
  return new PlatformError({ ...error.facts, fixer: 'platform', advice });
}

/** The fields besides the task that the response shows; many responses are short, so a missing field proves nothing. */
const fieldsShown = (body: Json, { source }: Thread): Json =>
  Object.fromEntries(
    ['metadata', 'tags', 'tenantId', 'subtenantId']
      .filter((key) => pick(source, key) !== undefined)
      .map((key) => [key, body[key]]),
  );
