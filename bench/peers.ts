/** Well-known MCP servers for Node, for comparison: fetched from npm on the first run, into a folder that is kept. */
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
  readonly env?: Readonly<Record<string, string>>;
}

export const FOLDER = join(tmpdir(), 'agent-platform-mcp-bench-peers');
/** The generator of servers is one of them: {@link generatedServer} starts what it makes. */
export const GENERATOR = 'openapi-mcp-generator';
export const OPENAPI_SERVER = '@ivotoby/openapi-mcp-server';

/**
 * The reference servers of the protocol's own project, the old one for GitHub, the most widely installed one that a vendor
 * wrote for Node: each with what it needs to list its tools.
 */
const SERVERS: readonly (readonly [name: string, args: readonly string[], env?: Readonly<Record<string, string>>])[] = [
  ['@modelcontextprotocol/server-everything', ['stdio']],
  ['@modelcontextprotocol/server-filesystem', [FOLDER]],
  ['@modelcontextprotocol/server-github', [], { GITHUB_PERSONAL_ACCESS_TOKEN: 'none' }],
  ['@modelcontextprotocol/server-memory', []],
  ['@modelcontextprotocol/server-sequential-thinking', []],
  ['@notionhq/notion-mcp-server', [], { NOTION_TOKEN: 'none' }],
];

const PACKAGES = [...SERVERS.map(([name]) => name), OPENAPI_SERVER, GENERATOR];

/** Fetches missing packages. */
export async function fetchPeers(say: (text: string) => void): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  if (!(await Promise.all(PACKAGES.map(manifest))).includes(undefined)) return;
  say('fetching the peers from npm');
  await writeFile(join(FOLDER, 'package.json'), '{"private":true}');
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...PACKAGES], {
    cwd: FOLDER,
  });
}

/** The peers, each started alone: none of them uses the network before it is called. */
export async function installPeers(say: (text: string) => void): Promise<Peer[]> {
  await fetchPeers(say);
  return Promise.all(SERVERS.map(([name, args, env]) => peerOf(name, args, env)));
}

export async function peerOf(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Peer> {
  const { version = '?', bin = {} } = (await manifest(name)) ?? {};
  const file = typeof bin === 'string' ? bin : Object.values(bin)[0];
  if (file === undefined) throw new Error(`${name} has no executable`);
  return {
    name: name.replace(/^@modelcontextprotocol\/|^@notionhq\//, ''),
    version,
    args: [join(folderOf(name), file), ...args],
    env,
  };
}

const folderOf = (name: string): string => join(FOLDER, 'node_modules', name);

interface Manifest {
  readonly version?: string;
  readonly bin?: string | Record<string, string>;
}

async function manifest(name: string): Promise<Manifest | undefined> {
  return readFile(join(folderOf(name), 'package.json'), 'utf8').then(
    (text) => JSON.parse(text) as Manifest,
    () => undefined,
  );
}
