/**
 * The JSON Schemas of all tools, made by the build from the same functions (`scripts/bundle/schemas.mjs` puts them in
 * this module's place): making them at run time took a fifth of the time from spawn to tools/list. Run from the sources
 * there are none, and they are made on first use.
 */
import type { ToolSchemas } from './json-schema.ts';

export function precomputed(_tool: string): ToolSchemas | undefined {
  return undefined;
}
