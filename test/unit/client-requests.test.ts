/** A question to an older client has one answer, from the caller who was asked, and is withdrawn if none came. */
import {
  isInputRequiredResult,
  type JSONRPCMessage,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { askOlderClient, type ClientLink } from '../../src/mcp/protocol/ask-older-client.ts';
import { ClientRequests, clientReplyIn } from '../../src/mcp/protocol/client-requests.ts';

const QUESTION = { method: 'elicitation/create', params: {} };

/** Asks, and gives what was sent to the client so far. */
function question(limitMs = 60_000, signal = new AbortController().signal) {
  const requests = new ClientRequests();
  const sent: (JSONRPCMessage & { readonly id?: unknown; readonly method?: string })[] = [];
  const send = async (message: JSONRPCMessage): Promise<void> => void sent.push(message);
  const ended = requests.ask({ caller: 'ann', call: 'call 1' }, send, QUESTION, { signal, limitMs });
  return { requests, sent, ended };
}

describe('a question', () => {
  it('that nobody answers in time is withdrawn', async () => {
    const { sent, ended } = question(1);
    expect(await ended).toEqual({ kind: 'timed out' });
    expect(sent.map(({ method }) => method)).toEqual(['elicitation/create', 'notifications/cancelled']);
  });

  it('is not put in a call that was cancelled before', async () => {
    const { sent, ended } = question(60_000, AbortSignal.abort());
    expect(await ended).toEqual({ kind: 'cancelled' });
    expect(sent).toEqual([]);
  });
});

it('progress grows from round to round, its total with it', async () => {
  const told: { progress: number; total?: number }[] = [];
  const notify = async ({ params }: { params: { progress: number; total?: number } }): Promise<void> => {
    told.push(params);
  };
  const mcpReq = { id: 1, notify, signal: new AbortController().signal, _meta: { progressToken: 1 } };
  const client = { requests: { ask: async () => ({ kind: 'answered', result: {} }) }, caller: '', leftMs: () => 1_000 };
  const again = { resultType: 'input_required', inputRequests: { decision: QUESTION } };
  expect(isInputRequiredResult(again)).toBe(true);
  let round = 0;
  await askOlderClient(
    { transport: {}, getNegotiatedProtocolVersion: () => '2025-11-25' } as unknown as Server,
    { mcpReq } as unknown as ServerContext,
    client as unknown as ClientLink,
    async (context) => {
      const params = { progressToken: 1, progress: 5, total: 5 };
      await context.mcpReq.notify({ method: 'notifications/progress', params });
      return (++round < 3 ? again : { content: [] }) as never;
    },
  );
  const steps = told.map(({ progress }) => progress);
  expect(steps.length).toBeGreaterThanOrEqual(5);
  expect(steps.every((progress, index) => index === 0 || progress > (steps[index - 1] ?? 0))).toBe(true);
  for (const { progress, total } of told) if (total !== undefined) expect(total).toBe(progress);
});

describe('a tool that asks again', () => {
  /** A server whose tool asks a question for each page, then ends with what was answered to them. */
  async function pagesAnswered(pages: number): Promise<{ asked: string[]; result: unknown }> {
    const requests = new ClientRequests();
    const asked: string[] = [];
    const answers: unknown[] = [];
    const transport = {
      send: async (message: JSONRPCMessage) => {
        if (!('id' in message) || !('method' in message)) return;
        asked.push(String(message.params?.message));
        const answer = clientReplyIn({ jsonrpc: '2.0', id: message.id, result: { page: asked.length } }, 'ann');
        if (answer !== undefined) setImmediate(() => requests.take(answer));
      },
    };
    const tool = async ({ mcpReq }: ServerContext) => {
      const page = Number(mcpReq.requestState<string>() ?? 0);
      const given: unknown = mcpReq.inputResponses;
      if (page > 0) answers.push(given);
      if (page === pages) return { content: [], structuredContent: { answers } };
      const question = { method: 'elicitation/create', params: { message: `page ${page + 1}` } };
      return { resultType: 'input_required', inputRequests: { question }, requestState: String(page + 1) };
    };
    const mcpReq = {
      id: 1,
      notify: async () => undefined,
      signal: new AbortController().signal,
      requestState: () => undefined,
    };
    const client: ClientLink = { requests, caller: 'ann', leftMs: () => 60_000, warn: () => undefined };
    const result = await askOlderClient(
      { transport, getNegotiatedProtocolVersion: () => '2025-11-25' } as unknown as Server,
      { mcpReq } as unknown as ServerContext,
      client,
      tool as Parameters<typeof askOlderClient>[3],
    );
    return { asked, result };
  }

  it('is not run without end where a host answers by itself', async () => {
    const { asked, result } = await pagesAnswered(1_000);
    expect(asked).toHaveLength(50);
    expect(result).toMatchObject({ isError: true });
  });
});
