import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { compareResponse } from '../../domain/changes.ts';
import { isAbout, toKnownRecord } from '../../domain/known-record.ts';
import { ownAddressNote } from '../../domain/tool-servers/hosts.ts';
import { ifReadable, reasonText } from '../../mcp/contract/error-text.ts';
import { withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { callText, join, type NextStep, present } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { effectIn, PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import { compact } from '../../platform/parse/coerce.ts';
import type { ToolServer } from '../../platform/parse/tool-servers.ts';
import { foreign } from '../../platform/text.ts';
import { count } from '../../present/units.ts';
import { described, toolServer } from '../fields.ts';
import { records, result, texts } from '../results.ts';

/** POST .../clone; the platform appends " (Copy)" to the name, and takes no other: the copy is then renamed by an update. */
export const cloneToolServer = defineTool({
  name: 'clone_tool_server',
  title: 'Clone tool server',
  toolset: 'tools-admin',
  effect: 'write',
  lookups: ['list_tool_servers'],
  example: { toolServerId: 'server-1' },
  description: 'Copies a tool server with its tools.',
  input: () =>
    z.strictObject({
      toolServerId: toolServer(),
      ...described(operations.updateToolServer.body(), { name: 'Name of the copy.' }),
    }),
  output: () =>
    result(texts('toolServerId', 'name', 'identifier', 'state', 'url', 'authenticationMethod', 'clonedFrom'), {
      copiedTools: records(texts('toolId', 'name', 'endpoint', 'arguments')),
    }),
  handle: withNames(['toolServerId'], 'write', async ({ toolServerId, name }, context) => {
    const { call, platform } = context;
    const warnings = name === undefined ? [] : [`The copy would then be renamed ${foreign(name).line(100)}.`];
    const clone = await call(operations.cloneToolServer, { path: { toolServerId } }, { warnings });
    const isCopy = clone.id !== toolServerId;
    const isDeferred = platform.isDeferred();
    const { copy, ...renaming } =
      isCopy && name !== undefined && name !== clone.name?.raw
        ? await renamed(clone, name, isDeferred, context)
        : { copy: clone, notes: [] };
    const list = (id: string) => ifReadable(call(operations.listTools, { path: { toolServerId: id } }));
    const [copies, originals, read] = isCopy
      ? await Promise.all([
          list(copy.id),
          list(toolServerId),
          ifReadable(call(operations.getToolServer, { path: { toolServerId } })),
        ])
      : [];
    const original =
      read?.name !== undefined && isAbout(read, [toolServerId])
        ? `${read.name.line(100)} (${toolServerId})`
        : toolServerId;
    const cloned = isDeferred
      ? `The platform accepted the request to clone tool server ${original} for later (202), and whether it has been carried out is not known`
      : `Cloned tool server ${original}`;
    const known = new Set(originals?.items.map(({ id }) => id));
    // A tool without an id is known by its name, which the copy has too.
    const shared = copies?.items.filter(({ id, name }) => known.has(id) && id !== name.raw) ?? [];
    return {
      summary: isCopy
        ? `${cloned}: the copy ${copy.name?.line(100) ?? ''} has id ${copy.id}.`
        : `The platform accepted the request to clone tool server ${toolServerId}, but its answer shows no copy.`,
      notes: isCopy
        ? present(
            ...renaming.notes,
            copies === undefined ? 'Its tools could not be listed.' : ownAddressNote(copies.items),
            shared.length > 0 &&
              `${count(shared.length, 'tool')} of the copy ${shared.length === 1 ? 'has the id' : 'have the ids'} of the original's: a change to one may change both.`,
          )
        : ['The answer has the id of the original: look for the copy in the list before you clone again.'],
      facts: {
        toolServerId: copy.id,
        name: copy.name?.line(100),
        identifier: copy.identifier,
        state: copy.state,
        url: copy.url && withoutCredentials(copy.url),
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
      next: isCopy ? renaming.next : { tool: 'list_tool_servers', arguments: {}, why: 'find the copy' },
    };
  }),
});

interface Renaming {
  /** The copy as it is now, as far as that is known. */
  readonly copy: ToolServer;
  readonly notes: readonly string[];
  /** The call that renames it, if it is not known to be renamed. */
  readonly next?: NextStep;
}

/** Renames the copy, which exists whatever becomes of this. */
async function renamed(
  copy: ToolServer,
  name: string,
  isDeferred: boolean,
  { call, has }: ToolContext,
): Promise<Renaming> {
  const path = { toolServerId: copy.id };
  const next = { tool: 'update_tool_server', arguments: { ...path, name }, why: 'rename the copy' };
  if (isDeferred) return { copy, notes: ['The copy was not renamed: it may not exist yet.'], next };
  try {
    const write = call(operations.updateToolServer, { path, body: { name } }, { emptyAs: { id: copy.id } });
    const now = await toKnownRecord({ kind: 'tool server', doing: 'changing' }, write);
    const { shown, notes } = compareResponse({ name }, now.source);
    if (shown.length > 0 && isAbout(now, [copy.id]))
      return { copy: compact({ ...copy, name: now.name, identifier: now.identifier ?? copy.identifier }), notes: [] };
    return {
      copy,
      notes: ['The platform accepted the new name of the copy, but does not confirm it.', ...notes],
      next,
    };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // Its own text would say that nothing was changed, and how to turn off cloning.
    if (error.facts.kind === 'unoffered') {
      const why = `this deployment does not seem to offer changing tool servers (${error.facts.status})`;
      return { copy, notes: [`The copy was made, so don't clone again; it was not renamed: ${why}.`] };
    }
    const fact =
      effectIn(error) === 'none'
        ? "The copy was made, so don't clone again; renaming it failed"
        : "The copy was made, so don't clone again; whether it was renamed is not known";
    const lookup = has('get_tool_server') ? callText({ tool: 'get_tool_server', arguments: path }) : undefined;
    return { copy, notes: [`${fact}: ${reasonText(error, lookup)}`], next };
  }
}
