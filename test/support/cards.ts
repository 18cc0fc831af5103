/** Clients that draw cards, and what their pages call. */
import { expect } from 'vitest';
import { type ServerProcess, type ToolResult, textOf, until } from './clients.ts';

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

const TIME_GOES_ON = `
  const now = Date.now;
  let ahead = 0;
  Date.now = () => now() + ahead;
  process.on('SIGUSR2', () => {
    ahead += 11 * 60_000;
    process.stderr.write('eleven minutes later');
  });
`;
/** For the environment of a server whose tickets are to grow old: {@link elevenMinutesLater}. */
export const OWN_CLOCK = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TIME_GOES_ON)}` };

/** Puts the clock of such a server on. A ticket is good for ten minutes. */
export async function elevenMinutesLater(server: ServerProcess): Promise<void> {
  process.kill(server.pid, 'SIGUSR2');
  await until('its clock is put on', () => server.stderr().includes('eleven minutes later'));
}
