/** Clients that draw cards, and what their pages call. */
import { expect } from 'vitest';
import { type Caller, type ToolResult, textOf } from './clients.ts';
import { dataOf } from './data.ts';

/** The extension as a host declares it. */
export const CARDS = {
  extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
} as const;

/** The token that a card gets with its own read, once that has given all of the request. */
export async function tokenFor(client: Caller, threadId: string): Promise<string> {
  const result = await client.callTool('read_request_for_card', { threadId });
  expect(textOf(result)).toMatch(/^Thread /);
  return String(dataOf(result).reviewToken);
}

export const press = (client: Caller, args: Record<string, unknown>): Promise<ToolResult> =>
  client.callTool('decide_from_card', { decision: 'APPROVED', ...args });
