/** What an app remembers: all of it follows from its settings and its selection, so an app that differs in them has its own. */
import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Memory } from '../contract/memory.ts';
import type { Completer, CompletionValue, ResourceEntry, ResourceSpec } from '../contract/resource.ts';
import { createMemory } from './memory.ts';

export interface Caches {
  /** By the tool's name. */
  readonly definitions: Map<string, ToolDefinition>;
  readonly schemas: Map<string, z.ZodObject>;
  readonly inputs: Map<string, ToolDefinition['inputSchema']>;
  /** A server is made for each request over HTTP, and says the same each time. */
  readonly words: { instructions?: string };
  /** By the completer, and the other arguments that were chosen. */
  readonly completions: Map<Completer, Map<string, KeptValues>>;
  /** The lists that first pages were made from, so that the pages after them fit. */
  readonly lists: Map<ResourceSpec, readonly ResourceEntry[]>;
  /** What handlers keep for a short time. */
  readonly memory: Memory;
}

export interface KeptValues {
  /** Epoch ms. */
  readonly until: number;
  readonly values: Promise<readonly CompletionValue[]>;
}

export const emptyCaches = (): Caches => ({
  definitions: new Map(),
  schemas: new Map(),
  inputs: new Map(),
  words: {},
  completions: new Map(),
  lists: new Map(),
  memory: createMemory(),
});

/** The value that is kept, or the one that is made now. */
export function remembered<K, V>(cache: Map<K, V>, key: K, make: () => V): V {
  const value = cache.get(key) ?? make();
  cache.set(key, value);
  return value;
}
