/**
 * Caches of this program's definitions and schemas. They depend on an app's settings and selection, so each app
 * has its own. The platform's responses are cached in `platform-cache.ts`.
 */
import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import type * as z from 'zod';

export interface Caches {
  /** Distinguishes these settings from others in the keys of the platform cache. */
  readonly scope: number;
  /** By the tool's name. */
  readonly definitions: Map<string, ToolDefinition>;
  readonly schemas: Map<string, z.ZodObject>;
  readonly inputs: Map<string, ToolDefinition['inputSchema']>;
}

let scopes = 0;

export const emptyCaches = (): Caches => ({
  scope: scopes++,
  definitions: new Map(),
  schemas: new Map(),
  inputs: new Map(),
});

/** The cached value, or a new one, which is then cached. */
export function memoized<K, V>(cache: Map<K, V>, key: K, make: () => V): V {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}
