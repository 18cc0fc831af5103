/**
 * A client of the protocol of 2026-07-28 written line by line, for what an honest SDK never does: it sees the sealed state
 * of a question, and sends it back changed, late, twice, or to another call.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { BUNDLE } from './clients.ts';

const PREFIX = 'io.modelcontextprotocol';
const META = {
  [`${PREFIX}/protocolVersion`]: '2026-07-28',
  [`${PREFIX}/clientInfo`]: { name: 'raw', version: '1.0.0' },
  [`${PREFIX}/clientCapabilities`]: { elicitation: { form: {} } },
};

interface Answer {
  readonly id?: unknown;
  readonly result?: {
    readonly resultType?: string;
    readonly requestState?: string;
    readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>;
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly message: string };
}

/** One round of a call: a question with its state, or the result. */
export interface Round {
  readonly isQuestion: boolean;
  readonly state: string;
  readonly message: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What is sent with a round after the first. Either may be missing, as a broken client might have it. */
export interface Reply {
  readonly state?: string | undefined;
  readonly answer?: unknown;
  /** The request no longer declares that the human can be asked. */
  readonly isMute?: boolean;
}

export interface RawClient {
  call(tool: string, args: Readonly<Record<string, unknown>>, reply?: Reply): Promise<Round>;
  readonly pid: number;
  /** Sends a call and does not wait for it. */
  send(tool: string, args: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

/** The human's answer in the form. */
export const chosen = (decision: string, comment?: string): unknown => ({
  action: 'accept',
  content: { decision, ...(comment === undefined ? {} : { comment }) },
});

export function rawClient(env: Readonly<Record<string, string>>): RawClient {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [BUNDLE], { env: { PATH, ...env }, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (answer: Answer) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = JSON.parse(line) as Answer;
    if (typeof answer.id === 'number') waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const write = (id: number, params: object, isMute = false): void => {
    const _meta = isMute ? { ...META, [`${PREFIX}/clientCapabilities`]: {} } : META;
    const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { ...params, _meta } };
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  return {
    pid: child.pid ?? 0,
    async call(name, args, reply) {
      const id = ++last;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      const round = {
        ...(reply?.state === undefined ? {} : { requestState: reply.state }),
        ...(reply?.answer === undefined ? {} : { inputResponses: { decision: reply.answer } }),
      };
      write(id, { name, arguments: args, ...round }, reply?.isMute);
      return roundOf(await answered);
    },
    send: (name, args) => write(++last, { name, arguments: args }),
    close: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.stdin.end();
      }),
  };
}

function roundOf({ result = {}, error }: Answer): Round {
  const text = (result.content ?? []).map((part) => part.text ?? '').join('\n');
  return {
    isQuestion: result.resultType === 'input_required',
    state: result.requestState ?? '',
    message: result.inputRequests?.decision?.params.message ?? '',
    text: error?.message ?? text,
    isError: error !== undefined || result.isError === true,
  };
}
