/** `--help` and `--version` are real, and what nobody knows is refused with the nearest that exists. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { ENV_PREFIX, SETTINGS, type SettingSpec } from '../../src/settings/table.ts';
import { ROOT } from '../support/build.ts';
import { BUNDLE } from '../support/clients.ts';

const cli = (...args: string[]) =>
  spawnSync(process.execPath, [BUNDLE, ...args], {
    encoding: 'utf8',
    env: { AGENT_PLATFORM_TOKEN: 'secret-of-the-shell-01' },
  });
const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));

describe('--help', () => {
  const { status, stdout } = cli('--help');

  it('lists every command, and every setting with its variable and default', () => {
    expect(status).toBe(0);
    const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
    for (const { usage, help } of COMMANDS) expect(stdout).toContain(`  ${usage.padEnd(width)}  ${help}\n`);
    const specs: readonly SettingSpec[] = Object.values(SETTINGS);
    for (const { env, flag, help, fallback } of specs) {
      expect(stdout).toContain(`${ENV_PREFIX}${env}: ${help}`);
      if (flag) expect(stdout).toContain(`--${flag}`);
      if (fallback && fallback !== 'default') expect(stdout).toContain(`(default ${fallback})`);
    }
    expect(stdout).not.toContain('(default default)');
  });

  it('shows how to turn off what is on by default', () => expect(stdout).toContain('  --code-cache=false\n'));

  it('names a command that the reader has, to try it without a platform', () => {
    const [, command = ''] = /Try it without a platform: (.*)/.exec(stdout) ?? [];
    expect(command).toBe(`node ${BUNDLE} doctor --sandbox`);
  });

  it('shows nothing of the environment', () => expect(stdout).not.toContain('secret-of'));

  it.each(['-h', 'help'])('is also %s', (word) => expect(cli(word).stdout).toBe(stdout));
});

it.each([
  {
    command: 'serve',
    has: ['Serve one MCP host', '--base-url', '--read-only'],
    lacks: ['--public-url', 'doctor [--json]'],
  },
  { command: 'http', has: ['over Streamable HTTP', '--base-url', '--public-url'], lacks: ['doctor [--json]'] },
  { command: 'doctor', has: ['[--json] [--all] [options]', '--public-url'], lacks: ['Serve one MCP host'] },
  { command: 'config', has: ['config <host>', '--token-file'], lacks: ['--public-url'] },
  { command: 'sandbox', has: ['sandbox [--port N] [--dialect NAME]'], lacks: ['--base-url', '[options]'] },
])('$command --help is about that command alone', ({ command, has, lacks }) => {
  const { status, stdout } = cli(command, '--help');
  expect([status, cli('help', command).stdout]).toEqual([0, stdout]);
  for (const part of has) expect(stdout).toContain(part);
  for (const part of lacks) expect(stdout).not.toContain(part);
});

it.each(['--version', '-v', 'version'])('%s prints the version of package.json', (flag) => {
  expect(cli(flag).stdout).toBe(`${version}\n`);
});

it('a start names every setting that is wrong, each on a line of its own', () => {
  const { status, stderr } = cli('--max-retries=99', '--base-url=nowhere');
  expect(status).toBe(2);
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringMatching(/^agent-platform-mcp: --base-url can.t be used/),
    expect.stringMatching(/^agent-platform-mcp: --max-retries is "99"/),
  ]);
});

describe('what nobody knows', () => {
  it.each([
    [['--basurl', 'x'], 'Unknown option --basurl. Did you mean --base-url?'],
    [['--hlep'], 'Unknown option --hlep. Did you mean --help?'],
    [['serve', '--readonly'], 'Unknown option --readonly. Did you mean --read-only?'],
    [['--token', 'x'], 'There is no --token'],
    [['docter'], 'Unknown command "docter". Did you mean doctor?'],
    [['sandbox', '--prot', '1'], 'Did you mean --port?'],
    [['stray', 'words'], 'Unknown command "stray".'],
    [['--toolsets'], '--toolsets needs a value'],
    [['--max-retries', '99'], '--max-retries is "99", but must be'],
    [['--toolsets', 'thread'], '--toolsets names "thread", which does not exist. Did you mean threads?'],
    [['--exclude-tools', 'get_thraed'], '--exclude-tools names "get_thraed", which does not exist.'],
  ])('%j is refused in one line', (args, message) => {
    const { status, stdout, stderr } = cli(...args);
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
