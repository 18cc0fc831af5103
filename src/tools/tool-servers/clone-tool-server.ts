import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { ownAddresses } from '../../domain/tool-servers/hosts.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { join } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { count } from '../../present/units.ts';
import { toolServer } from '../fields.ts';
import { records, result, texts } from '../results.ts';

/** POST .../clone; the platform appends " (Copy)" to the name. */
export const cloneToolServer = defineTool({
  name: 'clone_tool_server',
  title: 'Clone tool server',
  toolset: 'tools-admin',
  effect: 'write',
  lookups: ['list_tool_servers'],
  example: { toolServerId: 'server-1' },
  description: 'Copies a tool server with its tools.',
  input: () => z.strictObject({ toolServerId: toolServer() }),
  output: () =>
    result(texts('toolServerId', 'name', 'state', 'authenticationMethod', 'clonedFrom'), {
      copiedTools: records(texts('toolId', 'name', 'endpoint', 'arguments')),
    }),
  handle: withNames(['toolServerId'], 'write', async ({ toolServerId }, { call, platform }) => {
    const copy = await call(operations.cloneToolServer, { path: { toolServerId } });
    const isCopy = copy.id !== toolServerId;
    const cloned = platform.isDeferred()
      ? `The platform accepted the request to clone tool server ${toolServerId} for later (202), and whether it has been carried out is not known`
      : `Cloned tool server ${toolServerId}`;
    const list = (id: string) => ifReadable(call(operations.listTools, { path: { toolServerId: id } }));
    const [copies, originals] = isCopy ? await Promise.all([list(copy.id), list(toolServerId)]) : [];
    const known = new Set(originals?.items.map(({ id }) => id));
    // A tool without an id is known by its name, which the copy has too.
    const shared = copies?.items.filter(({ id, name }) => known.has(id) && id !== name.raw) ?? [];
    return {
      summary: isCopy
        ? `${cloned}: the copy ${copy.name?.line(100) ?? ''} has id ${copy.id}.`
        : `The platform accepted the request to clone tool server ${toolServerId}, but its answer shows no copy.`,
      notes: isCopy
        ? [
            ...(copies === undefined ? ['Its tools could not be listed.'] : ownAddresses(copies.items)),
            ...(shared.length > 0
              ? [
                  `${count(shared.length, 'tool')} of the copy ${shared.length === 1 ? 'has the id' : 'have the ids'} of the original's: a change to one may change both.`,
                ]
              : []),
          ]
        : ['The answer has the id of the original: look for the copy in the list before you clone again.'],
      facts: {
        toolServerId: copy.id,
        name: copy.name?.line(100),
        state: copy.state,
        authenticationMethod: copy.authenticationMethod,
        clonedFrom: toolServerId,
      },
      ...(copies && {
        list: {
          name: 'copiedTools',
          items: copies.items.map(({ id, name, endpoint, arguments: args }) => {
            const address = endpoint && withoutCredentials(endpoint);
            return {
              data: { toolId: id, name: name.line(60), endpoint: address, arguments: args },
              line: join(id, name.line(60), address, args && `arguments ${args}`),
            };
          }),
        },
      }),
      next: isCopy ? undefined : { tool: 'list_tool_servers', arguments: {}, why: 'find the copy' },
    };
  }),
});
