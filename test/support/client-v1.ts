/** The v1 client (@modelcontextprotocol/sdk): the most common one in the wild, and the stricter validator. */
import type { Readable, Writable } from 'node:stream';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { serverParameters } from './client-process.ts';
import type { ConnectOptions, TestClient } from './clients.ts';
import { closer } from './opened.ts';
import { PATIENCE_MS } from './patience.ts';
import { validatorV1 } from './validators.ts';

/** To a process of the built file. */
export const processV1 = (options: ConnectOptions) => new StdioClientTransport(serverParameters(options));

/** To a server at the other end of two streams. The SDK’s transport for servers reads and writes the same lines. */
export const streamsV1 = (input: Readable, output: Writable) => new StdioServerTransport(input, output);

/** @param errors takes what the SDK reports beside its calls */
export async function connectV1(options: ConnectOptions, transport: Transport, errors: Error[]): Promise<TestClient> {
  const { elicit } = options;
  const client = new Client(
    { name: 'test-v1', version: '1.0.0' },
    {
      capabilities: { ...(elicit && { elicitation: { form: {} } }), ...options.capabilities },
      jsonSchemaValidator: validatorV1,
    },
  );
  if (elicit) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => ({
      ...(await elicit({
        message: params.message,
        requestedSchema: 'requestedSchema' in params ? params.requestedSchema : undefined,
      })),
    }));
  }
  client.onerror = (error) => errors.push(error);
  await client.connect(transport);
  return {
    protocolVersion: '2025-11-25',
    instructions: client.getInstructions(),
    capabilities: client.getServerCapabilities() ?? {},
    listTools: async () => (await client.listTools()).tools,
    async callTool(name, args = {}, { onProgress, timeoutMs = PATIENCE_MS, ...options } = {}) {
      const result = await client.callTool({ name, arguments: args }, undefined, {
        ...options,
        ...(onProgress && { onprogress: onProgress }),
        timeout: timeoutMs,
      });
      // Its type also allows an answer of 2024; the client has checked the output schema before.
      return CallToolResultSchema.parse(result);
    },
    listResources: async () => (await client.listResources()).resources,
    listResourceTemplates: async () => (await client.listResourceTemplates()).resourceTemplates,
    readResource: (uri) => client.readResource({ uri }),
    listPrompts: async () => (await client.listPrompts()).prompts,
    getPrompt: (name, args = {}) => client.getPrompt({ name, arguments: args }),
    complete: async (ref, argument, chosen) =>
      (await client.complete({ ref, argument, ...(chosen && { context: { arguments: chosen } }) })).completion,
    close: closer(() => client.close()),
  };
}
