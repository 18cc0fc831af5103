/** Output at the start, for a person in a terminal and in the log that a host shows; and the modules that it loads. */
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE, textOf } from '../support/clients.ts';
import { connectHere } from '../support/clients-here.ts';
import { golden } from '../support/golden.ts';
import { open, startRaw } from '../support/raw-stdio.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The output of a start on stderr, without times. */
const logged = (stderr: string): string => stderr.replace(/^\S+ /, '');
const started = (env: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [BUNDLE, ...args], { encoding: 'utf8', input: '', env });
const URL = 'https://platform.example';

describe('the log at the start', () => {
  const token = { AGENT_PLATFORM_TOKEN: 'token-1234567-abc' };
  it.each([
    ['a missing address', {}, []],
    ['a missing token', {}, ['--base-url', URL]],
    ['a token file that is not there', {}, ['--base-url', URL, '--token-file', '/nope']],
    ['an address that the sandbox takes the place of', token, ['--sandbox', '--base-url', URL]],
    ['filters that leave no tool', token, ['--sandbox', '--toolsets', ',']],
    ['filters that exclude every tool', token, ['--sandbox', '--tools', 'get_chat', '--exclude-tools', 'get_chat']],
    [
      'variables that only the http command uses',
      { AGENT_PLATFORM_FOUR_EYES: 'known', AGENT_PLATFORM_HTTP_PORT: '8080' },
      ['--sandbox'],
    ],
  ])('warns once of %s', (_what, env, args) => {
    const { stdout, stderr, status } = started(env, ...args);
    expect([stdout, status]).toEqual(['', 0]);
    golden(logged(stderr));
  });

  it.each([
    ['on the sandbox', {}, ['--sandbox']],
    ['with address and token', { AGENT_PLATFORM_TOKEN: 'token-1234567-abc' }, ['--base-url', URL]],
  ])('is empty %s', (_what, env, args) => {
    const { stdout, stderr, status } = started(env, ...args);
    expect([stdout, stderr, status]).toEqual(['', '', 0]);
  });
});

describe('an address or a token that cannot be used', () => {
  it.each([
    ['a token that is too short', { AGENT_PLATFORM_BASE_URL: URL, AGENT_PLATFORM_TOKEN: 'wrong' }],
    [
      'an address without encryption',
      { AGENT_PLATFORM_BASE_URL: 'http://platform.example', AGENT_PLATFORM_TOKEN: 'x' },
    ],
    ['a token file that is not there', { AGENT_PLATFORM_BASE_URL: URL, AGENT_PLATFORM_TOKEN_FILE: './nope' }],
  ])('is reported at each call, since a host shows no reason why a server ended: %s', async (_what, env) => {
    const client = await connectHere({ client: 'v2-modern', env });
    for (const tool of ['list_agents', 'list_pending_approvals']) golden(textOf(await client.callTool(tool)));
  });

  it.each([
    ['APPROVALS', 'requried'],
    ['READ_ONLY', 'ture'],
    ['DRY_RUN', 'yess'],
    ['MAX_RETRIES', '99'],
    ['SANDBOX', 'true'],
  ])('prevents the start beside %s=%s', (name, value) => {
    const { status, stderr } = started({ AGENT_PLATFORM_TOKEN: 'wrong', [`AGENT_PLATFORM_${name}`]: value });
    expect([status, stderr]).toEqual([2, expect.stringContaining('AGENT_PLATFORM_TOKEN is too short')]);
  });
});

describe.skipIf(process.platform !== 'linux')('in a terminal', () => {
  it('says that a host has to start it, and how to add it to one', async () => {
    // util-linux: runs the command on a terminal of its own.
    const child = spawn('script', ['-qec', `${process.execPath} ${BUNDLE} --sandbox`, '/dev/null']);
    let shown = '';
    const isShown = new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
        if (shown.includes('npm run demo')) resolve();
      });
    });
    await isShown;
    child.kill();
    golden(shown.replaceAll('\r', ''));
  });
});

/** Node's own modules that take long to load, and that a session without a call has no use for. */
const NOT_AT_START = ['http', 'https', 'tls', 'dns'];

/** The first use of each costs 6 MB and several milliseconds: the tables of all languages. */
const OF_LANGUAGES = `
  const uses = (name, of) => new Proxy(of, {
    apply: (target, self, given) => (used.push(name), Reflect.apply(target, self, given)),
    construct: (target, given) => (used.push(name), Reflect.construct(target, given)),
  });
  const used = [];
  for (const { name, prototype } of [Number, BigInt, Date, Array, String])
    for (const key of Object.getOwnPropertyNames(prototype).filter((key) => /^toLocale|^localeCompare/.test(key)))
      prototype[key] = uses(name + '.' + key, prototype[key]);
  for (const key of Object.getOwnPropertyNames(Intl))
    if (typeof Intl[key] === 'function') Intl[key] = uses('Intl.' + key, Intl[key]);
`;

it('a session up to its list of tools loads nothing that only calls need', async () => {
  const folder = temporaryFolder('start');
  const preload = join(folder, 'modules.cjs');
  const report = 'JSON.stringify({ modules: process.moduleLoadList, used })';
  writeFileSync(preload, `${OF_LANGUAGES} process.on('exit', () => process.stderr.write(${report}));`);
  const server = startRaw({ node: ['-r', preload], args: ['--sandbox'] });
  await open(server, 'legacy');
  await server.request('tools/list');
  await server.end();
  const { modules, used } = JSON.parse(server.stderr()) as Record<'modules' | 'used', readonly string[]>;
  expect(modules).toContain('NativeModule fs');
  expect(NOT_AT_START.filter((name) => modules.includes(`NativeModule ${name}`))).toEqual([]);
  expect(used).toEqual([]);
});
