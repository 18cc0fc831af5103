/** The server in this very process behind a real client of either SDK: for tests that need no process of their own. */
import { PassThrough } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { serveCommand } from '../../src/cli/serve.ts';
import { connectV1Over } from './client-v1.ts';
import { connectV2Over } from './client-v2.ts';
import type { ConnectOptions, TestClient } from './clients.ts';
import { type Here, runHere } from './here.ts';

/** A client whose server has no process to look at. */
export type ClientHere = Omit<TestClient, 'process'>;

/** Serves stdio from the sources, as `connect` does from the built file, and connects a client. */
export async function connectHere(options: ConnectOptions): Promise<ClientHere> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const { args = [], env = {} } = options;
  const server = await runHere(() => serveCommand({ args, env, print: () => undefined }), { stdin, stdout });
  const transport = overLines(stdin, stdout, server);
  return options.client === 'v1' ? connectV1Over(transport, options) : connectV2Over(transport, options);
}

/** What both SDKs' StdioClientTransports do, over the streams of a server that runs already. */
function overLines(stdin: PassThrough, stdout: PassThrough, server: Here): Transport {
  let partial = '';
  const transport: Transport = {
    async start() {
      stdout.setEncoding('utf8').on('data', (chunk: string) => {
        const lines = (partial + chunk).split('\n');
        partial = lines.pop() ?? '';
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      });
    },
    async send(message) {
      stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      server.signal('SIGTERM');
      await server.exited;
      transport.onclose?.();
    },
  };
  return transport;
}
