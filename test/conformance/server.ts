/**
 * The product's HTTP entry, as it is, with the conformance suite's fixtures mounted on the server of each request. Run
 * with `--import tsx`; takes the flags of `http`.
 */
import type { Server, ServerContext } from '@modelcontextprotocol/server';
import { catalogue, embeddedSandbox } from '../../src/cli/catalogue.ts';
import type { App } from '../../src/mcp/engine/app.ts';
import { clientCapabilities } from '../../src/mcp/engine/client-capabilities.ts';
import { runHttp } from '../../src/mcp/http/serve.ts';
import type { ClientLink } from '../../src/mcp/protocol/ask-older-client.ts';
import { createServer } from '../../src/mcp/protocol/factory.ts';
import { parseFlags } from '../../src/settings/flags.ts';
import { readSettings } from '../../src/settings/read.ts';
import { PROMPTS, RESOURCES, readFixture, TEMPLATES } from './contents.ts';
import { TOOLS } from './tools.ts';

type Handler = (request: unknown, context: ServerContext) => Promise<Record<string, unknown[]>>;

/** The handler that the product has set. The SDK has no public way to ask for it. */
function productHandler(server: Server, method: string): Handler {
  const handlers: unknown = Reflect.get(server, '_requestHandlers');
  const handler: unknown = handlers instanceof Map ? handlers.get(method) : undefined;
  if (typeof handler !== 'function') throw new Error(`the product has no handler for ${method}`);
  return (request, context) => Promise.resolve(Reflect.apply(handler, server, [request, context]));
}

function withFixtures(app: App, client: ClientLink | undefined): Server {
  const server = createServer(app, client);
  // Only the older protocol has logging.
  if (client !== undefined) server.registerCapabilities({ logging: {} });
  const product = (method: string): Handler => productHandler(server, method);

  const callTool = product('tools/call');
  server.setRequestHandler('tools/call', (request, context) => {
    const fixture = TOOLS[request.params.name];
    const capabilities = Object.entries(clientCapabilities({ server, reach: client }, context) ?? {});
    return fixture?.(context, app, Object.fromEntries(capabilities)) ?? (callTool(request, context) as never);
  });
  const listTools = product('tools/list');
  server.setRequestHandler('tools/list', async (request, context) => {
    const { tools = [] } = await listTools(request, context);
    const fixtures = Object.keys(TOOLS).map((name) => ({
      name,
      description: 'A fixture of the conformance suite.',
      inputSchema: { type: 'object' as const, properties: {} },
    }));
    return { tools: [...(tools as typeof fixtures), ...fixtures] };
  });
  const getPrompt = product('prompts/get');
  server.setRequestHandler('prompts/get', (request, context) => {
    const fixture = PROMPTS[request.params.name];
    return fixture?.get(request.params.arguments ?? {}, context) ?? (getPrompt(request, context) as never);
  });
  const listPrompts = product('prompts/list');
  server.setRequestHandler('prompts/list', async (request, context) => {
    const { prompts = [] } = await listPrompts(request, context);
    const fixtures = Object.entries(PROMPTS).map(([name, { arguments: names }]) => ({
      name,
      description: 'A fixture of the conformance suite.',
      arguments: names.map((argument) => ({ name: argument, required: true })),
    }));
    return { prompts: [...(prompts as typeof fixtures), ...fixtures] };
  });
  const readResource = product('resources/read');
  server.setRequestHandler(
    'resources/read',
    (request, context) => readFixture(request.params.uri) ?? (readResource(request, context) as never),
  );
  const listResources = product('resources/list');
  server.setRequestHandler('resources/list', async (request, context) => {
    const { resources = [], ...rest } = await listResources(request, context);
    return { ...rest, resources: [...(resources as typeof RESOURCES), ...RESOURCES] };
  });
  const listTemplates = product('resources/templates/list');
  server.setRequestHandler('resources/templates/list', async (request, context) => {
    const { resourceTemplates = [] } = await listTemplates(request, context);
    return { resourceTemplates: [...(resourceTemplates as typeof TEMPLATES), ...TEMPLATES] };
  });
  return server;
}

const { values } = readSettings(process.env, parseFlags(process.argv.slice(2)));
await runHttp({ settings: values, catalogue, embedded: embeddedSandbox, make: withFixtures });
