/**
 * What an app has made of its own words: definitions, schemas, sentences. All of it follows from its settings and its
 * selection, so an app that differs in them has its own. Nothing of the platform's is here: that is in `kept.ts`.
 */
import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Completer } from '../contract/resource.ts';

export interface Caches {
  /** Tells what is kept under these settings from what is kept under others. */
  readonly scope: number;
  /** By the tool's name. */
  readonly definitions: Map<string, ToolDefinition>;
  readonly schemas: Map<string, z.ZodObject>;
  readonly inputs: Map<string, ToolDefinition['inputSchema']>;
  /** A server is made for each request over HTTP, and says the same each time. */
  readonly words: { instructions?: string };
  /** A number for each completer that was asked. */
  readonly completers: Map<Completer, number>;
}

let scopes = 0;

export const emptyCaches = (): Caches => ({
  scope: scopes++,
  definitions: new Map(),
  schemas: new Map(),
  inputs: new Map(),
  words: {},
  completers: new Map(),
});

/** The value that is kept, or the one that is made now. */
export function remembered<K, V>(cache: Map<K, V>, key: K, make: () => V): V {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}
