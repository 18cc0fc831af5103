/** A tool as tools/list shows it: made once for each session's settings, on first use. */
import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isObject } from '../../platform/parse/coerce.ts';
import type { Tool } from '../contract/tool.ts';
import type { App } from './app.ts';
import { remembered } from './caches.ts';
import { type JsonSchema, schemasFor, type ToolSchemas } from './json-schema.ts';
import { sessionWords } from './omit-missing-tools.ts';
import { precomputed } from './precomputed.ts';

/** Arguments that the settings pin: gone from the schema, and not to be overridden. */
export function pinnedArguments(app: App, tool: Tool): string[] {
  const { tenantId, subtenantId } = app.settings;
  const pins = Object.entries({ tenantId, subtenantId }).filter(([, value]) => value !== undefined);
  if (pins.length === 0) return [];
  const properties = precomputed(tool.name)?.inputSchema.properties ?? tool.input().shape;
  return pins.map(([name]) => name).filter((name) => name in properties);
}

/** Arguments that this session does not take: those pinned, and those that need a tool which it lacks. */
function absentArguments(app: App, tool: Tool): string[] {
  const lacking = Object.entries(tool.needs ?? {}).filter(([, needed]) => !app.selection.has(needed));
  return [...pinnedArguments(app, tool), ...lacking.map(([name]) => name)];
}

/** The schema that a call's arguments are parsed with. */
export function schemaOf(app: App, tool: Tool): z.ZodObject {
  return remembered(app.caches.schemas, tool.name, () => {
    const absent = absentArguments(app, tool);
    if (absent.length === 0) return tool.input();
    const input = tool.input();
    const left = Object.entries(input.shape).filter(([name]) => !absent.includes(name));
    // Rules over several fields are no part of the shape, and hold all the same.
    const rules = (input.def.checks ?? []) as z.core.$ZodCheck<Record<string, unknown>>[];
    return z.strictObject(Object.fromEntries(left)).check(...rules);
  });
}

/** What a dry run answers a write with, instead of its result. */
const DRY_RUN = {
  dryRun: { type: 'boolean' },
  method: { type: 'string' },
  path: { type: 'string' },
  body: { type: 'string' },
  changes: { type: 'array', items: { type: 'object' } },
  total: { type: 'integer' },
} as const;

/** The schema of what a session's calls of the tool answer. */
function outputOf({ settings }: App, { effect }: Tool, { outputSchema }: ToolSchemas): JsonSchema {
  if (!settings.dryRun || effect === 'read') return outputSchema;
  return { ...outputSchema, properties: { ...outputSchema.properties, ...DRY_RUN } };
}

/** The schema that a call's arguments are repaired and explained by: like the published one, with its patterns. */
export const argumentsOf = (app: App, tool: Tool): JsonSchema =>
  without((precomputed(tool.name) ?? schemasFor(tool)).inputSchema, absentArguments(app, tool));

/**
 * What hosts decide by whether to ask, each hint where it says something. Of a read-only tool the others do not:
 * "destructive" and "idempotent" have a meaning only where something is written, an open world is the default, and so is
 * "not idempotent" (protocol 2026-07-28, ToolAnnotations). Said all the same, they took 300 tokens of a list of tools.
 */
function annotationsOf({ effect, isIdempotent }: Tool): ToolDefinition['annotations'] {
  if (effect === 'read') return { readOnlyHint: true };
  return {
    readOnlyHint: false,
    destructiveHint: effect === 'destructive',
    ...(isIdempotent === true ? { idempotentHint: true } : {}),
    openWorldHint: true,
  };
}

/** Name, words, schemas and annotations. */
export function definitionOf(app: App, tool: Tool): ToolDefinition {
  return remembered(app.caches.definitions, tool.name, () => {
    const words = sessionWords(app);
    const { name, title, description } = tool;
    const made = precomputed(name) ?? schemasFor(tool);
    return {
      name,
      title,
      description: words(description),
      inputSchema: withWords(withoutPatterns(without(made.inputSchema, absentArguments(app, tool))), words),
      outputSchema: outputOf(app, tool, made),
      annotations: annotationsOf(tool),
    };
  });
}

/** The schema without some of its properties. */
function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema;
  const left = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  const required = schema.required?.filter((name) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(left), ...(required ? { required } : {}) };
}

/**
 * The schema without patterns. An id's stood in thirty places, a sixth of what all arguments take, and helps no model: it
 * copies ids from results. What does not fit is refused with words all the same.
 */
function withoutPatterns(schema: JsonSchema): JsonSchema {
  const strip = (value: unknown): unknown => {
    if (!isObject(value)) return value;
    const { pattern, ...rest } = value;
    // A property may be called so.
    const kept = typeof pattern === 'string' ? rest : value;
    return Object.fromEntries(Object.entries(kept).map(([key, part]) => [key, strip(part)]));
  };
  const properties = Object.entries(schema.properties ?? {}).map(([key, property]) => [key, strip(property)] as const);
  return { ...schema, properties: Object.fromEntries(properties) as NonNullable<JsonSchema['properties']> };
}

/** The schema with every description in it passed through `words`, those of nested arguments too. */
function withWords<T extends object>(schema: T, words: (text: string) => string): T {
  const reworded = Object.entries(schema).map(([key, part]: [string, unknown]) => {
    if (key === 'description' && typeof part === 'string') return [key, words(part)] as const;
    if (key === 'items' && isObject(part)) return [key, withWords(part, words)] as const;
    if (key !== 'properties' || !isObject(part)) return [key, part] as const;
    // A property may be called "description": only its schema is reworded.
    const properties = Object.entries(part).map(([name, inner]) => [
      name,
      isObject(inner) ? withWords(inner, words) : inner,
    ]);
    return [key, Object.fromEntries(properties)] as const;
  });
  return { ...schema, ...Object.fromEntries(reworded) };
}
