/**
 * The JSON Schemas of all tools, made while the bundle is built (`scripts/bundle/schemas.mjs`): making them at run time
 * took a fifth of the time from spawn to tools/list. When run from the sources, there are none: they are made on first use.
 */
import type { ToolSchemas } from './json-schema.ts';

/** Put in by the bundler: JSON of the schemas by the tool's name. */
declare const TOOL_SCHEMAS: string | undefined;

let parsedSchemas: Readonly<Record<string, ToolSchemas>> | undefined;

/** @returns undefined for a tool that the build did not know, and where there was no build */
export function precomputed(tool: string): ToolSchemas | undefined {
  if (typeof TOOL_SCHEMAS === 'undefined') return undefined;
  parsedSchemas ??= JSON.parse(TOOL_SCHEMAS) as Readonly<Record<string, ToolSchemas>>;
  return parsedSchemas[tool];
}
