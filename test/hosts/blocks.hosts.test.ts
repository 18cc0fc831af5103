/**
 * The blocks of `config <host>` in front of the hosts' own programs: each is fetched from npm, finds the block where it
 * reads it, in a home of its own, and begins a session with the server: it initializes, and accepts the answer. No host
 * has an account, and where one insists on a model, that is at an address at which nothing listens.
 */
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startReplica } from '../http/support.ts';
import { until } from '../support/clients.ts';

interface Host {
  readonly package: string;
  /** Where it reads its servers, from its home. */
  readonly file: string;
  /** Where its own command writes them, if not there: for every folder. */
  readonly userFile?: string;
  /** What makes it start them. */
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  /** JSON-RPC messages for its stdin. */
  readonly stdin?: readonly object[];
}

/** A JSON-RPC greeting, then what makes it start its servers. */
const talk = (greeting: object, method: string, params: object) => [
  { jsonrpc: '2.0', id: 1, method: 'initialize', params: greeting },
  { jsonrpc: '2.0', method: 'initialized' },
  { jsonrpc: '2.0', id: 2, method, params },
];

const HOSTS: Readonly<Record<string, Host>> = {
  'claude-code': {
    package: '@anthropic-ai/claude-code@2.1.197',
    file: '.mcp.json',
    userFile: '.claude.json',
    // As if a person had allowed it in a session.
    command: ['claude', '--settings', '{"enableAllProjectMcpServers":true}', 'mcp', 'list'],
  },
  codex: {
    package: '@openai/codex@0.169.0',
    file: '.codex/config.toml',
    command: ['codex', 'app-server'],
    stdin: talk({ clientInfo: { name: 'test', version: '1' } }, 'mcpServerStatus/list', {}),
  },
  'gemini-cli': {
    package: '@google/gemini-cli@0.61.0',
    file: '.gemini/settings.json',
    command: ['gemini', 'mcp', 'list'],
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  },
  opencode: {
    package: 'opencode-ai@1.18.33',
    file: '.config/opencode/opencode.json',
    command: ['opencode', 'mcp', 'list'],
  },
  // The package's versions count apart from the program's: it is Goose 1.34.0.
  goose: {
    package: `@aaif/goose-binary-${process.platform}-${process.arch}@0.20.1`,
    file: '.config/goose/config.yaml',
    command: ['goose', 'acp'],
    env: { GOOSE_PROVIDER: 'ollama', GOOSE_MODEL: 'none', OLLAMA_HOST: 'http://127.0.0.1:9' },
    stdin: talk({ protocolVersion: 1, clientCapabilities: {} }, 'session/new', { cwd: tmpdir(), mcpServers: [] }),
  },
  cline: {
    package: 'cline@3.0.65',
    file: '.cline/data/settings/cline_mcp_settings.json',
    command: ['cline', '--provider', 'ollama', '--model', 'none', 'Say hello.'],
    // Otherwise it leaves a daemon behind.
    env: { CLINE_SESSION_BACKEND_MODE: 'local', CLINE_NO_AUTO_UPDATE: '1' },
  },
};

/** Hosts whose own command adds the server. */
const ADDING = ['claude-code', 'codex', 'gemini-cli'];

/** The session has begun: the host accepted what the server answered. */
const BEGUN = 'notifications/initialized';
const TOKEN = 'a-token-that-the-host-hands-on';
const NOTING = join(import.meta.dirname, 'noting.mjs');
const run = promisify(execFile);
const { PATH = '' } = process.env;

let home: string;
let output: string;
let end: () => Promise<void>;
beforeEach(async () => {
  end = async () => {};
  home = await mkdtemp(join(tmpdir(), 'hosts-'));
});
afterEach(async () => {
  await end();
  await rm(home, { recursive: true, maxRetries: 9 });
});

async function config(...args: readonly string[]): Promise<string> {
  const running = run(process.execPath, [NOTING, 'config', ...args], { env: { PATH, HOME: home } });
  running.child.stdin?.end();
  const { stdout } = await running;
  return stdout.replace('<token>', TOKEN);
}

/** Starts the host with the block and some variables, and waits until the session has begun or the host has ended. */
async function start(host: Host, program: string, block: string, env: object, hasBegun: () => boolean): Promise<void> {
  await mkdir(dirname(join(home, host.file)), { recursive: true });
  await writeFile(join(home, host.file), block);
  const [, ...args] = host.command;
  // A group of its own, since some hosts are several processes.
  const child = spawn(program, args, { cwd: home, env: { PATH, HOME: home, ...host.env, ...env }, detached: true });
  const closed = once(child, 'close');
  end = async () => {
    if (child.pid !== undefined) spawnSync('kill', ['-KILL', '--', `-${child.pid}`]);
    await closed;
  };
  output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  for (const message of host.stdin ?? []) child.stdin.write(`${JSON.stringify(message)}\n`);
  await until(`${program} begins or ends`, () => hasBegun() || child.exitCode !== null);
}

/** What the server noted when the session began (noting.mjs). */
function noted(): object | undefined {
  const file = join(home, 'noted');
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return lines.map((line) => JSON.parse(line)).find(({ method }) => method === BEGUN);
}

describe.each(Object.entries(HOSTS))('%s', (name, host) => {
  let program: string;
  beforeAll(async () => {
    const { stdout } = await run('npx', ['-y', '--loglevel=error', '-p', host.package, '--', 'which', host.command[0]]);
    program = stdout.trim();
  });

  it('starts the sandbox', async () => {
    await start(host, program, await config(name, '--sandbox'), {}, () => noted() !== undefined);
    expect(noted(), output).toEqual({ method: BEGUN, args: ['--sandbox'], env: {} });
  });

  it.runIf(ADDING.includes(name))('adds the sandbox by its own command, and starts it', async () => {
    const { stderr } = await run(process.execPath, [NOTING, 'config', name, '--sandbox'], {
      env: { PATH, HOME: home },
    });
    const line = /by this command:\n\n {2}(.+)\n/.exec(stderr)?.[1] ?? '';
    await run('sh', ['-c', line], { cwd: home, env: { PATH: `${dirname(program)}:${PATH}`, HOME: home, ...host.env } });
    const user = { ...host, file: host.userFile ?? host.file };
    const block = readFileSync(join(home, user.file), 'utf8');
    await start(user, program, block, {}, () => noted() !== undefined);
    expect(noted(), output).toEqual({ method: BEGUN, args: ['--sandbox'], env: {} });
  });

  it('hands on the address of a platform, and its token or the file with it', async () => {
    const block = await config(name, '--base-url', 'https://platform.example');
    const file = join(home, '.agent-platform-token');
    const env = block.includes(file) ? {} : { AGENT_PLATFORM_TOKEN: TOKEN };
    const token = block.includes(file) ? { AGENT_PLATFORM_TOKEN_FILE: file } : env;
    await start(host, program, block, env, () => noted() !== undefined);
    const expected = { AGENT_PLATFORM_BASE_URL: 'https://platform.example', ...token };
    expect(noted(), output).toEqual({ method: BEGUN, args: [], env: expected });
  });

  it('sends a remote server its token', async () => {
    const env = { AGENT_PLATFORM_HTTP_TOKEN: TOKEN };
    const remote = await startReplica({ args: ['--sandbox'], env });
    const hasBegun = () => remote.log().some(({ rpc, status }) => rpc === BEGUN && status === 202);
    await start(host, program, await config(name, '--url', `${remote.url}/mcp`), env, hasBegun);
    expect(hasBegun(), `${output}\n${JSON.stringify(remote.log())}`).toBe(true);
    await remote.stop();
  });
});
