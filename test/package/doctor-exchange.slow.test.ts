/** `doctor` with token exchange: its findings at a real issuer, its advice, and that it prints no secret. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Report } from '../../src/cli/doctor/report.ts';
import { exchangeEnv } from '../http/exchanging.ts';
import { SECRET, startAuthorizationServer } from '../support/authorization-server.ts';
import { BUNDLE } from '../support/clients.ts';
import { freePort } from '../support/free-port.ts';
import { golden } from '../support/golden.ts';
import { json, startDouble } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RESOURCE = 'https://mcp.example/mcp';
const WRONG = 'Wrong~_w.r-O0N~gSecret1jKl2mNo3pQr4sTu5';

const issuer = await startAuthorizationServer([RESOURCE]);
const platform = await startDouble(json(401, { message: 'no token of mine' }));
const folder = temporaryFolder('doctor-exchange');
writeFileSync(join(folder, 'secret'), SECRET);
writeFileSync(join(folder, 'wrong'), WRONG);

const within = (place: string, name: string): string => `${place}/${name.replace(/^\//, '')}`;

async function doctor(changes: Record<string, string>) {
  const env = {
    PATH: process.env.PATH,
    ...exchangeEnv(issuer, RESOURCE),
    AGENT_PLATFORM_BASE_URL: platform.url,
    AGENT_PLATFORM_HTTP_PORT: '0',
    AGENT_PLATFORM_EXCHANGE_CLIENT_SECRET_FILE: join(folder, 'secret'),
    ...changes,
  };
  const run = (...args: readonly string[]) =>
    new Promise<{ code: number; out: string }>((resolve) => {
      const child = execFile(process.execPath, [BUNDLE, 'doctor', ...args], { env }, (_, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, out: stdout + stderr }),
      );
    });
  const [page, data] = [await run('--all'), await run('--json')];
  const report: Report = JSON.parse(data.out);
  for (const secret of [SECRET, WRONG]) expect(page.out + data.out).not.toContain(secret);
  const check = report.checks.find(({ id }) => id === 'exchange' || id === 'http');
  return { code: data.code, page: page.out, check: { ...check, all: JSON.stringify(check) } };
}

it('doctor accepts the right settings, and sends the platform no token', async () => {
  const { code, check } = await doctor({});
  expect(check).toMatchObject({ status: 'ok' });
  expect(code).toBe(0);
  expect(platform.requests.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
});

it.each([
  { what: 'a wrong secret', changes: { EXCHANGE_CLIENT_SECRET_FILE: 'wrong' } },
  { what: 'an unknown client', changes: { EXCHANGE_CLIENT_ID: 'somebody' } },
  { what: 'a wrong token URL', changes: { EXCHANGE_TOKEN_URL: '/tokens' } },
  { what: 'an audience unknown to the issuer', changes: { EXCHANGE_AUDIENCE: 'https://x' } },
  { what: 'no secret', changes: { EXCHANGE_CLIENT_SECRET_FILE: '' } },
  { what: 'a secret file that is missing', changes: { EXCHANGE_CLIENT_SECRET_FILE: 'none' } },
])('doctor names the setting: $what', async ({ changes }) => {
  const whole = Object.entries(changes).map(([name, value]) => {
    const place = name.endsWith('_FILE') ? folder : issuer.issuer;
    return [`AGENT_PLATFORM_${name}`, /_(FILE|URL)$/.test(name) && value !== '' ? within(place, value) : value];
  });
  const { code, check } = await doctor(Object.fromEntries(whole));
  golden([check.status, check.summary, check.next].join('\n').replaceAll(folder, '<folder>'));
  expect(code).not.toBe(0);
});

it.each([
  { what: 'is down', changes: { OAUTH_ISSUER: 'https://127.0.0.1:PORT' } },
  {
    what: 'has a token endpoint that is down',
    changes: { EXCHANGE_TOKEN_URL: 'https://127.0.0.1:PORT/t' },
  },
  { what: 'has a self-signed certificate', changes: {}, ca: '' },
])('doctor says why an issuer can’t be reached that $what, and which settings to look at', async ({ changes, ca }) => {
  const closed = await freePort();
  const set = Object.entries(changes).map(([name, value]) => [
    `AGENT_PLATFORM_${name}`,
    value.replace('PORT', String(closed)),
  ]);
  const { code, check, page } = await doctor({
    ...Object.fromEntries(set),
    ...(ca !== undefined && { NODE_EXTRA_CA_CERTS: ca }),
  });
  golden([check.status, check.summary, check.next].join('\n'));
  // The title has room.
  expect(page).toMatch(/^ {2}fail {2}[A-Z][a-z ]+\w {2,}The issuer is unavailable/m);
  expect(code).not.toBe(0);
});
