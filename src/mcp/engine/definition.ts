/** A tool as tools/list shows it: created once per settings, on first use. */
import type { ServerContext, Tool as ToolDefinition } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { recall } from '../../basics/maps.ts';
import { array, isObject, type Json } from '../../platform/parse/coerce.ts';
import { shownSentences, type Tool, VIEWS, type View, viewUri } from '../contract/tool.ts';
import type { App } from './app.ts';
import { type Connection, clientCapabilities, drawsCards } from './client-capabilities.ts';
import { inputOf, type JsonSchema, schemasOf } from './json-schema.ts';

/** Arguments that the settings pin: removed from the schema and not overridable. */
export function pinnedArguments(app: App, tool: Tool): string[] {
  const { tenantId, subtenantId } = app.settings;
  const pins = Object.entries({ tenantId, subtenantId }).filter(([, value]) => value !== undefined);
  if (pins.length === 0) return [];
  const { properties = {} } = schemasOf(tool).inputSchema;
  return pins.map(([name]) => name).filter((name) => name in properties);
}

/** Arguments that this session doesn't accept: pinned ones, and those that need a missing tool. */
function absentArguments(app: App, tool: Tool): string[] {
  const lacking = Object.entries(tool.needs ?? {}).filter(([, needed]) => !app.selection.has(needed));
  return [...pinnedArguments(app, tool), ...lacking.map(([name]) => name)];
}

/** The schema for parsing a call's arguments. */
export function schemaOf(app: App, tool: Tool): z.ZodObject {
  return recall(app.caches.schemas, tool.name, () => {
    const absent = absentArguments(app, tool);
    const input = inputOf(tool);
    if (absent.length === 0) return input;
    const left = Object.entries(input.shape).filter(([name]) => !absent.includes(name));
    // Rules over several fields aren't part of the shape, but still apply.
    const rules = (input.def.checks ?? []) as z.core.$ZodCheck<Record<string, unknown>>[];
    return z.strictObject(Object.fromEntries(left)).check(...rules);
  });
}

/**
 * The schema for repairing and explaining a call's arguments: the published one plus patterns, and with references to
 * tools as data (`label`, `lead`, `from`) if the session offers those tools.
 */
export const argumentsOf = (app: App, tool: Tool): JsonSchema =>
  recall(app.caches.inputs, tool.name, () => {
    const whole = without(schemasOf(tool).inputSchema, absentArguments(app, tool));
    return eachSchema(whole, ({ from, ...rest }) => {
      const sources = array(from).filter((tool) => typeof tool === 'string');
      return { ...rest, ...(sources.length > 0 && sources.every(app.selection.has) ? { from: sources } : {}) };
    });
  });

/**
 * Hosts decide by these whether to ask, and directories refuse tools that leave them to the protocol's defaults. A read-only
 * tool has no use for "destructive" and "idempotent" (protocol 2026-07-28, ToolAnnotations).
 */
function annotationsOf({ effect, isIdempotent, isOpenWorld }: Tool): ToolDefinition['annotations'] {
  const reach = { openWorldHint: isOpenWorld === true };
  if (effect === 'read') return { readOnlyHint: true, ...reach };
  return {
    readOnlyHint: false,
    destructiveHint: effect === 'destructive',
    ...(isIdempotent === true ? { idempotentHint: true } : {}),
    ...reach,
  };
}

/** Name, description, schemas and annotations. */
export function definitionOf(app: App, tool: Tool): ToolDefinition {
  return recall(app.caches.definitions, tool.name, () => {
    const { name, title, description } = tool;
    return {
      name,
      title,
      description: shownSentences(description, app.selection.has),
      inputSchema: eachSchema(argumentsOf(app, tool), published),
      outputSchema: schemasOf(tool).outputSchema,
      annotations: annotationsOf(tool),
    };
  });
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema;
  const left = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  const required = schema.required?.filter((name) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(left), ...(required ? { required } : {}) };
}

/**
 * A schema as models get it: descriptions name the tools that values come from, and every object lists its keys. An object
 * with free keys is published as JSON text, because OpenAI's strict mode rejects open objects; the object itself is
 * accepted, too. Patterns and the bounds "not empty" and "not negative" are not published, because they help no model, but
 * still checked.
 */
function published(schema: Json): Json {
  const { label, lead, from, description, type, properties } = schema;
  const source = array(from).join(' or ');
  const isFree = type === 'object' && properties === undefined;
  const sentences = [
    source !== '' && (typeof lead === 'string' ? `${lead}, from ${source}.` : `From ${source}.`),
    source === '' && (typeof lead === 'string' || typeof label === 'string') && `${lead ?? label}.`,
    description,
    isFree && 'JSON object.',
  ].filter((sentence) => typeof sentence === 'string');
  const changed = {
    ...schema,
    ...(sentences.length > 0 ? { description: sentences.join(' ') } : {}),
    ...(isFree ? { type: 'string' } : type === 'object' ? { additionalProperties: false } : {}),
  };
  return Object.fromEntries(Object.entries(changed).filter(([key, value]) => !isOmitted(key, value)));
}

const OMITTED_KEYS = new Set(['pattern', 'label', 'lead', 'from', 'form']);
const isOmitted = (key: string, value: unknown): boolean =>
  OMITTED_KEYS.has(key) ||
  ((key === 'minimum' || key === 'minLength' || key === 'minItems') && (value === 0 || value === 1));

/** Applies a change to every schema in the schema of arguments. A property may have the name of a keyword. */
const eachSchema = (schema: JsonSchema, change: (schema: Json) => Json): JsonSchema => ({
  ...mapSchemas(schema, change),
  type: 'object',
});

function mapSchemas(schema: Json, change: (schema: Json) => Json): Json {
  const inside = (value: unknown): unknown => (isObject(value) ? mapSchemas(value, change) : value);
  return Object.fromEntries(
    Object.entries(change(schema)).map(([key, value]) => {
      if (key === 'items') return [key, inside(value)];
      if (key !== 'properties' || !isObject(value)) return [key, value];
      return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inside(inner)]))];
    }),
  );
}

/** Whether cards are turned on and the client draws them. */
export const hasCards = (app: App, connection: Connection, context: ServerContext): boolean =>
  app.settings.cards === 'on' && drawsCards(clientCapabilities(connection, context));

/** The views of the tools that the session offers. */
export function offeredViews({ selection }: App): readonly View[] {
  const shown = new Set(selection.tools.map(({ view }) => view));
  return (Object.keys(VIEWS) as View[]).filter((view) => shown.has(view));
}

/** All tools for a client that draws cards: with their views, and including those that only cards may call. */
export const toolsWithCards = (app: App): ToolDefinition[] =>
  [...app.selection.tools, ...app.selection.cardTools].map((tool) => withCard(tool, definitionOf(app, tool)));

/** Some hosts read only the key `ui/resourceUri`. */
function withCard({ view, forCardsWith }: Tool, definition: ToolDefinition): ToolDefinition {
  if (forCardsWith !== undefined) return { ...definition, _meta: { ui: { visibility: ['app'] } } };
  if (view === undefined) return definition;
  const resourceUri = viewUri(view);
  return { ...definition, _meta: { ui: { resourceUri }, 'ui/resourceUri': resourceUri } };
}
