/** Compares the table of operations with the specification's document, and describes the differences. */
import { z } from 'zod';
import { operationList, pathParams } from '../../src/platform/operations/index.ts';
import type { OperationSpec } from '../../src/platform/operations/operation.ts';
import * as schemas from '../../src/platform/operations/schemas.ts';
import { otherOperations, type Row, rowsOf, type Section, sectionOf, specifiedOperations } from './spec-document.ts';

type Json = Readonly<Record<string, unknown>>;

/** The schema that each resource table of the specification describes. */
const RESOURCES = {
  AgentThread: schemas.agentThread,
  AgentThreadMessage: schemas.agentThreadMessage,
  ApprovalDecision: schemas.approvalDecision,
  AssistantMessageRequest: schemas.assistantMessageRequest,
  AssistantMessageResponse: schemas.assistantMessageResponse,
  ChatHistoryFilter: schemas.chatHistoryFilter,
  ChatHistory: schemas.chatHistory,
} as const;
type Resource = keyof typeof RESOURCES;
export const resourceNames = Object.keys(RESOURCES) as Resource[];

/** A zod schema as JSON Schema without what only repeats its format, its type or JavaScript's integer bounds. */
function jsonSchema(schema: z.ZodType): Json {
  return prune(z.toJSONSchema(schema, { io: 'input' })) as Json;
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, part]) =>
      !['$schema', 'pattern', 'propertyNames', 'additionalProperties'].includes(key) &&
      Math.abs(Number(part)) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(kept.map(([key, part]) => [key, prune(part)]));
}

const threadStatuses = (document: readonly Section[]): string[] =>
  [...sectionOf(document, 'ThreadStatus').text.matchAll(/`(\w+)`/g)].map(([, value]) => value ?? '');

/** The JSON Schema that a type of the specification's tables stands for. */
function typeSchema(document: readonly Section[], type: string): Json {
  const choices = /^string, one of (.*)$/.exec(type)?.[1];
  if (choices) return { type: 'string', enum: [...choices.matchAll(/`(\w+)`/g)].map(([, value]) => value) };
  const element = /^array of (\w+)/.exec(type)?.[1];
  if (element === 'chat') return { type: 'array', items: chatMessageSchema(document) };
  if (element) return { type: 'array', items: resourceSchema(document, element as Resource) };
  const plain: Readonly<Record<string, Json>> = {
    string: { type: 'string' },
    'string, uuid': { type: 'string', format: 'uuid' },
    'string, date-time': { type: 'string', format: 'date-time' },
    'string, date-time (UTC)': { type: 'string', format: 'date-time' },
    'string, date': { type: 'string', format: 'date' },
    'string or null': { type: ['string', 'null'] },
    integer: { type: 'integer' },
    'integer (int32)': { type: 'integer' },
    'number (float)': { type: 'number' },
    object: { type: 'object' },
    'object with free-form properties': { type: 'object' },
    ThreadStatus: { type: 'string', enum: threadStatuses(document) },
  };
  const schema = plain[type];
  if (schema === undefined) throw new Error(`The specification has a type this test does not know: "${type}".`);
  return schema;
}

