/** `doctor http`: it says "It works" only if the server would start, and callers could decide. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Report } from '../../src/cli/doctor/report.ts';
import { startReplica } from '../http/support.ts';
import { golden } from '../support/golden.ts';
import { json, startDouble } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './run.ts';

const KEY = 'state-key-0123456789abcdefghijklmnop';
const PEOPLE = [{ name: 'anna', token: 'anna-0123456789abcdefgh', rights: ['read', 'decide'] }];

const folder = temporaryFolder('doctor-http');
const platform = await startDouble(json(200, []));
/** Accepts connections, and says nothing. */
const silent = createServer(() => undefined);
await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
const silentPort = (silent.address() as AddressInfo).port;
afterAll(() => {
  silent.close();
});

function put(name: string, content: string, mode = 0o600): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

/** A link to itself, which no user can follow. */
function loop(): string {
  const link = join(folder, 'loop');
  symlinkSync(link, link);
  return link;
}

async function doctor(changes: Readonly<Record<string, string>>, args: readonly string[] = ['http']) {
  const env = {
    AGENT_PLATFORM_BASE_URL: platform.url,
    AGENT_PLATFORM_TOKEN: 'platform-token-0123456789',
    AGENT_PLATFORM_HTTP_TOKENS_FILE: put('people.json', JSON.stringify(PEOPLE)),
    AGENT_PLATFORM_HTTP_PORT: '0',
    ...Object.fromEntries(Object.entries(changes).map(([name, value]) => [`AGENT_PLATFORM_${name}`, value])),
  };
  const { code, stdout, stderr } = await run(['doctor', ...args, '--json'], env);
  const report: Report = JSON.parse(stdout);
  const ids = ['http', 'files', 'callers', 'store', 'port', 'issuer', 'tls'];
  const found = report.checks
    .filter(({ id, status }) => status === 'fail' || status === 'warn' || ids.includes(id))
    .map(({ id, status, summary, next }) => `${status} ${id}: ${summary}${next === undefined ? '' : ` → ${next}`}`);
  const { summary, next } = report.verdict;
  const told = [...found, '', summary, next]
    .join('\n')
    .replaceAll(folder, '<folder>')
    .replaceAll(String(silentPort), '<port>');
  return { code, told, all: stdout + stderr };
}

it('doctor accepts a working configuration, with and without the word http, and says how to start it', async () => {
  const named = await doctor({ STATE_KEY: KEY, FOUR_EYES: 'known' });
  golden(named.told);
  expect((await doctor({ STATE_KEY: KEY, FOUR_EYES: 'known' }, [])).told).toBe(named.told);
});

it.each<{ it: string; changes: () => Record<string, string>; code: number }>([
  { it: 'a broken file of people', changes: () => ({ HTTP_TOKENS_FILE: put('broken.json', '[') }), code: 2 },
  { it: 'a missing file of people', changes: () => ({ HTTP_TOKENS_FILE: join(folder, 'none.json') }), code: 2 },
  { it: 'a mistyped folder', changes: () => ({ STATE_KEY_FILE: join(folder, 'nope', 'state_kye') }), code: 2 },
  { it: 'a token instead of a file of people', changes: () => ({ HTTP_TOKENS_FILE: 'c0ffee00'.repeat(8) }), code: 2 },
  { it: 'a folder instead of a file of people', changes: () => ({ HTTP_TOKENS_FILE: folder }), code: 2 },
  {
    it: 'a file of people with nobody in it',
    changes: () => ({ HTTP_TOKENS_FILE: put('nobody.json', '[]') }),
    code: 2,
  },
  {
    it: 'people of whom nobody may decide',
    changes: () => ({
      HTTP_TOKENS_FILE: put('readers.json', JSON.stringify(PEOPLE.map((one) => ({ ...one, rights: ['read'] })))),
      STATE_KEY: KEY,
    }),
    code: 0,
  },
  { it: 'a URL as the address', changes: () => ({ HTTP_HOST: 'http://127.0.0.1' }), code: 2 },
  {
    it: 'files that others can read',
    changes: () => ({
      HTTP_TOKENS_FILE: put('open file.json', JSON.stringify(PEOPLE), 0o644),
      STATE_KEY_FILE: put('open-key', KEY, 0o644),
    }),
    code: 0,
  },
  { it: 'an upload folder that can’t be looked at', changes: () => ({ UPLOAD_DIRS: loop() }), code: 0 },
  {
    it: 'a Redis that is not there',
    changes: () => ({ STATE_KEY: KEY, STATE_REDIS_URL: 'redis://:secret-of-redis-0123456789@127.0.0.1:9' }),
    code: 3,
  },
  {
    it: 'a Redis that does not answer',
    changes: () => ({ STATE_KEY: KEY, STATE_REDIS_URL: `redis://127.0.0.1:${silentPort}` }),
    code: 3,
  },
  { it: 'a state key that is too short', changes: () => ({ STATE_KEY_FILE: put('key', 'short') }), code: 2 },
  { it: 'four eyes without a key', changes: () => ({ FOUR_EYES: 'known' }), code: 2 },
  { it: 'a port that is in use', changes: () => ({ HTTP_PORT: String(silentPort) }), code: 2 },
  { it: 'an address that is not of this machine', changes: () => ({ HTTP_HOST: '192.0.2.1' }), code: 2 },
  {
    it: 'a time limit that nobody can answer in',
    changes: () => ({ HTTP_REQUEST_TIMEOUT_SECONDS: '59', STATE_KEY: KEY }),
    code: 0,
  },
  { it: 'an audit log that is a folder', changes: () => ({ AUDIT_LOG: folder }), code: 2 },
  { it: 'an address without TLS', changes: () => ({ HTTP_HOST: '0.0.0.0', STATE_KEY: KEY }), code: 0 },
  { it: 'an address where nothing answers', changes: () => ({ HTTP_PUBLIC_URL: 'https://127.0.0.1:9' }), code: 0 },
  {
    it: 'an issuer that is not there',
    changes: () => ({ HTTP_PUBLIC_URL: 'http://127.0.0.1:9', OAUTH_ISSUER: 'http://127.0.0.1:9' }),
    code: 3,
  },
])('doctor finds $it', async ({ changes, code }) => {
  const found = await doctor(changes());
  golden(found.told);
  expect(found.code).toBe(code);
  expect(found.all).not.toContain('secret-of-redis');
});

it('doctor checks the certificate of the public address', async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '9'];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject];
  execFileSync('openssl', options, { stdio: 'ignore' });
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const told = async (more: Record<string, string>) => {
    const { stdout } = await run(
      ['doctor', 'http', '--json', '--sandbox', '--port', '0', '--public-url', `https://localhost:${port}`],
      more,
    );
    const { checks }: Report = JSON.parse(stdout);
    return checks
      .filter(({ id }) => id === 'tls')
      .map(({ status, summary }) => `${status}: ${summary}`)
      .join();
  };
  const untrusted = await told({});
  expect(await told({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe(untrusted);
  golden(`${untrusted}\n${await told({ NODE_EXTRA_CA_CERTS: cert })}`);
  server.close();
});

it('doctor says that nothing has to be started on a port where a server like this one answers', async () => {
  const replica = await startReplica({ args: ['--sandbox'] });
  const { code, told } = await doctor({ HTTP_PORT: String(replica.port) });
  expect(code).toBe(0);
  golden(told);
});
