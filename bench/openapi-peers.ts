/**
 * Servers that do what this one does, made from an OpenAPI document of the platform: by a server for any such document, and
 * by a generator of servers. They answer with the platform's JSON, reindented.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { openApiDocument } from './openapi.ts';
import { FOLDER, fetchPeers, GENERATOR, OPENAPI_SERVER, type Peer, peerOf } from './peers.ts';

const TOKEN = 'bench-token-0123456789abcdef';

/** For a platform at that address. @param extra further arguments of the server for any document */
export async function openApiPeers(url: string, say: (text: string) => void): Promise<Peer[]> {
  await fetchPeers(say);
  const document = join(FOLDER, 'platform.json');
  await writeFile(document, JSON.stringify(openApiDocument(url)));
  say('generating a server');
  return [await openApiServer(url, document), await generated(document)];
}

/** @param more further arguments, such as those of its HTTP transport */
export function openApiServer(url: string, document: string, more: readonly string[] = []): Promise<Peer> {
  const args = ['--openapi-spec', document, '--api-base-url', url, '--headers', `authorization:Bearer ${TOKEN}`];
  return peerOf(OPENAPI_SERVER, [...args, '--disable-abbreviation', 'true', ...more]);
}

/**
 * The generator's output, its TypeScript turned into JavaScript as its own build does; with the libraries that it asks
 * for.
 */
async function generated(document: string): Promise<Peer> {
  const { version, args } = await peerOf(GENERATOR, []);
  const folder = join(FOLDER, 'generated');
  const run = promisify(execFile);
  await run(process.execPath, [...args, '--input', document, '--output', folder, '--force']);
  if (!existsSync(join(folder, 'node_modules'))) {
    await run('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
  }
  const { code } = await transform(await readFile(join(folder, 'src', 'index.ts'), 'utf8'), { loader: 'ts' });
  const file = join(folder, 'index.mjs');
  await writeFile(file, code);
  return { name: `${GENERATOR} (output)`, version, args: [file] };
}