/** "Chat message: `role` (string), `content` (string), ...": which are required is not shown, so none is. */
function chatMessageSchema(document: readonly Section[]): Json {
  const line = /^Chat message: (.*)\. Which/m.exec(sectionOf(document, 'ChatHistory (').text)?.[1] ?? '';
  const fields = [...line.matchAll(/`(\w+)` \(([^)]+)\)/g)];
  if (fields.length === 0) throw new Error('The specification describes no chat message.');
  const properties = fields.map(([, name, type]) => [name, typeSchema(document, type ?? '')]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

/** One row of a table of fields or parameters as JSON Schema. */
function fieldSchema(document: readonly Section[], row: Row): Json {
  const [, low, high] = /^(\d+) to (\d+)$/.exec(row.Bounds ?? '') ?? [];
  const least = low ?? /^minimum (\d+)$/.exec(row.Bounds ?? '')?.[1];
  const fallback = row.Default === undefined || row.Default === 'none' ? undefined : Number(row.Default);
  return {
    ...typeSchema(document, row.Type ?? ''),
    // A spelling remark in a meaning is the document's, not the field's.
    description: row.Meaning?.replace(/ \(spelled .*\)$/, ''),
    ...(least !== undefined && { minimum: Number(least) }),
    ...(high !== undefined && { maximum: Number(high) }),
    ...(fallback !== undefined && { default: fallback }),
    ...(row.Required?.includes('a text must be sent') && { minLength: 1 }),
  };
}

function objectSchema(document: readonly Section[], rows: readonly Row[], nameColumn: string): Json {
  const properties = Object.fromEntries(rows.map((row) => [row[nameColumn], fieldSchema(document, row)]));
  const required = rows.filter((row) => row.Required?.startsWith('yes')).map((row) => row[nameColumn]);
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

function resourceSchema(document: readonly Section[], name: Resource): Json {
  const { title } = document.find((section) => section.title.split(' ')[0] === name) ?? { title: name };
  return objectSchema(document, rowsOf(document, title), 'Field');
}

/** Where two schemas of objects differ, field by field. `required` is compared where the specification tells it. */
function schemaDifferences(where: string, expected: Json, actual: Json, comparesRequired = true): string[] {
  const wanted = (expected.properties ?? {}) as Json;
  const found = (actual.properties ?? {}) as Json;
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(found)])];
  const fields = names.flatMap((name) => {
    const [want, have] = [canonical(wanted[name]), canonical(found[name])];
    return want === have ? [] : [`${where}.${name}: the specification has ${want}, the table ${have}`];
  });
  const [want, have] = [canonical(expected.required ?? []), canonical(actual.required ?? [])];
  return comparesRequired && want !== have ? [...fields, `${where}: required are ${want}, not ${have}`] : fields;
}

/** JSON with sorted keys: neither the order of fields nor that of enumerations is a difference. */
function canonical(value: unknown): string {
  const sorted = (part: unknown): unknown => {
    if (Array.isArray(part))
      return part.every((item) => typeof item === 'string') ? [...part].sort() : part.map(sorted);
    if (typeof part !== 'object' || part === null) return part;
    const entries = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
  };
  return JSON.stringify(sorted(value)) ?? 'nothing';
}

export function resourceDifferences(document: readonly Section[], name: Resource): string[] {
  // Of the reply "the four fields above are the simplified shape": which of them are required is not shown.
  const comparesRequired = name !== 'AssistantMessageResponse';
  return schemaDifferences(name, resourceSchema(document, name), jsonSchema(RESOURCES[name]()), comparesRequired);
}

export function chatMessageDifferences(document: readonly Section[]): string[] {
  return schemaDifferences('chat message', chatMessageSchema(document), jsonSchema(schemas.chatMessage()));
}

const sameShape = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');

export function findOperation(method: string, path: string): OperationSpec | undefined {
  return operationList.find(
    (operation) => operation.method === method && sameShape(operation.path) === sameShape(path),
  );
}

/** Operations that are missing, unexpected, or marked as assumed although the document has them. */
export function tableDifferences(document: readonly Section[]): string[] {
  const listed = [
    ...specifiedOperations(document).map((row) => ({ ...row, group: undefined })),
    ...otherOperations(document),
  ];
  const differences = listed.flatMap(({ method, path, group }) => {
    const operation = findOperation(method, path);
    if (operation === undefined) return [`${method} ${path} is missing from the table`];
    const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
    const renamed = pathParams(operation).filter((name, index) => names[index] !== 'id' && names[index] !== name);
    return [
      ...(operation.assumed ? [`${operation.name} is not assumed`] : []),
      ...(group === undefined || operation.tag === group ? [] : [`${operation.name} is of the group ${group}`]),
      ...renamed.map((name) => `${operation.name} names a path parameter ${name}`),
    ];
  });
  const accounted = new Set(listed.map(({ method, path }) => findOperation(method, path)));
  const extra = operationList.filter((operation) => !accounted.has(operation) && !operation.assumed);
  return [...differences, ...extra.map(({ name }) => `${name} is not in the specification and not marked assumed`)];
}

