/** Calls over HTTP that no honest SDK makes: see support/rounds.ts. */
import { presses } from '../support/consent-human.ts';
import { callParams, type Round, roundOf } from '../support/rounds.ts';
import { messageOf, post } from './support.ts';

/** Calls a tool; with a state, it is the second round, and the human's choice goes along. */
export async function modernCall(
  url: string,
  name: string,
  args: object,
  second?: { readonly state: string; readonly decision: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Round> {
  const reply = second && { state: second.state, answer: presses(second.decision) };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: callParams(name, args, reply) };
  const standard = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
  return roundOf(await messageOf(await post(url, body, { ...standard, ...headers })));
}
