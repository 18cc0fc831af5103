/** Well-known MCP servers for Node, to compare the start with: installed from npm into a folder that is kept. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Peer {
  readonly name: string;
  readonly version: string;
  /** Arguments for node. */
  readonly args: readonly string[];
}

const FOLDER = join(tmpdir(), 'agent-platform-mcp-bench-peers');
/** The reference servers of the protocol's own project, in Node; each with the arguments it needs. */
const PACKAGES: readonly (readonly [string, readonly string[]])[] = [
  ['@modelcontextprotocol/server-everything', ['stdio']],
  ['@modelcontextprotocol/server-filesystem', [FOLDER]],
  ['@modelcontextprotocol/server-memory', []],
  ['@modelcontextprotocol/server-sequential-thinking', []],
];

/** The peers, installed on the first run. */
export async function installPeers(say: (text: string) => void): Promise<Peer[]> {
  await mkdir(FOLDER, { recursive: true });
  if ((await Promise.all(PACKAGES.map(([name]) => manifest(name)))).includes(undefined)) {
    say('installing the peers from npm');
    await writeFile(join(FOLDER, 'package.json'), '{"private":true}');
    const names = PACKAGES.map(([name]) => name);
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...names], {
      cwd: FOLDER,
    });
  }
  return Promise.all(PACKAGES.map(([name, args]) => peerOf(name, args)));
}

async function peerOf(name: string, args: readonly string[]): Promise<Peer> {
  const { version = '?', bin = {} } = (await manifest(name)) ?? {};
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0];
  if (file === undefined) throw new Error(`${name} has no executable`);
  return { name: name.replace('@modelcontextprotocol/', ''), version, args: [join(folderOf(name), file), ...args] };
}

const folderOf = (name: string): string => join(FOLDER, 'node_modules', name);

async function manifest(
  name: string,
): Promise<{ version?: string; bin?: string | Record<string, string> } | undefined> {
  return readFile(join(folderOf(name), 'package.json'), 'utf8').then(
    (text) => JSON.parse(text),
    () => undefined,
  );
}
