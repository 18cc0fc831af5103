import * as z from 'zod';
import { Refusal } from '../../mcp/contract/errors.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { type Json, object } from '../../platform/parse/coerce.ts';
import type { ToolDefinition } from '../../platform/parse/records.ts';
import { firstOf } from '../../present/units.ts';

/** Fields of a tool server that create and update share. Built on first use. */
export function serverFields() {
  const { name, description, url, enabled, authenticationConfig } = operations.updateToolServer.body().shape;
  return {
    name: name.describe('Display name.'),
    description: description.describe('What it is for.'),
    url: url.describe('Base address of its tools.'),
    enabled: enabled.describe('false turns it off.'),
    authenticationConfig: authenticationConfig.describe(
      'authenticationMethod jwt, oauth2, basic or customHeader, with its own object.',
    ),
  };
}

/**
 * A definition as the platform nests it. Its parts are strict too, since a misspelt field would be dropped silently.
 */
export function wholeDefinition() {
  const { type } = operations.createTool.body().shape.tool.shape;
  const { description, parameters, ...request } = definitionFields();
  const { name } = operations.createTool.body().shape.tool.shape.function.shape;
  return z.strictObject({
    type: type.describe('Always function.'),
    function: z
      .strictObject({ name: name.describe('Function name.'), description, parameters })
      .describe('What the model is told.'),
    ...request,
  });
}

/** Fields of a definition that create and update take flat, with short descriptions. Built on first use. */
export function definitionFields() {
  const update = operations.updateTool.body().shape;
  const { description, parameters } = update.function.unwrap().shape;
  return {
    description: description.describe('What it does.'),
    parameters: parameters.describe('JSON Schema of its arguments.'),
    endpoint: update.endpoint.describe('Full URL, or path from /.'),
    method: update.method.describe('HTTP method.'),
    pathParametersKeys: update.pathParametersKeys.describe('Arguments that go into the path.'),
    queryParametersKeys: update.queryParametersKeys.describe('Arguments that go into the query.'),
    bodyPropertyKey: update.bodyPropertyKey.describe('Argument that is the body.'),
    customHeaders: update.customHeaders.describe('Headers to send, as [{"name":"X-Shop","value":"uk"}].'),
  };
}

/** Tools that a refusal names. */
const NAMED = 5;

/**
 * The current tool, from the list, since the API has no operation for it. Undefined if the list does not hold it.
 * @throws Refusal if several tools have the name
 */
export async function findTool(
  call: ToolContext['call'],
  toolServerId: string,
  toolId: string,
): Promise<ToolDefinition | undefined> {
  const { items } = await call(operations.listTools, { path: { toolServerId } });
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

/** The `function` part of a definition. */
export const functionOf = ({ source }: ToolDefinition): Json => object(source.function);
