/** Starts a thread, for every tool that does: with its starter's stamp, and compared with what the platform sends back. */
import type * as z from 'zod';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { type Json, pick } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { compareResponse, creationText } from '../changes.ts';
import { withStamp } from './starter.ts';
import { itIs } from './status.ts';

/** What the thread is to begin with: a message, or a conversation so far. */
type NewThread = z.input<ReturnType<typeof operations.createThread.body>>;

/** @returns the thread, the fact in a sentence without its full stop, and caveats @throws PlatformError, CancelledError */
export async function startThread(
  agentId: string,
  wanted: NewThread,
  context: ToolContext,
): Promise<{ readonly thread: Thread; readonly fact: string; readonly notes: readonly string[] }> {
  const first = wanted.message ?? wanted.messages?.[0]?.content ?? '';
  const metadata = withStamp(wanted.metadata, { agentId, first }, context);
  const { messages, ...fields } = wanted;
  const body = { ...fields, ...(messages && { messages }), ...(metadata && { metadata: { ...metadata } }) };
  const thread = await context.call(operations.createThread, { path: { agentId }, body });
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

/** The fields besides the task that the response shows; many responses are short, so a missing field proves nothing. */
const fieldsShown = (body: Json, { source }: Thread): Json =>
  Object.fromEntries(
    ['metadata', 'tags', 'tenantId', 'subtenantId']
      .filter((key) => pick(source, key) !== undefined)
      .map((key) => [key, body[key]]),
  );
