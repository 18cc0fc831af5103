/** Tool servers and their tools as lines and facts. Of their authentication only the method is ever shown. */

import { type Item, join, type Value } from '../../mcp/contract/answer.ts';
import { withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import type { ToolDefinition, ToolServer } from '../../platform/parse/records.ts';
import { firstOf } from '../../present/units.ts';

/** Arguments of a tool that a line names. */
const ARGUMENTS = 20;

/** A tool server as a single answer has it; credentials in its address are masked. */
export function toolServerFacts(server: ToolServer): Record<string, Value> {
  return {
    toolServerId: server.id,
    name: server.name?.line(100),
    identifier: server.identifier,
    state: stateOf(server),
    url: withoutCredentials(server.url),
    authenticationMethod: server.authenticationMethod,
    tools: server.toolCount,
    description: server.description?.line(500),
  };
}

/** A tool server as a line of a list: its description up to 160 characters. */
export function toolServerItem(server: ToolServer): Item {
  const description = server.description?.line(160);
  return {
    data: { ...toolServerFacts(server), description },
    line: join(
      server.id,
      server.name?.line(100),
      server.identifier,
      stateOf(server),
      withoutCredentials(server.url),
      server.authenticationMethod && `authentication ${server.authenticationMethod}`,
      server.toolCount !== undefined && `tools ${server.toolCount}`,
      description,
    ),
  };
}

const stateOf = ({ enabled }: ToolServer): string | undefined =>
  enabled === undefined ? undefined : enabled ? 'enabled' : 'disabled';

/** A tool with its first 20 arguments; credentials in its endpoint are masked. */
export function toolFacts(tool: ToolDefinition): Record<string, Value> {
  return {
    toolId: tool.id,
    name: tool.name.line(100),
    method: tool.method,
    endpoint: withoutCredentials(tool.endpoint),
    arguments: argumentsOf(tool),
    description: tool.description?.line(300),
  };
}

/** A tool as a line of a list, with the same. */
export function toolItem(tool: ToolDefinition): Item {
  const words = argumentsOf(tool);
  return {
    data: toolFacts(tool),
    line: join(
      tool.id,
      tool.name.line(100),
      tool.method,
      withoutCredentials(tool.endpoint),
      words && `arguments ${words}`,
      tool.description?.line(300),
    ),
  };
}

/** `⟦orderId⟧:string (required), ⟦note⟧:string`. */
function argumentsOf({ parameters }: ToolDefinition): string | undefined {
  if (parameters.length === 0) return undefined;
  return firstOf(
    parameters,
    ARGUMENTS,
    ({ name, type, required }) => `${name.line(60)}${type ? `:${type}` : ''}${required ? ' (required)' : ''}`,
  );
}