/** The query of list threads, and the two bounds that the section "Limits" repeats. */
export function queryDifferences(document: readonly Section[]): string[] {
  const operation = findOperation('GET', '/v1/agents/{agentId}/threads');
  const section = sectionOf(document, 'GET /v1/agents/{agentId}/threads');
  const rows = section.tables.find((table) => table.some((row) => row.Bounds !== undefined)) ?? [];
  const actual = operation?.query ? jsonSchema(operation.query()) : {};
  const limits = rowsOf(document, 'Limits').flatMap((row) => {
    const name = /`(\w+)`/.exec(row['Applies to'] ?? '')?.[1] ?? '';
    const { minimum, maximum, default: fallback } = ((actual.properties as Json | undefined)?.[name] ?? {}) as Json;
    const bounds = maximum === undefined ? `minimum ${minimum}` : `${minimum} to ${maximum}`;
    const words = `integer${maximum === undefined ? ',' : ''} ${bounds}, default ${fallback}`;
    return words === row.Limit ? [] : [`limits of ${name}: "${row.Limit}", not "${words}"`];
  });
  return [...schemaDifferences('list threads', objectSchema(document, rows, 'Name'), actual), ...limits];
}

/** The statuses for which client and sandbox are written. */
const SUCCESS = 200;
const ERRORS = [400, 401, 404, 429, 500];
const LIST_THREADS_ERRORS = [401, 404, 429, 500];

/** What the sections of the specified operations say of bodies, answers and statuses. */
export function operationDifferences(document: readonly Section[]): string[] {
  return specifiedOperations(document).flatMap(({ method, path, text }) => {
    const operation = findOperation(method, path);
    if (operation === undefined) return [`${method} ${path} is missing from the table`];
    const body = /Request body(?: \(application\/json\))?: (\w+)/.exec(text)?.[1];
    const [, many, single] = /Response[^:]*: (?:a JSON array of (\w+)|(?:one )?(\w+))/.exec(text) ?? [];
    const schema = RESOURCES[(many ?? single) as Resource];
    const expected = many ? z.array(schema()) : schema();
    const success = /Response (\d{3})/.exec(text)?.[1];
    const errors = /Error statuses: ([^.]*)\./.exec(text)?.[1]?.match(/\d{3}/g)?.map(Number);
    const bodySchema = body === undefined ? undefined : RESOURCES[body as Resource]();
    const same = (a: z.ZodType | undefined, b: z.ZodType | undefined): boolean =>
      canonical(a && jsonSchema(a)) === canonical(b && jsonSchema(b));
    return [
      ...(same(specifiedPart(operation), bodySchema) ? [] : [`${operation.name}: its body is ${body ?? 'none'}`]),
      ...(same(operation.response.schema?.(), expected) ? [] : [`${operation.name}: it answers ${many ?? single}`]),
      ...(operation.response.many === (many ? true : undefined) ? [] : [`${operation.name}: one record or many`]),
      ...(success === undefined || Number(success) === SUCCESS ? [] : [`${operation.name}: success is ${success}`]),
      ...(errors === undefined || canonical(errors) === canonical(LIST_THREADS_ERRORS)
        ? []
        : [`${operation.name}: errors are ${errors}`]),
    ];
  });
}

/** The general table of statuses, and what is said below it about listing threads. */
export function errorDifferences(document: readonly Section[]): string[] {
  const statuses = rowsOf(document, 'Errors').map((row) => Number(row.Status));
  const ofList = /list-threads operation can answer ([^.]*)\./.exec(sectionOf(document, 'Errors').text)?.[1];
  const listed = ofList?.match(/\d{3}/g)?.map(Number) ?? [];
  return [
    ...(canonical(statuses) === canonical(ERRORS) ? [] : [`the general errors are ${statuses}`]),
    ...(canonical(listed) === canonical(LIST_THREADS_ERRORS) ? [] : [`list threads can answer ${listed}`]),
  ];
}

/** All differences. */
export function allDifferences(document: readonly Section[]): string[] {
  return [
    ...tableDifferences(document),
    ...resourceNames.flatMap((name) => resourceDifferences(document, name)),
    ...chatMessageDifferences(document),
    ...queryDifferences(document),
    ...operationDifferences(document),
    ...errorDifferences(document),
  ];
}

/** The body but for `files`, which a deployment takes beside the specification's fields (docs/platform-notes.md, "Files"). */
function specifiedPart({ name, body }: OperationSpec): z.ZodObject | undefined {
  return name === 'sendAssistantMessage' ? body?.().omit({ files: true }) : body?.();
}
