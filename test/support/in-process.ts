/** The server in this process, behind a real client: for tests that need no separate process. */
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { catalogue } from '../../src/cli/catalogue.ts';
import { type App, type AppParts, type Catalogue, createApp } from '../../src/mcp/engine/app.ts';
import { createServer } from '../../src/mcp/protocol/factory.ts';
import { readSettings } from '../../src/settings/read.ts';
import { type Data, dataOf } from './data.ts';
import { closer } from './opened.ts';
import { validatorV2 } from './validators.ts';

export interface Called {
  readonly text: string;
  readonly data: Data;
  readonly isError: boolean;
}

export interface InProcess {
  readonly app: App;
  readonly client: Client;
  call(tool: string, args?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
}

/**
 * A session over the given settings, as environment variables without their prefix: `{ BASE_URL, TOKEN }`. `offered`
 * replaces the catalogue, `parts` the parts of the app. Closed after each test file.
 */
export async function inProcess(
  settings: Readonly<Record<string, string>>,
  offered: Catalogue = catalogue,
  parts: AppParts = {},
): Promise<InProcess> {
  const env = Object.fromEntries(Object.entries(settings).map(([key, value]) => [`AGENT_PLATFORM_${key}`, value]));
  const { values } = readSettings({ AGENT_PLATFORM_LOG_LEVEL: 'silent', ...env });
  const app = createApp(values, offered, () => Promise.reject(new Error('no sandbox here')), parts);
  const server = createServer(app);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client(
    { name: 'in-process', version: '1.0.0' },
    { capabilities: {}, jsonSchemaValidator: validatorV2 },
  );
  await client.connect(near);
  return {
    app,
    client,
    async call(tool, args = {}) {
      const result = await client.callTool({ name: tool, arguments: args });
      const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
      return { text, data: dataOf(result), isError: result.isError === true };
    },
    close: closer(() => client.close().then(() => app.close())),
  };
}
