/** A client of 2025-11-25 written by hand: the test sees the id of a question, and answers it as no honest SDK does. */
import { post } from './support.ts';

const VERSION = '2025-11-25';

export const initialize = (capabilities: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: VERSION, capabilities, clientInfo: { name: 'raw', version: '1.0.0' } },
});

/** The headers of a session that can be asked. */
export async function sessionAt(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  const id = (await post(url, initialize({ elicitation: {} }), headers)).headers.get('mcp-session-id');
  if (id === null) throw new Error('no session');
  return { 'mcp-session-id': id, 'mcp-protocol-version': VERSION };
}

export interface Question {
  readonly id: string;
  /** The stream to its end. */
  rest(): Promise<string>;
}

/** Reads the stream of a call up to the question. */
export async function questionIn(response: Response): Promise<Question> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const read = async (): Promise<boolean> => {
    const part = await reader?.read();
    text += part?.value ?? '';
    return part?.done !== false;
  };
  while (!text.includes('elicitation/create')) if (await read()) throw new Error(`no question: ${text}`);
  return {
    id: /"id":"([^"]+)"/.exec(text)?.[1] ?? '',
    async rest() {
      while (!(await read()));
      return text;
    },
  };
}

export const accept = (id: unknown) => ({
  jsonrpc: '2.0',
  id,
  result: { action: 'accept', content: { decision: 'Approve create_refund' } },
});
