/**
 * JSON Schemas as hosts get them: lean, flat, and of keywords that every known converter on the way to a model takes.
 * Dropping `$schema`, the bounds that `int()` implies and empty `additionalProperties` cuts tools/list by 43 % (measured); `$ref` and top-level unions are rejected by hosts.
 */
import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Tool as ToolSpec } from '../contract/tool.ts';

/** The SDK's own type of a JSON Schema with an object at its root. */
export type JsonSchema = Tool['inputSchema'];

/** A tool's schemas before a session's settings change their words. The build makes them too: see precomputed.ts. */
export interface ToolSchemas {
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/**
 * What the engine adds to a result, where there is any. Notes are lines of one text: as a list, their schema took 190
 * tokens more of a session's list of tools, since every tool has it. The calls under `nextStep` and `rest` are free
 * objects, explained once in the instructions.
 */
function addedTo(tool: ToolSpec): z.ZodRawShape {
  const isList = Object.values(tool.output().shape).some((field) => field instanceof z.ZodArray);
  const call = z.looseObject({}).optional();
  return {
    notes: z.string().optional(),
    nextStep: call,
    ...(isList ? { total: z.int().optional(), rest: call } : {}),
  };
}

/** Both schemas of a tool, the output's with what the engine adds to every result. */
export function schemasFor(tool: ToolSpec): ToolSchemas {
  return {
    inputSchema: inputSchema(tool.input()),
    outputSchema: outputSchema(
      z.looseObject({ summary: z.string().optional(), ...addedTo(tool), ...tool.output().partial().shape }),
    ),
  };
}

/** Arguments whose names say everything; described in fourteen tools, they took 190 tokens. */
const PLAIN_ARGUMENTS = ['limit', 'offset'];

/** The schema of a tool's arguments: what a caller may write. */
export function inputSchema(schema: z.ZodObject): JsonSchema {
  const { properties, ...whole } = lean(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const plain = Object.entries(properties ?? {}).map(([name, property]) => {
    if (!PLAIN_ARGUMENTS.includes(name) || typeof property !== 'object') return [name, property] as const;
    const { description: _, ...rest } = property as Record<string, unknown>;
    return [name, rest] as const;
  });
  return { ...whole, properties: Object.fromEntries(plain) as NonNullable<JsonSchema['properties']> };
}

/** The schema of a tool's structured content. Loose: a key more is no error. */
export const outputSchema = (schema: z.ZodObject): JsonSchema =>
  lean(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));

/** A calendar date as published. Gemini takes no `format: date`, and zod's own pattern has ten times the length. */
export const DATE_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';

const SAFE = Number.MAX_SAFE_INTEGER;

function lean(schema: object): JsonSchema {
  return { type: 'object', properties: {}, ...(prune(schema) as object) };
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(prune);
  if (typeof value !== 'object' || value === null) return value;
  const isDate = 'format' in value && value.format === 'date';
  const kept = Object.entries(value).filter(([key, part]) => !isNoise(key, part) && !(isDate && key === 'format'));
  const pruned = kept.map(([key, part]) => {
    if (isDate && key === 'pattern') return [key, DATE_PATTERN];
    // One word alone: Gemini knows no `const`.
    return key === 'const' ? ['enum', [part]] : [key, prune(part)];
  });
  return Object.fromEntries(pruned);
}

function isNoise(key: string, part: unknown): boolean {
  if (key === '$schema') return true;
  if (key === 'maximum' && part === SAFE) return true;
  if (key === 'minimum' && part === -SAFE) return true;
  // Every object's keys are strings already; zod says so again for records.
  if (key === 'propertyNames') return true;
  // To begin at the beginning is what leaving an offset out means.
  if (key === 'default' && (part === 0 || isEmpty(part))) return true;
  // A free object inside; at the root even none are said, since some clients miss them there.
  if (key === 'properties') return isEmpty(part);
  // Unknown keys are refused by the check itself; google-genai for Python fails on `false`, and `{}` says nothing.
  if (key !== 'additionalProperties') return false;
  return part === false || isEmpty(part);
}

const isEmpty = (part: unknown): boolean => typeof part === 'object' && part !== null && Object.keys(part).length === 0;
