/**
 * The JSON Schemas of all tools, computed by the build (`scripts/bundle/schemas.mjs`) to start faster. Run from the
 * sources, there are none, and schemas are computed on first use.
 */
import type { ToolSchemas } from './json-schema.ts';

/** Inserted by the bundler: JSON of the schemas by tool name. */
declare const TOOL_SCHEMAS: string | undefined;

let parsedSchemas: Readonly<Record<string, ToolSchemas>> | undefined;

/** @returns undefined for a tool unknown to the build, and without a build */
export function precomputed(tool: string): ToolSchemas | undefined {
  if (typeof TOOL_SCHEMAS === 'undefined') return undefined;
  parsedSchemas ??= JSON.parse(TOOL_SCHEMAS) as Readonly<Record<string, ToolSchemas>>;
  return parsedSchemas[tool];
}
