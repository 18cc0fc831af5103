/** Tool servers, their tools, and tool tests. Only the method of their authentication is ever shown. */
import { type ForeignText, foreign, plainOrMarked } from '../text.ts';
import {
  array,
  boolean,
  compact,
  foreignJson,
  foreignText,
  identifier,
  isEmpty,
  isObject,
  type Json,
  label,
  number,
  object,
  pick,
  unwrap,
} from './coerce.ts';
import { jsonText } from './json-text.ts';
import { wasCarriedOut } from './outcomes.ts';
import { type RecordOf, readerOf, source, type Table } from './table.ts';

/** A tool server; its tools are records of their own. */
export const TOOL_SERVER = {
  id: { from: ['id', '_id'], read: identifier, required: true, show: { as: 'toolServerId' } },
  name: { read: foreignText, show: { max: 100 } },
  identifier: { read: identifier, show: {} },
  /** `enabled`, `disabled` or {@link NOT_STATED}. */
  state: {
    from: [],
    read: (_, server) => stateOf(_, server) ?? NOT_STATED,
    required: true,
    show: { line: (state) => (state === NOT_STATED ? `state ${state}` : state) },
  },
  url: { read: foreignText, show: { isAddress: true } },
  /** `jwt`, `oauth2`, `basic`, `customHeader`, or as sent; `none`, or {@link NOT_STATED}. */
  authenticationMethod: { from: [], read: methodOf, required: true, show: { line: 'authentication …' } },
  /** Number of tools, if the response holds them. */
  toolCount: {
    from: ['toolDefinitions', 'tools'],
    read: (tools) => (Array.isArray(tools) ? tools.length : undefined),
    show: { as: 'tools', is: 'number', line: 'tools …' },
  },
  projectId: { read: identifier },
  description: { read: foreignText, show: { max: 500, inLine: 160 } },
  source,
} as const satisfies Table;
export type ToolServer = RecordOf<typeof TOOL_SERVER>;

/** `enabled`, `disabled`; undefined if the platform does not say. */
function stateOf(_: unknown, { enabled, disabled }: Json): string | undefined {
  const off = boolean(disabled);
  const is = boolean(enabled) ?? (off === undefined ? undefined : !off);
  return is === undefined ? undefined : is ? 'enabled' : 'disabled';
}

/** The platform sends nothing about the authentication, which is not the same as none, or about the state. */
export const NOT_STATED = 'not stated';

/** Keys of the method. */
export const METHOD_KEYS = ['authenticationMethod', 'method', 'type'] as const;

function methodOf(_: unknown, server: Json): string {
  const { authenticationConfig: config } = server;
  if (config === undefined) return NOT_STATED;
  return label(pick(object(config), ...METHOD_KEYS)) ?? (isEmpty(config) ? 'none' : NOT_STATED);
}

/** Number of a tool's arguments that results name. */
const ARGUMENTS = 20;

/** A tool of a tool server: `{type: 'function', function: {name, description, parameters}, endpoint, method}`. */
export const TOOL = {
  /** The tool's id, or its function name: both address it. */
  id: {
    from: ['id', '_id'],
    read: (id, tool) => identifier(id ?? object(tool.function).name),
    required: true,
    show: { as: 'toolId' },
  },
  name: { from: [], read: nameOf, required: true, show: { max: 100 } },
  state: { from: [], read: stateOf, show: {} },
  method: { read: label, show: {} },
  endpoint: { read: foreignText, show: { isAddress: true } },
  /** Its parameters: name, type, whether required. */
  parameters: { from: ['function'], read: parametersOf, required: true },
  /** The first parameters as text: `orderId:string (required), note:string`. */
  arguments: { from: ['function'], read: argumentsOf, show: { line: 'arguments …' } },
  description: {
    from: ['function'],
    read: (definition) => foreignText(object(definition).description),
    show: { max: 300 },
  },
  source,
} as const satisfies Table;
export type ToolDefinition = RecordOf<typeof TOOL>;

function nameOf(_: unknown, tool: Json): ForeignText | undefined {
  return foreignText(object(tool.function).name ?? pick(tool, ...TOOL.id.from));
}

function parametersOf(definition: unknown) {
  const schema = object(object(definition).parameters);
  const required = array(schema.required);
  return Object.entries(object(schema.properties)).map(([key, property]) => {
    const { type } = object(property);
    // Of `["string", "null"]`, the first says what to give.
    const first = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
    return compact({ name: foreign(key), type: label(first), required: required.includes(key) });
  });
}

function argumentsOf(definition: unknown): string | undefined {
  const all = parametersOf(definition);
  if (all.length === 0) return undefined;
  const first = all
    .slice(0, ARGUMENTS)
    .map(
      ({ name, type, required }) => `${plainOrMarked(name)}${type ? `:${type}` : ''}${required ? ' (required)' : ''}`,
    );
  return first.join(', ') + (all.length > ARGUMENTS ? ` and ${all.length - ARGUMENTS} more` : '');
}

/** Keys that only a tool test's report has: they tell a wrapped report from one with its own `data`. */
const REPORT_KEYS = ['executionTimeMs', 'requestUrl', 'requestMethod'];

/** Response of a tool test; its HTTP status is 200 even if the target failed. */
const TOOL_TEST = {
  /** Absent if the response does not say. */
  success: { read: boolean },
  /** What the tool returned: text, or JSON text; an empty list is a result, too. */
  data: {
    read: (data: unknown) =>
      foreignJson(data) ?? (data === undefined || data === null ? undefined : foreign(jsonText(data))),
  },
  error: { read: errorOf },
  executionTimeMs: { read: number },
  /** The endpoint's HTTP status, if the report or its error names it. */
  status: { from: ['statusCode', 'responseStatus', 'status'], read: statusOf },
  requestUrl: { read: foreignText },
  requestMethod: { read: label },
} as const satisfies Table;
export type ToolTest = RecordOf<typeof TOOL_TEST>;

const readReport = readerOf(TOOL_TEST);

/** Not unwrapped like other records, because it has a `data` key of its own. */
export function readToolTest(value: unknown): ToolTest | undefined {
  if (!isObject(value)) return undefined;
  const content = unwrap(value);
  const report = readReport(
    isObject(content) && REPORT_KEYS.some((key) => Object.hasOwn(content, key)) ? content : value,
  );
  // `{"ok": false}`, or a wrapper that says so; a sign of success may be the tool's own field.
  return wasCarriedOut(value) === false ? { ...report, success: false } : report;
}

function errorOf(error: unknown): ForeignText | undefined {
  return isObject(error) ? (foreignText(error.message) ?? foreignJson(error)) : foreignText(error);
}

/** `HTTP 503 Service Unavailable`, `Request failed with status code 503`, and `403 Forbidden: key expired`. */
const STATUS = /\b(?:HTTP(?:\/[\d.]+)?|status(?: ?code)?)[ :=]{1,3}([1-5]\d\d)\b/i;
const LEADING_STATUS = /^\s*([45]\d\d)(?=:|\s*$| [A-Z])/;

function statusOf(value: unknown, { error }: Json): number | undefined {
  const status = number(value);
  if (status !== undefined && status >= 100 && status < 600) return status;
  const text = errorOf(error)?.raw.slice(0, 2_000) ?? '';
  const named = (STATUS.exec(text) ?? LEADING_STATUS.exec(text))?.[1];
  return named === undefined ? undefined : Number(named);
}
