/**
 * The JSON Schemas of all tools, computed by the build (`scripts/bundle/schemas.mjs`) to start faster. Run from the
 * sources, there are none, and each tool's are computed on first use.
 */
import type { Tool } from '../contract/tool.ts';
import { schemasFor, type ToolSchemas } from './json-schema.ts';

/** Inserted by the bundler: JSON of the schemas by tool name. */
declare const TOOL_SCHEMAS: string | undefined;

let parsedSchemas: Readonly<Record<string, ToolSchemas>> | undefined;

function precomputed(tool: string): ToolSchemas | undefined {
  if (typeof TOOL_SCHEMAS === 'undefined') return undefined;
  parsedSchemas ??= JSON.parse(TOOL_SCHEMAS) as Readonly<Record<string, ToolSchemas>>;
  return parsedSchemas[tool];
}

/** Those already looked up or computed. */
const known = new WeakMap<Tool, ToolSchemas>();

/** Both schemas of a tool. They depend on no settings, so all apps share them. */
export function schemasOf(tool: Tool): ToolSchemas {
  const schemas = known.get(tool) ?? precomputed(tool.name) ?? schemasFor(tool);
  known.set(tool, schemas);
  return schemas;
}
