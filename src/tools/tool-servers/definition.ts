/** What a tool's definition consists of, how a tool is found, and with what it is tried. */
import { UnknownRecord } from '../../domain/named.ts';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { isIdentifier } from '../../platform/identifier.ts';
import { operations } from '../../platform/operations/index.ts';
import type { ToolDefinition } from '../../platform/parse/records.ts';
import { firstOf } from '../../present/units.ts';
import { described } from '../fields.ts';

/** Fields of a definition that create and update take flat, with short descriptions. Built on first use. */
export function definitionFields() {
  const update = operations.updateTool.body();
  return {
    ...described(update.shape.function.unwrap(), {
      description: 'What it does.',
      parameters: 'JSON Schema of its arguments.',
    }),
    ...described(update, {
      endpoint: 'Full URL, or path from /.',
      method: 'HTTP method.',
      pathParametersKeys: 'Arguments in the path.',
      queryParametersKeys: 'Arguments in the query.',
      bodyPropertyKey: 'Argument that is the body.',
      customHeaders: 'Each with name and value.',
    }),
  };
}

/** Tools that a refusal names by their ids, and by their names alone. */
const NAMED = 5;
const MOST_NAMED = 25;

/** From the list, since the API has no operation for it. @throws Refusal if several tools have the name */
export async function findTool(
  call: ToolContext['call'],
  toolServerId: string,
  toolId: string,
): Promise<ToolDefinition | undefined> {
  const { items } = await call(operations.listTools, { path: { toolServerId } });
  return toolIn(items, toolServerId, toolId);
}

/** The same to call or change it. @throws Refusal also if the list does not hold it */
export async function requireTool(
  call: ToolContext['call'],
  toolServerId: string,
  toolId: string,
): Promise<ToolDefinition> {
  const { items } = await call(operations.listTools, { path: { toolServerId } });
  const tool = toolIn(items, toolServerId, toolId);
  if (tool !== undefined) return tool;
  const others = items.length === 0 ? 'none' : firstOf(items, MOST_NAMED, toolLabel);
  const text = `Refused: tool server ${toolServerId} has no tool ${toolId}. It has ${others}. Nothing was changed or called.`;
  // The list of a tool server that the platform does not know may be empty, too.
  throw items.length === 0 ? new UnknownRecord(text) : new Refusal(text);
}

/** Its name, with its id where the argument takes no such name. */
const toolLabel = ({ id, name }: ToolDefinition): string =>
  isIdentifier(name.raw) ? String(name.line(60)) : `${name.line(60)} (${id})`;

function toolIn(items: readonly ToolDefinition[], toolServerId: string, toolId: string): ToolDefinition | undefined {
  const byId = items.find(({ id }) => id === toolId);
  if (byId !== undefined) return byId;
  const named = items.filter(({ name }) => name.raw === toolId);
  if (named.length > 1) {
    throw new Refusal(
      `Refused: tool server ${toolServerId} has ${named.length} tools named ${toolId}: ${firstOf(named, NAMED, ({ id }) => id)}. Nothing was sent. Give the id of one.`,
    );
  }
  return named[0];
}

/** Parameters for testing a tool: for each required one whose name needs no marks, a placeholder that the caller fills in. */
export function testParameters({ parameters }: ToolDefinition): Record<string, string> {
  const needed = parameters.filter(({ name, required }) => required && isIdentifier(name.raw));
  return Object.fromEntries(needed.map(({ name, type }) => [name.raw, `‹${type ?? 'value'}›`]));
}
