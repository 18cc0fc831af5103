/**
 * `config <host>`: each printed block is read in its host's format, filled in as the host's documentation says it does, and
 * used: a local server is started by a plain client, a remote one is called by one.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { HOSTS } from '../../src/cli/config/hosts.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { envName, SETTING_NAMES, specOf } from '../../src/settings/table.ts';
import { BUNDLE } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { openSandbox } from '../support/sandbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DEFAULT_TOOLS, mainJob, oneCall, type Start } from './main-job.ts';

let home: string;
let platform: Sandbox;
/** The environment of a host. */
const SHELL: Record<string, string> = { AGENT_PLATFORM_HTTP_TOKEN: 'the-token-of-the-remote-server' };
let remote: ChildProcess;
let remoteUrl: string;

beforeAll(async () => {
  platform = await openSandbox();
  SHELL.AGENT_PLATFORM_TOKEN = platform.token;
  home = temporaryFolder('config');
  await writeFile(join(home, '.agent-platform-token'), `${platform.token}\n`, { mode: 0o600 });
  // Windows' cmd, as far as it matters: /c and a command line.
  await writeFile(join(home, 'cmd'), '#!/bin/sh\n[ "$1" = /c ] && shift && exec "$@"\n');
  await chmod(join(home, 'cmd'), 0o755);
  const args = [BUNDLE, 'http', '--sandbox', '--port', '0', '--log-level', 'info'];
  const child = spawn(process.execPath, args, { env: SHELL, stdio: ['ignore', 'ignore', 'pipe'] });
  remote = child;
  for await (const line of createInterface({ input: child.stderr })) {
    const { event, url } = Object(JSON.parse(line));
    if (event !== 'listening') continue;
    remoteUrl = url;
    break;
  }
  child.stderr.resume();
});
afterAll(() => {
  remote.kill();
});

function config(...args: string[]) {
  const env = { PATH: `${home}:${process.env.PATH}`, HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUNDLE, 'config', ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

type Fields = Readonly<Record<string, unknown>>;
const fields = (value: unknown): Fields => Object(value);
const texts = (value: unknown): Record<string, string> => Object(value);

/** How a host reads its file: the format, the key of its servers, and how it fills in references. */
interface Reader {
  readonly key: string;
  readonly parse?: (text: string) => unknown;
  readonly refers?: RegExp;
}
const SHELL_STYLE = /\$\{(\w+)\}/g;
const EDITOR_STYLE = /\$\{env:(\w+)\}/g;
const READERS: Readonly<Record<string, Reader>> = {
  'claude-desktop': { key: 'mcpServers' },
  'claude-code': { key: 'mcpServers', refers: SHELL_STYLE },
  cursor: { key: 'mcpServers', refers: EDITOR_STYLE },
  vscode: { key: 'servers', refers: /\$\{input:([\w-]+)\}/g },
  codex: { key: 'mcp_servers', parse: parseToml },
  windsurf: { key: 'mcpServers', refers: EDITOR_STYLE },
  zed: { key: 'context_servers', refers: /(<token>)/g },
  'gemini-cli': { key: 'mcpServers', refers: SHELL_STYLE },
  opencode: { key: 'mcp', refers: /\{env:(\w+)\}/g },
  goose: { key: 'extensions', parse: parseYaml, refers: SHELL_STYLE },
  kiro: { key: 'mcpServers', refers: SHELL_STYLE },
  jetbrains: { key: 'mcpServers' },
  cline: { key: 'mcpServers', refers: /(<token>)/g },
  other: { key: 'mcpServers', refers: /(<token>)/g },
};
const NAMES = HOSTS.map(({ name }) => name);

/** The entry of the server, with all references filled in. */
function entryOf(host: string, block: string): Fields {
  const { key, parse = JSON.parse, refers } = READERS[host] ?? { key: '' };
  const file = fields(parse(block));
  const inputs = Array.isArray(file.inputs) ? file.inputs : [];
  for (const input of inputs) expect(input).toMatchObject({ type: 'promptString', password: true });
  const asked = new Map(inputs.map(({ id, description }) => [id, description]));
  const secret = (name: string): string => {
    if (name === '<token>') return SHELL.AGENT_PLATFORM_HTTP_TOKEN ?? '';
    if (!asked.has(name)) return SHELL[name] ?? '';
    return SHELL[asked.get(name).includes('MCP server') ? 'AGENT_PLATFORM_HTTP_TOKEN' : 'AGENT_PLATFORM_TOKEN'] ?? '';
  };
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return refers ? value.replace(refers, (_, name) => secret(name)) : value;
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item)]));
  };
  const entry = fields(filled(fields(file[key])['agent-platform']));
  expect(Object.keys(entry)).not.toEqual([]);
  return entry;
}

