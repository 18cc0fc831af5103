/** Clients that draw cards, and what their pages call. */
import { expect } from 'vitest';
import { type ToolResult, textOf } from './clients.ts';
import { wallClock } from './wall-clock.ts';

/** The extension as a host declares it. */
export const CARDS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
} as const;
/** The same for one that draws questions by a card, too. */
export const CARDS_AND_QUESTIONS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'], elicitation: {} } },
} as const;

export interface Caller {
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
}

/** A result's data. */
export const dataOf = (result: ToolResult): Readonly<Record<string, unknown>> => ({
  ...(result.structuredContent as Record<string, unknown> | undefined),
});

/** The ticket that a card gets with its own read. */
export async function ticketFor(client: Caller, threadId: string): Promise<string> {
  const result = await client.callTool('read_request_for_card', { threadId });
  expect(textOf(result)).toMatch(/^Thread /);
  return String(dataOf(result).ticket);
}

export const press = (client: Caller, args: Record<string, unknown>): Promise<ToolResult> =>
  client.callTool('decide_from_card', { decision: 'APPROVED', ...args });

/** For the environment of a server whose tickets are to grow old, by {@link jump}: eleven minutes; they are good for ten. */
export const OWN_CLOCK = wallClock(11 * 60_000);
