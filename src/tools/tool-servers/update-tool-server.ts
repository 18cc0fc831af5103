import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { holdsMask, refuseMasks, requireChanges } from '../../domain/changes.ts';
import { ifReadable } from '../../domain/optional-read.ts';
import { requireSameRecord } from '../../domain/same-record.ts';
import {
  isWithoutAuthentication,
  NO_AUTHENTICATION,
  withoutAuthenticationNotes,
} from '../../domain/tool-servers/authentication.ts';
import { hostsLine, refuseUnclearAddress } from '../../domain/tool-servers/hosts.ts';
import { updateWithConsent } from '../../domain/update.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { TOOL_SERVER } from '../../platform/parse/tool-servers.ts';
import { isSentWhole } from '../../present/paging.ts';
import { facts } from '../../present/record.ts';
import { toolServer } from '../fields.ts';
import { result, shapeOf, textLists } from '../results.ts';
import { serverFields } from './definition.ts';

/**
 * PATCH /v1/tool-servers/{toolServerId}, without `toolDefinitions`, which would replace every tool; other tools change one
 * at a time.
 */
export const updateToolServer = defineTool({
  name: 'update_tool_server',
  title: 'Update tool server',
  toolset: 'tools-admin',
  effect: 'destructive',
  isIdempotent: true,
  example: { toolServerId: 'server-1', description: 'Better.' },
  description:
    'Updates the given fields of a tool server; its tools stay as they are. A masked secret (••••) sent back keeps the stored one. Not all platforms support it.',
  input: () => z.strictObject({ toolServerId: toolServer(), ...serverFields() }),
  output: () => result(shapeOf(TOOL_SERVER), textLists('changed')),
  handle: withNames(['toolServerId'], 'write', async ({ toolServerId, ...changes }, context) => {
    const { call } = context;
    const target = `tool server ${toolServerId}`;
    const body = requireChanges(changes, target, Object.keys(serverFields()));
    // Masks in addresses are this program's; the platform would store them.
    refuseMasks({ url: body.url });
    refuseUnclearAddress(body.url);
    const current = requireSameRecord(
      'tool server',
      toolServerId,
      await call(operations.getToolServer, { path: { toolServerId } }),
    );
    // A platform that shows secrets in clear does not know masks, and would store one.
    const { authenticationConfig: stored } = current.source;
    if (!holdsMask(stored)) refuseMasks({ authenticationConfig: body.authenticationConfig });
    const isOpen = isWithoutAuthentication(body.authenticationConfig ?? stored);
    const warnings = isOpen ? [NO_AUTHENTICATION] : [];
    const { source, name } = current;
    const url = body.url ?? current.url?.raw;
    const details = async (): Promise<readonly string[]> => {
      const read = await ifReadable(call(operations.listTools, { path: { toolServerId } }));
      const tools = read?.items.map((tool) => ({ name: tool.name.raw, endpoint: tool.endpoint?.raw })) ?? [];
      const isWhole = read !== undefined && isSentWhole(read);
      return [
        hostsLine(url, tools, isOpen),
        ...(isWhole ? [] : ['Not all of its tools could be read: others may call other hosts.']),
      ];
    };
    return updateWithConsent(
      {
        kind: 'tool server',
        ids: { toolServerId },
        target,
        name,
        requested: body,
        current: source,
        warnings,
        details,
        send: (options) => call(operations.updateToolServer, { path: { toolServerId }, body }, options),
        facts: (server) => facts(TOOL_SERVER, server),
        notes: (server) => withoutAuthenticationNotes(warnings, server),
      },
      context,
    );
  }),
});
