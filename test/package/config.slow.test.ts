/** `config <host>`: each printed block is parsed back, filled in as its host does, and started. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { ENV_PREFIX, SETTINGS } from '../../src/settings/table.ts';
import { BUNDLE } from '../support/clients.ts';
import { DEFAULT_TOOLS, mainJob, oneCall, type Start } from './main-job.ts';

const HOSTS = ['claude-desktop', 'claude-code', 'cursor', 'vscode', 'codex'] as const;
type Host = (typeof HOSTS)[number];

let home: string;
let platform: Sandbox;

beforeAll(async () => {
  platform = await startSandbox();
  home = await mkdtemp(join(tmpdir(), 'config-'));
  await writeFile(join(home, '.agent-platform-token'), `${platform.token}\n`, { mode: 0o600 });
  // Windows' cmd, as far as it matters: /c and a command line.
  await writeFile(join(home, 'cmd'), '#!/bin/sh\n[ "$1" = /c ] && shift && exec "$@"\n');
  await chmod(join(home, 'cmd'), 0o755);
});
afterAll(async () => {
  await platform.close();
  await rm(home, { recursive: true, force: true });
});

function config(...args: string[]) {
  const env = { PATH: `${home}:${process.env.PATH}`, HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUNDLE, 'config', ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

/** The block as the host reads it: its own format, its own way of filling in the secret. */
function startOf(host: Host, block: string): Start {
  const parsed: Record<string, never> = Object(host === 'codex' ? parseToml(block) : JSON.parse(block));
  const servers: Record<string, Entry> = Object(
    parsed[{ vscode: 'servers', codex: 'mcp_servers' }[host as string] ?? 'mcpServers'],
  );
  const entry = servers['agent-platform'];
  if (entry === undefined) throw new Error('the block has no server');
  const env: Record<string, string> = { PATH: `${home}:${process.env.PATH}`, HOME: home };
  for (const [name, value] of Object.entries(entry.env ?? {})) env[name] = filledIn(host, value, parsed);
  for (const name of entry.env_vars ?? []) env[name] = SHELL[name] ?? '';
  return { command: entry.command, args: entry.args, env };
}

interface Entry {
  readonly command: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
  readonly env_vars?: string[];
}

/** The shell that the host was started in. */
const SHELL: Record<string, string> = {};

function filledIn(host: Host, value: string, block: Record<string, unknown>): string {
  if (host === 'claude-code') return value.replace(/\$\{(\w+)\}/g, (_, name) => SHELL[name] ?? '');
  if (host === 'cursor') return value.replace(/\$\{env:(\w+)\}/g, (_, name) => SHELL[name] ?? '');
  if (host !== 'vscode') return value;
  const [input] = Array.isArray(block.inputs) ? block.inputs : [];
  if (input !== undefined) expect(input).toMatchObject({ type: 'promptString', password: true });
  return value.replace(/\$\{input:([\w-]+)\}/g, (_, id) => (id === input?.id ? platform.token : ''));
}

describe.each(HOSTS)('config %s', (host) => {
  it('prints a block that starts on the sandbox and does the main job', async () => {
    const { status, stdout } = config(host, '--sandbox');
    expect(status).toBe(0);
    const start = startOf(host, stdout);
    expect(start.args).toContain(BUNDLE);
    expect(await mainJob('v1', start)).toMatchObject({ tools: DEFAULT_TOOLS, status: 'RUNNING' });
  });

  it('prints a block that reaches a platform, the secret filled in by the host', async () => {
    SHELL.AGENT_PLATFORM_TOKEN = platform.token;
    const { stdout } = config(host, '--base-url', platform.url, '--read-only');
    expect(stdout).not.toContain(platform.token);
    const start = startOf(host, stdout);
    expect(start.env?.AGENT_PLATFORM_READ_ONLY).toBe('true');
    const { text, isError } = await oneCall('v1', start, 'list_agents');
    expect(isError, text).toBe(false);
  });

  it('prints a block with a token file where one is named', async () => {
    const file = join(home, '.agent-platform-token');
    const { stdout, stderr } = config(host, '--base-url', platform.url, '--token-file', file);
    expect(startOf(host, stdout).env).toMatchObject({ AGENT_PLATFORM_TOKEN_FILE: file });
    expect(stderr).toContain(file);
    expect((await oneCall('v1', startOf(host, stdout), 'list_agents')).isError).toBe(false);
  });

  it('prints a Windows variant that goes through cmd', async () => {
    const { stdout } = config(host, '--sandbox', '--windows');
    const start = startOf(host, stdout);
    expect([start.command, ...start.args.slice(0, 2)]).toEqual(['cmd', '/c', 'node']);
    expect(await mainJob('v1', start)).toMatchObject({ tools: DEFAULT_TOOLS });
  });
});

describe('config', () => {
  it('refuses an unknown host, and names the nearest', () => {
    const { status, stderr } = config('vs-cod');
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean vscode?');
  });

  it('refuses an unknown flag, and names the nearest', () => {
    const { status, stderr } = config('cursor', '--windos');
    expect(status).toBe(2);
    expect(stderr).toContain('Did you mean --windows?');
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
    ['--toolsets', 'thread', 'threads'],
    ['--tools', 'get_threads', 'get_thread'],
    ['--exclude-tools', 'aprove_thread', 'approve_thread'],
  ])('prints no block that would not start: %s %s', (flag, name, meant) => {
    const { status, stdout, stderr } = config('cursor', '--sandbox', flag, name);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`${flag} names "${name}", which does not exist. Did you mean ${meant}?`);
  });

  it('says that an address ends without /v1', () => {
    const advice = 'Leave /v1 out of --base-url: this server adds it.';
    expect(config('cursor', '--base-url', `${platform.url}/v1`).stderr).toContain(advice);
    expect(config('cursor', '--base-url', platform.url).stderr).not.toContain(advice);
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
    expect(config('cursor', '--sandbox', '--base-url', platform.url).stderr).toContain('are both set: the sandbox');
  });

  it('prints no secret of the environment', () => {
    const secrets = Object.entries(SETTINGS).filter(([, { kind }]) => kind === 'secret');
    const env = Object.fromEntries(
      secrets.map(([, { env: name }]) => [`${ENV_PREFIX}${name}`, 'a-Secret-of-the-shell-4711']),
    );
    const args = [BUNDLE, 'config', 'cursor', '--base-url', 'https://platform.example.com'];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    expect(status, stderr).toBe(0);
    expect(stdout + stderr).not.toContain('a-Secret-of-the-shell-4711');
  });

  it('prints the block alone on stdout, and where it goes on stderr', () => {
    const { stdout, stderr } = config('cursor');
    expect(() => JSON.parse(stdout)).not.toThrow();
    expect(stderr).toContain('.cursor/mcp.json');
    expect(stderr).toContain("your platform's address");
  });
});
