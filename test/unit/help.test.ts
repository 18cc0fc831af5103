/**
 * `--help` and `--version` work, and an unknown name is refused with the nearest known one. The pages themselves are
 * goldens: test/golden.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { commandHelp, helpText } from '../../src/cli/help.ts';
import { run } from '../../src/cli/run.ts';
import { SettingsError } from '../../src/settings/error.ts';
import { envName, SETTING_NAMES, specOf } from '../../src/settings/table.ts';
import { ROOT } from '../support/build.ts';
import { BUNDLE } from '../support/clients.ts';
import { golden } from '../support/golden.ts';

/** @returns what the program prints to stdout */
async function cli(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const env = { AGENT_PLATFORM_TOKEN: 'secret-of-the-shell-01' };
  expect(await run({ args, env, print: (line) => lines.push(line), note: () => undefined })).toBe(0);
  return lines.map((line) => `${line}\n`).join('');
}

describe('--help', () => {
  const page = helpText({ AGENT_PLATFORM_TOKEN: 'secret-of-the-shell-01' });
  let whole: string;
  beforeAll(async () => {
    whole = await cli('--help');
  });

  it('lists every command, and every setting with its variable and default', () => {
    const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
    for (const { usage, help } of COMMANDS) expect(page).toContain(`  ${usage.padEnd(width)}  ${help}\n`);
    for (const { name, flag, help, fallback } of SETTING_NAMES.map(specOf)) {
      expect(page).toContain(`${envName(name)}: ${help}`);
      if (flag) expect(page).toContain(`--${flag}`);
      if (fallback && fallback !== 'default') expect(page).toContain(`(default ${fallback})`);
    }
    expect(page).not.toContain('(default default)');
  });

  it('names a command that the reader has, and shows nothing of the environment', () => {
    const env = { AGENT_PLATFORM_TOKEN: 'secret-of-the-shell-01' };
    const built = execFileSync(process.execPath, [BUNDLE, '--help'], { env, encoding: 'utf8' });
    expect(built).toContain(`Try it without a platform: node ${BUNDLE} doctor --sandbox\n`);
    expect(built).not.toContain('secret-of');
  });

  it('also works as -h and help, for a command too', async () => {
    const [short, word, ofDoctor] = await Promise.all([cli('-h'), cli('help'), cli('help', 'doctor')]);
    expect([short, word]).toEqual([whole, whole]);
    const doctor = COMMANDS.find(({ name }) => name === 'doctor');
    expect(ofDoctor).toBe(doctor && `${commandHelp(doctor)}\n`);
  });
});

it.each(COMMANDS)('$name --help is about that command alone', (command) => {
  const page = commandHelp(command);
  expect(page).toContain(command.usage);
  for (const { help } of COMMANDS.filter((other) => other !== command)) expect(page).not.toContain(help);
  expect(page.includes('--base-url')).toBe(command.settings !== undefined);
  expect(page.includes('--public-url')).toBe(['http', 'doctor'].includes(command.name));
});

it.each(['--version', '-v', 'version'])('%s prints the version of package.json', async (flag) => {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  expect(await cli(flag)).toBe(`${version}\n`);
});

it.each([
  ['serve', ['--readonly']],
  ['serve', ['--hlep']],
  ['serve', ['--token', 'x']],
  ['serve', ['--toolsets']],
  ['serve', ['--toolsets', 'thread']],
  ['sandbox', ['--prot', '1']],
  ['sandbox', ['--port=']],
  ['sandbox', ['--port', '1e3']],
  ['sandbox', ['--sandbox-scenario', 'hunderd']],
  ['tokens', ['--foo']],
  ['tokens', ['--foo', 'list']],
  ['tokens', ['--rights', 'read', 'add', 'anna']],
  ['tokens', ['list', '--http-token-file', 'x']],
  ['tokens', ['list', '--redis-sk-live-4711']],
  ['http', ['--port', '1e3']],
  ['watch', ['--notify', 'https://one.example', '--every', '0x10']],
  ['doctor', ['--jsno']],
  ['config', ['cursor', '--windos']],
  ['config', ['cursor', '--port', '1']],
  ['serve', ['--no-sandbox-people']],
  ['watch', ['--port', '1']],
  ['watch', ['--dry-run']],
  ['watch', ['--notify', 'https://one.example', '--notify', 'https://two.example', '--every', '0']],
])('%s %j is refused in one line', async (name, args) => {
  const command = COMMANDS.find((one) => one.name === name);
  const refused = await command
    ?.run({ args, env: {}, print: () => undefined, note: () => undefined })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(SettingsError);
  golden((refused as SettingsError).message);
});

it.each([
  ['cursor', ['NODE_EXTRA_CA_CERTS']],
  ['goose', ['https_proxy', 'NO_PROXY']],
  ['opencode', ['HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']],
])('config %s says where to add %j, which this shell sets', async (host, variables) => {
  const notes: string[] = [];
  const args = ['config', host, '--base-url', 'https://platform.example'];
  const env = Object.fromEntries(variables.map((name) => [name, 'a-value-of-the-shell']));
  await run({ args, env, print: () => undefined, note: (line) => notes.push(line) });
  const said = notes
    .join('\n')
    .split('\n')
    .filter((line) => line.startsWith('This shell'));
  golden(said.join('\n'));
});

it('names no command as a secret: one that comes after an option belongs before it', async () => {
  const notes: string[] = [];
  const note = (line: string) => notes.push(line);
  expect(await run({ args: ['--sandbox', 'doctor'], env: {}, print: () => undefined, note })).toBe(2);
  expect(notes).toEqual(['agent-platform-mcp: Put the command first: doctor [options]']);
});
