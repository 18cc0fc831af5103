/** The v2 client (@modelcontextprotocol/client): pinned to 2026-07-28, in auto and in legacy mode. */
import type { Readable, Writable } from 'node:stream';
import { Client, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { serverParameters } from './client-process.ts';
import type { ClientKind, ConnectOptions, TestClient } from './clients.ts';
import { closer } from './opened.ts';
import { PATIENCE_MS } from './patience.ts';
import { validatorV2 } from './validators.ts';

const MODES: Readonly<Record<Exclude<ClientKind, 'v1'>, 'legacy' | 'auto' | { pin: string }>> = {
  'v2-legacy': 'legacy',
  'v2-auto': 'auto',
  'v2-modern': { pin: '2026-07-28' },
};

/**
 * The SDK asks a separate process which era a server speaks, and then starts a second one; a transport derived from its
 * own is asked in place. Pinned to one era, one process is enough; auto mode keeps the way of the SDK.
 */
class TransportAskedInPlace extends StdioClientTransport {}

/** To a process of the built file. */
export function processV2(options: ConnectOptions): StdioClientTransport {
  const Transport = options.client === 'v2-modern' ? TransportAskedInPlace : StdioClientTransport;
  return new Transport(serverParameters(options));
}

/** To a server at the other end of two streams. The SDK’s transport for servers reads and writes the same lines. */
export const streamsV2 = (input: Readable, output: Writable): Transport => new StdioServerTransport(input, output);

/** @param errors takes what the SDK reports beside its calls */
export async function connectV2(options: ConnectOptions, transport: Transport, errors: Error[]): Promise<TestClient> {
  if (options.client === 'v1') throw new Error('v1 has a client of its own');
  const { elicit } = options;
  const client = new Client(
    { name: `test-${options.client}`, version: '1.0.0' },
    {
      capabilities: { ...(elicit && { elicitation: { form: {} } }), ...options.capabilities },
      jsonSchemaValidator: validatorV2,
      versionNegotiation: { mode: MODES[options.client] },
    },
  );
  if (elicit) {
    client.setRequestHandler('elicitation/create', async ({ params }) =>
      elicit({
        message: params.message,
        requestedSchema: 'requestedSchema' in params ? params.requestedSchema : undefined,
        ...(params._meta && { _meta: params._meta }),
      }),
    );
  }
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  return {
    protocolVersion: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    capabilities: client.getServerCapabilities() ?? {},
    listTools: async () => (await client.listTools()).tools,
    callTool: (name, args = {}, { onProgress, timeoutMs = PATIENCE_MS, ...options } = {}) =>
      client.callTool(
        { name, arguments: args },
        { ...options, ...(onProgress && { onprogress: onProgress }), timeout: timeoutMs },
      ),
    listResources: async () => (await client.request({ method: 'resources/list', params: {} })).resources,
    listResourceTemplates: async () => (await client.listResourceTemplates()).resourceTemplates,
    readResource: (uri) => client.readResource({ uri }, { cacheMode: 'bypass' }),
    listPrompts: async () => (await client.listPrompts()).prompts,
    getPrompt: (name, args = {}) => client.getPrompt({ name, arguments: args }),
    complete: async (ref, argument, chosen) =>
      (await client.complete({ ref, argument, ...(chosen && { context: { arguments: chosen } }) })).completion,
    close: closer(() => client.close()),
  };
}
