import * as z from 'zod';
import { compareAnswer, creationText, refuseMasks } from '../../domain/changes.ts';
import { confirm } from '../../domain/confirm.ts';
import {
  asksForNoAuthentication,
  NO_AUTHENTICATION,
  withoutAuthenticationNotes,
} from '../../domain/tool-servers/authentication.ts';
import { hostsLine, refuseUnclearAddress, refuseUnclearEndpoint } from '../../domain/tool-servers/hosts.ts';
import type { Answer } from '../../mcp/contract/answer.ts';
import { withMaskNote, withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { NOT_STATED, TOOL_SERVER } from '../../platform/parse/tool-servers.ts';
import { digest, foreign } from '../../platform/text.ts';
import { facts } from '../../present/record.ts';
import { result, shapeOf } from '../results.ts';
import { serverFields, wholeDefinition } from './definition.ts';

/** POST /v1/tool-servers. */
export const createToolServer = defineTool({
  name: 'create_tool_server',
  title: 'Create tool server',
  toolset: 'tools-admin',
  effect: 'write',
  example: { name: 'New' },
  description:
    'Creates a tool server, with tools if given, and returns its id. Without authenticationConfig, its address receives the Authorization header of whoever calls its tools.',
  input: () => {
    const { identifier } = operations.createToolServer.body().shape;
    const { name, ...fields } = serverFields();
    return z.strictObject({
      name: name.unwrap().describe('Display name.'),
      ...fields,
      identifier: identifier.describe('Short unique name.'),
      toolDefinitions: z.array(wholeDefinition()).optional().describe('Its tools.'),
    });
  },
  output: () => result(shapeOf(TOOL_SERVER)),
  async handle(body, context) {
    refuseMasks(body);
    refuseUnclearAddress(body.url);
    for (const { endpoint } of body.toolDefinitions ?? []) refuseUnclearEndpoint(endpoint);
    const warnings = asksForNoAuthentication(body.authenticationConfig) ? [NO_AUTHENTICATION] : [];
    const stop = warnings.length > 0 ? await askFirst(body, context) : undefined;
    if (stop !== undefined) return stop;
    const server = await context.call(operations.createToolServer, { body }, { warnings });
    const { toolDefinitions, authenticationConfig, ...plain } = body;
    const requested = toolDefinitions?.length;
    return {
      summary: `${creationText(`tool server ${server.name?.line(100) ?? ''} with id ${server.id}`, context)}.`,
      notes: [
        ...withoutAuthenticationNotes(warnings, server),
        ...compareAnswer(plain, server.source).notes,
        ...(requested !== undefined && server.toolCount !== undefined && server.toolCount !== requested
          ? [`The answer shows ${server.toolCount} tools, not the ${requested} asked for.`]
          : []),
        ...(authenticationConfig !== undefined && ['none', NOT_STATED].includes(server.authenticationMethod)
          ? ['The answer does not show the authentication: it may have been ignored.']
          : []),
      ],
      facts: facts(TOOL_SERVER, server),
      next: { tool: 'list_tools', arguments: { toolServerId: server.id }, why: 'see its tools' },
    };
  },
});

interface NewServer {
  readonly name: string;
  readonly url?: string | undefined;
  readonly toolDefinitions?: z.output<ReturnType<typeof wholeDefinition>>[] | undefined;
}

/**
 * Asks the human before a tool server without authentication is created: its operator would get the token of everybody who
 * calls its tools. @returns the answer that ends the call; undefined if the call goes on
 */
async function askFirst(body: NewServer, context: ToolContext): Promise<Answer | undefined> {
  const name = foreign(body.name).line(100);
  const tools = (body.toolDefinitions ?? []).map(({ endpoint, function: { name } }) => ({ name, endpoint }));
  const address = body.url === undefined ? [] : [`Its address: ${withoutCredentials(foreign(body.url), 1000)}`];
  const { why } = await confirm(context, {
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
  });
  return why === undefined ? undefined : { summary: `Nothing was created: ${why}.` };
}
