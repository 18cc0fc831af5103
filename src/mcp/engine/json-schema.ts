/**
 * JSON Schemas as hosts get them: lean, flat, and only with keywords that every known converter accepts. `$schema`, the
 * bounds that `int()` implies and empty `additionalProperties` are dropped; hosts reject `$ref` and top-level unions.
 */
import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isEmpty } from '../../platform/parse/coerce.ts';
import type { Tool as ToolSpec } from '../contract/tool.ts';

/** The SDK's type of a JSON Schema with an object at its root. */
export type JsonSchema = Tool['inputSchema'];

const inputs = new WeakMap<ToolSpec, z.ZodObject>();

/** The schema of all arguments of a tool. All apps share it: making one, and compiling it at its first use, takes milliseconds. */
export function inputOf(tool: ToolSpec): z.ZodObject {
  const input = inputs.get(tool) ?? tool.input();
  inputs.set(tool, input);
  return input;
}

/** A tool's schemas, independent of a session's settings. The build precomputes them: see {@link schemasOf}. */
type ToolSchemas = ReturnType<typeof schemasFor>;

const schemasFor = (tool: ToolSpec) => ({
  inputSchema: jsonSchema(inputOf(tool), 'input'),
  // Extra keys are allowed.
  outputSchema: jsonSchema(z.looseObject(tool.output().partial().shape), 'output'),
});

/** The published pattern of a date. Gemini rejects `format: date`, and zod's pattern is ten times as long. */
export const DATE_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

const SAFE = Number.MAX_SAFE_INTEGER;

/** The schema of a tool's arguments (`input`) or of its structured content (`output`). */
export function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return { type: 'object', properties: {}, ...(prune(whole) as object) };
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== 'object' || value === null) return value;
  const isDate = 'format' in value && value.format === 'date';
  const kept = Object.entries(value).filter(([key, part]) => !isNoise(key, part) && !(isDate && key === 'format'));
  const pruned = kept.map(([key, part]) => {
    if (isDate && key === 'pattern') return [key, DATE_PATTERN];
    // Gemini doesn't support `const`.
    return key === 'const' ? ['enum', [part]] : [key, prune(part)];
  });
  return Object.fromEntries(pruned);
}

function isNoise(key: string, part: unknown): boolean {
  if (key === '$schema') return true;
  if (key === 'maximum' && part === SAFE) return true;
  if (key === 'minimum' && part === -SAFE) return true;
  // zod states that the keys of records are strings; the keys of every object are.
  if (key === 'propertyNames') return true;
  // A missing offset means 0 anyway.
  if (key === 'default' && (part === 0 || isEmpty(part))) return true;
  // A nested object with free keys; at the root, `properties` is always set, since some clients need it.
  if (key === 'properties') return isEmpty(part);
  // The check refuses unknown keys anyway; google-genai for Python fails on `false`, and `{}` adds nothing.
  if (key !== 'additionalProperties') return false;
  return part === false || isEmpty(part);
}

/**
 * JSON of all tools' schemas by tool name, inserted by the build (`scripts/bundle/schemas.mjs`) to start faster. Run from the
 * sources there is none, and each tool's are computed on first use.
 */
declare const TOOL_SCHEMAS: string | undefined;

let parsedSchemas: Readonly<Record<string, ToolSchemas>> | undefined;

function precomputed(tool: string): ToolSchemas | undefined {
  if (typeof TOOL_SCHEMAS === 'undefined') return undefined;
  parsedSchemas ??= JSON.parse(TOOL_SCHEMAS) as Readonly<Record<string, ToolSchemas>>;
  return parsedSchemas[tool];
}

const known = new WeakMap<ToolSpec, ToolSchemas>();

/** Both schemas of a tool. They depend on no settings, so all apps share them. */
export function schemasOf(tool: ToolSpec): ToolSchemas {
  const schemas = known.get(tool) ?? precomputed(tool.name) ?? schemasFor(tool);
  known.set(tool, schemas);
  return schemas;
}
