/** The tools that create, change and delete tool servers. */
import * as z from 'zod';
import { compareResponse, refuseMasks } from '../../domain/changes.ts';
import type { Confirmation } from '../../domain/confirm.ts';
import { requireToolServer } from '../../domain/known-record.ts';
import {
  asksForNoAuthentication,
  isWithoutAuthentication,
  NO_AUTHENTICATION,
  withoutAuthenticationNotes,
} from '../../domain/tool-servers/authentication.ts';
import { hostsLine, refuseUnclearAddress, refuseUnclearEndpoint } from '../../domain/tool-servers/hosts.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { withMaskNote, withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { present } from '../../mcp/contract/result.ts';
import { operations } from '../../platform/operations/index.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { NOT_STATED, TOOL_SERVER, type ToolServer } from '../../platform/parse/tool-servers.ts';
import { digest, foreign } from '../../platform/text.ts';
import { isSentWhole } from '../../present/paging.ts';
import { count, firstOf } from '../../present/units.ts';
import { described, toolServer } from '../fields.ts';
import { creates, deletes, updates } from '../record-tools.ts';
import { flags, numbers, result, texts } from '../results.ts';
import { definitionFields } from './definition.ts';

const TOOL_SERVERS = {
  kind: 'tool server',
  toolset: 'tools-admin',
  idArgument: 'toolServerId',
  ids: () => ({ toolServerId: toolServer() }),
  named: ['toolServerId'],
  table: TOOL_SERVER,
} as const;

const FIELDS = {
  name: 'Display name.',
  description: 'What it is for.',
  url: 'Base address of its tools.',
  enabled: 'false turns it off.',
  authenticationConfig: 'authenticationMethod jwt, oauth2, basic or customHeader, with its own object.',
};

/** A definition as the platform nests it. Its parts are strict too, since a misspelt field would be dropped silently. */
function wholeDefinition() {
  const { type, function: definition } = operations.createTool.body().shape.tool.shape;
  const { description, parameters, ...request } = definitionFields();
  return z.strictObject({
    type: type.describe('Always function.'),
    function: z
      .strictObject({ ...described(definition, { name: 'Function name.' }), description, parameters })
      .describe('What the model is told.'),
    ...request,
  });
}

/** POST /v1/tool-servers. */
export const createToolServer = creates(TOOL_SERVERS, {
  name: 'create_tool_server',
  title: 'Create tool server',
  lookups: ['list_tool_servers'],
  example: { name: 'New' },
  description:
    'Creates a tool server. Without authenticationConfig, its address gets its callers’ Authorization header.',
  fields: () => ({
    ...described(operations.createToolServer.body(), { ...FIELDS, identifier: 'Short unique name.' }),
    toolDefinitions: z.array(wholeDefinition()).optional().describe('Its tools.'),
  }),
  plan: (body, { call, platform }) => {
    refuseMasks(body);
    refuseUnclearAddress(body.url);
    for (const { endpoint } of body.toolDefinitions ?? []) refuseUnclearEndpoint(endpoint);
    const isOpen = asksForNoAuthentication(body.authenticationConfig);
    const warnings = isOpen ? [NO_AUTHENTICATION] : [];
    const { toolDefinitions, authenticationConfig, ...plain } = body;
    const requested = toolDefinitions?.length;
    return {
      question: isOpen ? openServerQuestion(body) : undefined,
      send: () => call(operations.createToolServer, { body }, { warnings }),
      notes: (server: ToolServer) =>
        present(
          ...withoutAuthenticationNotes(warnings, server),
          ...compareResponse(plain, server.source).notes,
          requested !== undefined &&
            server.toolCount !== undefined &&
            server.toolCount !== requested &&
            `The answer shows ${server.toolCount} tools, not the ${requested} asked for.`,
          authenticationConfig !== undefined &&
            ['none', NOT_STATED].includes(server.authenticationMethod) &&
            'The answer does not show the authentication: it may have been ignored.',
        ),
      next: ({ id, toolCount = 0 }: ToolServer) =>
        toolCount === (requested ?? 0) && !platform.isDeferred()
          ? undefined
          : { tool: 'list_tools', arguments: { toolServerId: id }, why: 'see its tools' },
    };
  },
});

interface NewServer {
  readonly name: string;
  readonly url?: string | undefined;
  readonly toolDefinitions?: z.output<ReturnType<typeof wholeDefinition>>[] | undefined;
}