/** How the host starts a local server. */
function startOf(host: string, block: string): Start {
  const entry = entryOf(host, block);
  const line = Array.isArray(entry.command) ? entry.command : [entry.command ?? entry.cmd, ...Object(entry.args ?? [])];
  const [command, ...args] = line.map(String);
  const env = { PATH: `${home}:${process.env.PATH}`, HOME: home };
  const handed = [...Object(entry.env_vars ?? []), ...Object(entry.env_keys ?? [])].map((name) => [name, SHELL[name]]);
  const own = texts(entry.env ?? entry.environment ?? entry.envs);
  return { command: command ?? '', args, env: { ...env, ...own, ...Object.fromEntries(handed) } };
}

describe.each(NAMES)('config %s', (host) => {
  it('prints a block that starts on the sandbox and does the main job', async () => {
    const { status, stdout } = config(host, '--sandbox');
    expect(status).toBe(0);
    const start = startOf(host, stdout);
    expect(start.args).toContain(BUNDLE);
    expect(await mainJob('v1', start)).toMatchObject({ tools: DEFAULT_TOOLS, status: 'RUNNING' });
  });

  it('prints a block that reaches a platform, the secret filled in by the host or read from a file', async () => {
    const { stdout } = config(host, '--base-url', platform.url, '--read-only');
    expect(stdout).not.toContain(platform.token);
    const start = startOf(host, stdout);
    expect(start.env?.AGENT_PLATFORM_READ_ONLY).toBe('true');
    const { text, isError } = await oneCall('v1', start, 'list_agents');
    expect(isError, text).toBe(false);
  });
});

describe('the host’s own command, which config prints before the block', () => {
  /** Runs it as a shell does, with a program in the host's place that prints the words it gets. */
  function words(program: string, stderr: string): string[] {
    const [, line = ''] = /by this command[^:\n]*:\n\n {2}(.+)\n\nOr by this block:\n\n/.exec(stderr) ?? [];
    writeFileSync(join(home, program), '#!/bin/sh\nfor word; do printf "%s\\0" "$word"; done\n', { mode: 0o755 });
    const env = { PATH: `${home}:${process.env.PATH}` };
    return spawnSync('sh', ['-c', line], { encoding: 'utf8', env }).stdout.split('\0').slice(0, -1);
  }

  it.each([
    ['claude-code', 'claude'],
    ['codex', 'codex'],
    ['gemini-cli', 'gemini'],
    ['vscode', 'code'],
  ])('of %s starts the server on the sandbox, with its settings', async (host, program) => {
    const given = words(program, config(host, '--sandbox', '--read-only').stderr);
    const json = given.at(-1) ?? '';
    const env = Object.fromEntries(
      given.flatMap((word, at) => (given[at - 1] === '--env' ? [word.split('=') as [string, string]] : [])),
    );
    const at = given.indexOf(process.execPath);
    const args = given.slice(at + 1).filter((word) => word !== '--');
    const start = at < 0 ? JSON.parse(json) : { command: process.execPath, args, env };
    expect(start.env).toEqual({ AGENT_PLATFORM_READ_ONLY: 'true' });
    expect((await oneCall('v1', start, 'list_agents')).isError).toBe(false);
  });

  it.each(['codex', 'vscode'])('is left out for %s where it could not hand on the token, and says so', (host) => {
    golden(config(host, '--base-url', platform.url).stderr);
    const { stderr } = config(host, '--base-url', platform.url, '--token-file', '/run/token');
    expect(words(host === 'codex' ? 'codex' : 'code', stderr).join(' ')).toContain('/run/token');
  });
});

// The blocks of the other hosts are the same JSON.
it.each(['cursor', 'vscode', 'codex', 'opencode', 'goose'])(
  'config %s prints a block with a token file, and a Windows variant that goes through cmd',
  async (host) => {
    const file = join(home, '.agent-platform-token');
    const { stdout, stderr } = config(host, '--base-url', platform.url, '--token-file', file, '--windows');
    const start = startOf(host, stdout);
    expect(start.env).toMatchObject({ AGENT_PLATFORM_TOKEN_FILE: file });
    expect(stderr).toContain(file);
    // Neither cmd nor PowerShell would hand on its quotes.
    expect(stderr).not.toContain('code --add-mcp');
    expect([start.command, ...start.args.slice(0, 2)]).toEqual(['cmd', '/c', 'node']);
    expect((await oneCall('v1', start, 'list_agents')).isError).toBe(false);
  },
);

