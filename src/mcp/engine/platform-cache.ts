/**
 * A short-lived cache of the platform's responses: one bounded table for the process, with a principal in each key. One
 * person's entries are never shown to another, and many callers take no more memory. And the caches of this program's
 * definitions and schemas, of which each app has its own.
 */
import type { Tool as ToolDefinition } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Principal } from '../contract/principal.ts';
import type { Memory } from '../contract/tool.ts';

/** Maximum number of entries: about twenty for each of a hundred people. */
const MAX_ENTRIES = 2_000;

/** Bytes of all large values together. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Evicts expired values and, at {@link MAX_ENTRIES} or {@link MAX_BYTES}, the oldest. */
export class PlatformCache {
  readonly #entries = new Map<string, { readonly value: unknown; readonly until: number; readonly bytes: number }>();
  #bytes = 0;

  get(key: string): unknown {
    const found = this.#entries.get(key);
    return found !== undefined && found.until > performance.now() ? found.value : undefined;
  }

  /** @param ms time to live @param bytes about how much memory a large value takes; above the bound, it isn't kept */
  set(key: string, value: unknown, ms: number, bytes = 0): void {
    const now = performance.now();
    this.delete(key);
    if (bytes > MAX_BYTES) return;
    for (const [known, entry] of this.#entries) {
      const isOver = this.#entries.size >= MAX_ENTRIES || (entry.bytes > 0 && this.#bytes + bytes > MAX_BYTES);
      if (entry.until <= now || isOver) this.delete(known);
    }
    this.#entries.set(key, { value, until: now + ms, bytes });
    this.#bytes += bytes;
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

interface CacheOwner {
  readonly caches: { readonly scope: number };
  readonly platformCache: PlatformCache;
}

type Section = 'memory' | 'completion';
/** A key in a section of the cache. A list as JSON says where it ends, so different keys never collide, whatever their characters. */
export const cacheKey = ({ caches }: CacheOwner, { key }: Principal, section: Section, content: string): string =>
  JSON.stringify([caches.scope, key, section]) + content;

/** The handlers' memory for a principal, under the app's settings. */
export function memoryFor(app: CacheOwner, principal: Principal): Memory {
  // Once per call: a list looks into the memory for each of its rows.
  const prefix = cacheKey(app, principal, 'memory', '');
  return {
    get: (key) => app.platformCache.get(prefix + key),
    set: (key, value, ms, bytes) => app.platformCache.set(prefix + key, value, ms, bytes),
  };
}

let scopes = 0;

/** Caches by the tool's name. They depend on an app's settings and selection, so each app has its own. */
export const emptyCaches = () => ({
  /** Distinguishes these settings from others in the keys of the platform cache. */
  scope: scopes++,
  definitions: new Map<string, ToolDefinition>(),
  schemas: new Map<string, z.ZodObject>(),
  inputs: new Map<string, ToolDefinition['inputSchema']>(),
});
