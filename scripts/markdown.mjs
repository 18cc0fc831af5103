/** A module loader hook for `node --import` that imports Markdown files as text, as the build does. */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Node runs hooks in a separate thread, from this file.
if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.endsWith('.md')) return next(url, context);
  const text = await readFile(new URL(url), 'utf8');
  return { format: 'module', shortCircuit: true, source: `export default ${JSON.stringify(text)};` };
}
