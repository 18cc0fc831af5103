import type * as z from 'zod';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { isObject, pick } from '../../platform/parse/coerce.ts';
import type { ToolDefinition } from '../../platform/parse/records.ts';

/** Fields of a definition that create and update take flat, in few words. Built on first use. */
export function definitionFields() {
  const update = operations.updateTool.body().shape;
  const { description, parameters } = update.function.unwrap().shape;
  return {
    description: description.describe('What it does.'),
    parameters: parameters.describe('JSON Schema of its arguments.'),
    endpoint: update.endpoint.describe('URL or path.'),
    method: update.method.describe('HTTP method.'),
    pathParametersKeys: update.pathParametersKeys.describe('Arguments that go into the path.'),
    queryParametersKeys: update.queryParametersKeys.describe('Arguments that go into the query.'),
    bodyPropertyKey: update.bodyPropertyKey.describe('Argument that is the body.'),
    customHeaders: update.customHeaders,
  };
}

export type ToolChanges = z.input<ReturnType<typeof operations.updateTool.body>>;

/** The tool as it stands; the API has no operation for one. Undefined where the list does not hold it. */
export async function findTool(
  call: ToolContext['call'],
  toolServerId: string,
  toolId: string,
): Promise<ToolDefinition | undefined> {
  const { items } = await call(operations.listTools, { path: { toolServerId } });
  return items.find(({ id }) => id === toolId) ?? items.find(({ name }) => name.raw === toolId);
}

/** The `function` part of a definition, which some deployments send flat. */
export function functionOf({ source }: ToolDefinition): Readonly<Record<string, unknown>> {
  if (isObject(source.function)) return source.function;
  const { name, description } = source;
  return { name, description, parameters: pick(source, 'parameters', 'inputSchema') };
}
