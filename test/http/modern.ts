/** Calls of the protocol of 2026-07-28 posted by hand: the test sees the sealed state, and sends it where it likes. */
import { messageOf, post } from './support.ts';

const PREFIX = 'io.modelcontextprotocol';
const META = {
  [`${PREFIX}/protocolVersion`]: '2026-07-28',
  [`${PREFIX}/clientInfo`]: { name: 'raw', version: '1.0.0' },
  [`${PREFIX}/clientCapabilities`]: { elicitation: { form: {} } },
};

/** One round of a call: a question with its state, or the result. */
export interface Round {
  readonly isQuestion: boolean;
  readonly state: string;
  readonly text: string;
  readonly isError: boolean;
}

interface Message {
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly message: string };
}

/** Calls a tool; with a state, it is the second round, and the human's choice goes along. */
export async function modernCall(
  url: string,
  name: string,
  args: object,
  second?: { readonly state: string; readonly decision: string },
  headers: Readonly<Record<string, string>> = {},
): Promise<Round> {
  const answered = second && {
    requestState: second.state,
    inputResponses: { decision: { action: 'accept', content: { decision: second.decision } } },
  };
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args, ...answered, _meta: META },
  };
  const standard = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name };
  const message = (await messageOf(await post(url, body, { ...standard, ...headers }))) as Message;
  const { result = {}, error } = message;
  return {
    isQuestion: result.resultType === 'input_required',
    state: result.requestState ?? '',
    text: error?.message ?? (result.content ?? []).map(({ text = '' }) => text).join('\n'),
    isError: error !== undefined || result.isError === true,
  };
}
