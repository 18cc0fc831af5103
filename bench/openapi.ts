/**
 * The platform's API as an OpenAPI document, generated from the table of operations, for servers made from such
 * documents.
 */
import * as z from 'zod';
import { operationList, pathParams } from '../src/platform/operations/index.ts';
import type { OperationSpec } from '../src/platform/operations/operation.ts';

/** @param url address of the platform */
export function openApiDocument(url: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operationList) {
    paths[operation.path] ??= {};
    Object.assign(paths[operation.path] ?? {}, { [operation.method.toLowerCase()]: described(operation) });
  }
  return { openapi: '3.0.3', info: { title: 'Agent Platform', version: '1.0.0' }, servers: [{ url }], paths };
}

function described(operation: OperationSpec): object {
  const { properties: query = {}, required = [] } = schemaOf(operation.query?.());
  const ofPath = pathParams(operation).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const ofQuery = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const body = operation.body && { content: { 'application/json': { schema: schemaOf(operation.body()) } } };
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.tag],
    parameters: [...ofPath, ...ofQuery],
    ...(body && { requestBody: body }),
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } } },
  };
}

interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

function schemaOf(schema: z.ZodObject | undefined): Schema {
  if (schema === undefined) return {};
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as Schema;
}
