/** Calls over stdio that no honest SDK makes: see rounds.ts. */
import { startRaw } from './raw-stdio.ts';
import { callParams, type Reply, type Round, roundOf } from './rounds.ts';

export interface RawClient {
  call(tool: string, args: Readonly<Record<string, unknown>>, reply?: Reply): Promise<Round>;
  readonly pid: number;
  /** Sends a call and does not wait for it. */
  send(tool: string, args: Readonly<Record<string, unknown>>): void;
  close(): Promise<void>;
}

export function rawClient(env: Readonly<Record<string, string>>): RawClient {
  const server = startRaw({ env });
  return {
    pid: server.child.pid ?? 0,
    call: async (name, args, reply) => roundOf(await server.request('tools/call', callParams(name, args, reply))),
    send: (name, args) => server.send({ jsonrpc: '2.0', id: 0, method: 'tools/call', params: callParams(name, args) }),
    close: server.end,
  };
}