/** Asked before a tool server without authentication is created: its operator would get the token of all who call its tools. */
function openServerQuestion(body: NewServer): Confirmation {
  const name = foreign(body.name).line(100);
  const tools = (body.toolDefinitions ?? []).map(({ endpoint, function: { name } }) => ({ name, endpoint }));
  const address = body.url === undefined ? [] : [`Its address: ${withoutCredentials(foreign(body.url), 1000)}`];
  return {
    subject: 'create_tool_server',
    digest: digest(['create_tool_server', jsonText(body, true)]),
    message: async () =>
      withMaskNote([
        `Create tool server ${name} without authentication?`,
        NO_AUTHENTICATION,
        hostsLine(body.url, tools, true),
        ...address,
      ]),
    yes: { value: 'create', title: 'Create it' },
    no: { value: 'leave', title: 'Don’t create it' },
    chose: 'chose not to create it',
  };
}

/** PATCH /v1/tool-servers/{toolServerId}, without `toolDefinitions`, which would replace every tool. */
export const updateToolServer = updates(TOOL_SERVERS, {
  name: 'update_tool_server',
  title: 'Update tool server',
  lookups: ['get_tool_server'],
  example: { toolServerId: 'server-1', description: 'Better.' },
  description: 'Updates a tool server. A secret sent back masked is kept. Not on all platforms.',
  fields: () => described(operations.updateToolServer.body(), FIELDS),
  plan: async ({ toolServerId, ...body }, { call }) => {
    // Masks in addresses are this program's; the platform would store them.
    refuseMasks({ url: body.url });
    refuseUnclearAddress(body.url);
    const read = () => requireToolServer(call, toolServerId);
    const record = await read();
    const { authenticationConfig: stored } = record.source;
    refuseMasks({ authenticationConfig: body.authenticationConfig }, record.source);
    const isOpen = isWithoutAuthentication(body.authenticationConfig ?? stored);
    const warnings = isOpen ? [NO_AUTHENTICATION] : [];
    return {
      record,
      read,
      requested: body,
      warnings,
      details: async () => {
        const list = await ifReadable(call(operations.listTools, { path: { toolServerId } }));
        const tools = list?.items.map((tool) => ({ name: tool.name.raw, endpoint: tool.endpoint?.raw })) ?? [];
        const isWhole = list !== undefined && isSentWhole(list);
        return present(
          hostsLine(body.url ?? record.url?.raw, tools, isOpen),
          !isWhole && 'Not all of its tools could be read: others may call other hosts.',
          body.url !== undefined &&
            !isOpen &&
            `Its stored authentication (${record.authenticationMethod}) would be sent to the new address.`,
        );
      },
      send: (options) => call(operations.updateToolServer, { path: { toolServerId }, body }, options),
      notes: (server: ToolServer) =>
        present(
          ...withoutAuthenticationNotes(warnings, server),
          body.url !== undefined &&
            !isOpen &&
            `Its calls send its stored authentication (${server.authenticationMethod}) to the new address.`,
        ),
    };
  },
});

/** Tools that the question names. */
const NAMED = 20;

/** DELETE /v1/tool-servers/{toolServerId}, which also deletes its tools. */
export const deleteToolServer = deletes(TOOL_SERVERS, {
  name: 'delete_tool_server',
  title: 'Delete tool server',
  lookups: ['list_tool_servers'],
  example: { toolServerId: 'server-9' },
  description: 'Deletes a tool server and its tools permanently. Not on all platforms.',
  output: () => result(texts('toolServerId', 'name', 'platformMessage'), numbers('tools'), flags('deleted')),
  plan: async ({ toolServerId }, { call }) => {
    const path = { toolServerId };
    const { name, url, description } = await requireToolServer(call, toolServerId);
    const { items, unreadable, total = 0 } = await call(operations.listTools, { path });
    // The list may be only the first page.
    const tools = Math.max(total, items.length + unreadable);
    const names = firstOf(items, NAMED, ({ name }) => String(name.line(60)), tools);
    return {
      name,
      losses: present(
        url && `Address: ${withoutCredentials(url)}`,
        description && `Purpose: ${description.line(300)}`,
        tools === 0
          ? 'It has no tools.'
          : `${count(tools, 'tool')} would be deleted with it: ${names}. Agents can no longer call ${tools === 1 ? 'it' : 'them'}.`,
      ),
      shown: [url, description, items.map(({ id, name }) => [id, name]), tools],
      facts: { tools },
      remove: () => call(operations.deleteToolServer, { path }),
      find: () => call(operations.getToolServer, { path }),
    };
  },
});
