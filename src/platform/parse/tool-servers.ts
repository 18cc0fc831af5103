/** Reads tool servers, tool definitions and tool tests. */
import { foreign } from '../text.ts';
import {
  array,
  boolean,
  compact,
  identifier,
  isObject,
  label,
  number,
  object,
  pick,
  text,
  unwrap,
  words,
  wordsOfJson,
} from './coerce.ts';
import type { ToolDefinition, ToolServer, ToolTest } from './records.ts';

/** By itself or under `toolServer`; undefined without an id or identifier. */
export function readToolServer(value: unknown): ToolServer | undefined {
  const outer = object(value);
  const source = isObject(outer.toolServer) ? outer.toolServer : outer;
  const id = identifier(pick(source, 'id', '_id', 'toolServerId', 'identifier'));
  if (id === undefined) return undefined;
  const tools = pick(source, 'toolDefinitions', 'tools');
  const authentication = object(pick(source, 'authenticationConfig', 'authentication'));
  return compact({
    id,
    identifier: identifier(pick(source, 'identifier')),
    name: words(pick(source, 'name')),
    description: words(pick(source, 'description')),
    url: words(pick(source, 'url', 'baseUrl')),
    enabled: boolean(pick(source, 'enabled')),
    projectId: identifier(pick(source, 'projectId')),
    authenticationMethod: label(pick(authentication, 'authenticationMethod', 'method', 'type')),
    toolCount: Array.isArray(tools) ? tools.length : undefined,
    source,
  });
}

/** A tool definition: `{type: 'function', function: {name, description, parameters}, endpoint, method}` or flat. */
export function readTool(value: unknown): ToolDefinition | undefined {
  const outer = object(value);
  const source = isObject(outer.tool) ? outer.tool : outer;
  const definition = isObject(source.function) ? source.function : source;
  const name = text(pick(definition, 'name'));
  const id = identifier(pick(source, 'id', '_id', 'toolId') ?? name);
  if (id === undefined) return undefined;
  const schema = object(pick(definition, 'parameters', 'inputSchema'));
  const required = array(schema.required);
  const parameters = Object.entries(object(schema.properties)).map(([key, property]) =>
    compact({ name: foreign(key), type: label(object(property).type), required: required.includes(key) }),
  );
  return compact({
    id,
    name: foreign(name ?? id),
    description: words(pick(definition, 'description')),
    method: label(pick(source, 'method')),
    endpoint: words(pick(source, 'endpoint', 'url')),
    parameters,
    source,
  });
}

/** What only the report of a tool test has: tells a wrapped report from a report that owns `data`. */
const REPORT_KEYS = ['executionTimeMs', 'requestUrl', 'requestMethod'];

/** The answer of a tool test. It owns a `data` key, which is why it is not unwrapped like the others. */
export function readToolTest(value: unknown): ToolTest | undefined {
  if (!isObject(value)) return undefined;
  const content = unwrap(value);
  const inner = isObject(content) && REPORT_KEYS.some((key) => Object.hasOwn(content, key)) ? content : value;
  const error = pick(inner, 'error');
  return compact({
    success: boolean(pick(inner, 'success')),
    data: wordsOfJson(pick(inner, 'data', 'result', 'response')),
    error: isObject(error) ? (words(pick(error, 'message')) ?? wordsOfJson(error)) : words(error),
    executionTimeMs: number(pick(inner, 'executionTimeMs')),
    requestUrl: words(pick(inner, 'requestUrl')),
    requestMethod: label(pick(inner, 'requestMethod')),
  });
}