describe('config --url', () => {
  /** Hosts that send a token; the others are tested below. */
  const SENDING = [...NAMES.filter((name) => name !== 'claude-desktop' && name !== 'jetbrains'), 'other'];

  it.each(SENDING)('prints a block with which %s calls a remote server', async (host) => {
    const { stdout, stderr } = config(host, '--url', remoteUrl);
    expect(stdout).not.toContain(SHELL.AGENT_PLATFORM_HTTP_TOKEN);
    const entry = entryOf(host, stdout);
    const variable = entry.bearer_token_env_var;
    const own = typeof variable === 'string' ? { Authorization: `Bearer ${SHELL[variable]}` } : {};
    const url = new URL(String(entry.url ?? entry.serverUrl ?? entry.httpUrl ?? entry.uri));
    const headers = { ...texts(entry.headers), ...own };
    const client = new Client({ name: 'remote', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    expect((await client.listTools()).tools).toHaveLength(DEFAULT_TOOLS);
    await client.close();
    golden(stderr);
  });

  it('prints the address alone for JetBrains, which has no place for a token', () => {
    const { stdout, stderr } = config('jetbrains', '--url', remoteUrl);
    expect(JSON.parse(stdout).mcpServers['agent-platform']).toEqual({ url: remoteUrl });
    golden(stderr);
  });

  it('prints no block for Claude Desktop, and says where it takes a remote server', () => {
    const { status, stdout, stderr } = config('claude-desktop', '--url', remoteUrl);
    expect([status, stdout]).toEqual([2, '']);
    golden(stderr);
  });

  it('adds /mcp to an address without a path, and says so', () => {
    const { stdout, stderr } = config('cursor', '--url', 'https://mcp.example.com');
    expect(JSON.parse(stdout).mcpServers['agent-platform'].url).toBe('https://mcp.example.com/mcp');
    golden(stderr);
  });

  it.each([
    [['--url', 'mcp.example.com']],
    [['--url', 'http://mcp.example.com']],
    [['--url', 'https://mcp.example.com/mcp', '--sandbox']],
    [['--url', 'https://mcp.example.com/mcp', '--windows']],
  ])('refuses %j', (args) => {
    const { status, stdout, stderr } = config('cursor', ...args);
    expect([status, stdout]).toEqual([2, '']);
    golden(stderr);
  });
});

describe('config', () => {
  it('names the host nearest to an unknown name, and prints the form that most hosts take, which starts', async () => {
    const { status, stdout, stderr } = config('vs-cod', '--sandbox');
    expect(status).toBe(2);
    golden(stderr);
    expect((await oneCall('v1', startOf('other', stdout), 'list_agents')).isError).toBe(false);
  });

  it('says in one line that the current folder is gone, if a file is named without its whole path', () => {
    const gone = temporaryFolder('gone');
    const run = 'cd "$1" && rmdir "$1" && exec "$2" "$3" config cursor --sandbox --audit-log x.log';
    const args = ['-c', run, 'sh', gone, process.execPath, BUNDLE];
    const { status, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
    expect(status).toBe(2);
    golden(stderr);
  });

  it('prints the form that most hosts accept for any other name, and says so', () => {
    const { status, stderr } = config('someotherhost', '--sandbox');
    expect(status).toBe(0);
    golden(stderr);
  });

  it('lists the hosts where none is named', () => {
    const { status, stdout } = config();
    expect([status, stdout]).toEqual([0, NAMES.map((name) => `${name}\n`).join('')]);
  });

  it.each([[['--sandbox']], [['claude-code', 'cursor']]])('needs one host, first: %j', (args) => {
    const { status, stdout, stderr } = config(...args);
    expect([status, stdout]).toEqual([2, '']);
    golden(stderr);
  });

  it('names every host that begins with an unknown name, before the block', () => {
    golden(config('claude', '--sandbox').stderr);
  });

  it('adds a block without variables to every folder in Claude Code, and one with variables to a project', () => {
    expect(config('claude-code', '--sandbox').stderr).toContain('for every folder:\n\n  claude mcp add --scope user ');
    const { stderr } = config('claude-code', '--base-url', platform.url);
    expect(stderr).toContain('run in the folder of your project:\n\n  claude mcp add --scope project ');
  });

  it('names files and folders from the root, since a host starts in a folder of its own', () => {
    const files = ['--token-file', 'token', '--audit-log=logs/audit.jsonl', '--upload-dirs', 'reports,/srv/out'];
    const { stdout } = config('cursor', '--base-url', platform.url, ...files);
    expect(JSON.parse(stdout).mcpServers['agent-platform'].env).toMatchObject({
      AGENT_PLATFORM_TOKEN_FILE: resolve('token'),
      AGENT_PLATFORM_AUDIT_LOG: resolve('logs/audit.jsonl'),
      AGENT_PLATFORM_UPLOAD_DIRS: `${resolve('reports')},/srv/out`,
    });
  });

  it('leaves a Windows path as it is, wherever the block is printed', () => {
    const file = 'C:\\Users\\me\\token';
    const { stdout } = config('cursor', '--windows', '--base-url', platform.url, '--token-file', file);
    expect(JSON.parse(stdout).mcpServers['agent-platform'].env.AGENT_PLATFORM_TOKEN_FILE).toBe(file);
  });

  it.each([
    ['--toolsets', 'thread'],
    ['--tools', 'get_threads'],
    ['--exclude-tools', 'aprove_thread'],
  ])('prints no block that would not start: %s %s', (flag, name) => {
    const { status, stdout } = config('cursor', '--sandbox', flag, name);
    expect([status, stdout]).toEqual([2, '']);
  });

  it('leaves /v1 out of the address', () => {
    const { stdout } = config('cursor', '--base-url', `${platform.url}/v1`);
    expect(JSON.parse(stdout).mcpServers['agent-platform'].env.AGENT_PLATFORM_BASE_URL).toBe(platform.url);
  });

  it.each([
    ['https://platform.example.com', true],
    ['https://Example.com/api', true],
    ['https://example.com.corp.internal', false],
    ['https://host.internal/example.com', false],
    ['https://my-example.com', false],
  ])('asks to replace an address that is an example, and no other: %s', (url, isExample) => {
    expect(config('cursor', '--base-url', url).stderr.includes('Replace the value of')).toBe(isExample);
  });

  it('takes ~ for the home folder, which a shell leaves as it is after =', () => {
    const { stdout } = config('cursor', '--base-url', platform.url, '--token-file=~/t', '--upload-dirs=~/a,~/b');
    expect(JSON.parse(stdout).mcpServers['agent-platform'].env).toMatchObject({
      AGENT_PLATFORM_TOKEN_FILE: join(home, 't'),
      AGENT_PLATFORM_UPLOAD_DIRS: `${join(home, 'a')},${join(home, 'b')}`,
    });
  });

  it('says that an address is not used beside the sandbox', () => {
    golden(config('cursor', '--sandbox', '--base-url', platform.url).stderr);
  });

  it('prints no secret of the environment', () => {
    const secrets = SETTING_NAMES.filter((name) => specOf(name).kind === 'secret');
    const env = Object.fromEntries(secrets.map((name) => [envName(name), 'a-Secret-of-the-shell-4711-and-more-of-it']));
    const args = [BUNDLE, 'config', 'cursor', '--base-url', 'https://platform.example.com'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(status, stderr).toBe(0);
    expect(stdout + stderr).not.toContain('a-Secret-of-the-shell-4711-and-more-of-it');
  });

  it('names what its shell has for Node and proxies, which a host may not have', () => {
    const env = {
      NODE_EXTRA_CA_CERTS: '',
      https_proxy: 'http://me:my-password@proxy.example:3128',
      NO_PROXY: 'a.example',
    };
    const args = [BUNDLE, 'config', 'cursor', '--base-url', 'https://platform.example.com'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(stderr).toContain("This shell sets https_proxy and NO_PROXY, but the block doesn't.");
    expect(stdout + stderr).not.toContain('my-password');
  });

  it('says what a host asks for before it uses the block', () => {
    for (const args of [['--sandbox'], ['--url', remoteUrl]]) {
      expect(config('claude-code', ...args).stderr).toContain('run claude in that project, and say yes when it asks');
      expect(config('gemini-cli', ...args).stderr).toContain('only in folders that you have trusted');
    }
  });
});
