/**
 * The token goes to the configured origin and nowhere else: against a platform that echoes it in every field, encoded in
 * every way, nothing that the server writes holds 16 characters of it in a row.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BUNDLE, type ClientKind, connect, textOf } from '../support/clients.ts';
import { json, type PlatformDouble, type Reply, raw, startDouble } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { doEverything, pressesFirst, stringsOf } from './everything.ts';
import { errorBodies, failing, hostileAnswers } from './hostile-platform.ts';

const folder = temporaryFolder('secrets');

const TOKENS = {
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvcGVyYXRvci00MiIsImV4cCI6OTk5OTk5OTk5OX0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  awkward: 'q7"R\\2~x/L+9=v%4&Z<t>K\'8m#B|5w{N}3^c`H;6',
};

const LENGTH = 16;
/** A text in every encoding, at every alignment of base64. */
function encoded(text: string): string[] {
  const bytes = Buffer.from(text);
  const shifted = ['', 'x', 'xx'].map((prefix) => Buffer.from(prefix + text));
  return [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    JSON.stringify(text).slice(1, -1),
    ...shifted.flatMap((shift) => [shift.toString('base64'), shift.toString('base64url')]),
  ];
}

/** What an echo holds: the token in every form. */
const echoOf = (token: string): string => [...encoded(token), ...encoded(`Bearer ${token}`)].join(' ; ');

/** Every 16 characters in a row that give the token away. The first and last digits of base64 belong to its neighbours, too. */
function windowsOf(token: string): ReadonlySet<string> {
  const windows = new Set<string>();
  for (const form of encoded(token)) {
    const isShifted = form.startsWith('e') || !form.includes(token.slice(1, 3));
    const inner = isShifted && /^[\w+/=-]+$/.test(form) && form !== token ? form.slice(4, -4) : form;
    for (let at = 0; at + LENGTH <= inner.length; at++) windows.add(inner.slice(at, at + LENGTH));
  }
  return windows;
}

/** Where the token shows in a text. */
function leaks(text: string, windows: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (let at = 0; at + LENGTH <= text.length; at++) {
    if (windows.has(text.slice(at, at + LENGTH))) found.push(text.slice(Math.max(0, at - 40), at + 60));
    if (found.length > 2) break;
  }
  return found;
}

const base = (platform: PlatformDouble) => ({
  AGENT_PLATFORM_BASE_URL: platform.url,
  AGENT_PLATFORM_TOOLSETS: 'all',
  AGENT_PLATFORM_LOG_LEVEL: 'debug',
  AGENT_PLATFORM_MAX_RETRIES: '0',
  AGENT_PLATFORM_MAX_WAIT_SECONDS: '1',
});

/** The platform's answer, with the token in its headers, too. */
const echoing =
  (reply: Reply, token: string): Reply =>
  (exchange) => {
    exchange.response.setHeader('x-echo', `Bearer ${token}`);
    exchange.response.setHeader('www-authenticate', `Bearer ${Buffer.from(token).toString('base64')}`);
    reply(exchange);
  };

describe.each(Object.entries(TOKENS))('a token (%s) that the platform echoes', (name, token) => {
  const echo = echoOf(token);
  // Records repeat it in every field, so that the shorter text does there.
  const forms = encoded(token).join(' ');
  const sessions: readonly { it: string; reply: Reply; client: ClientKind; env?: Record<string, string> }[] = [
    { it: 'records', reply: hostileAnswers('safe ids', forms), client: 'v2-modern' },
    { it: 'records, ids and statuses', reply: hostileAnswers('hostile ids', token), client: 'v1' },
    {
      it: 'records on a dry run',
      reply: hostileAnswers('safe ids', forms),
      client: 'v1',
      env: { AGENT_PLATFORM_DRY_RUN: '1' },
    },
    { it: 'errors', reply: failing(...errorBodies(echo)), client: 'v1' },
    { it: 'errors in another order', reply: failing(...errorBodies(echo).slice(1)), client: 'v2-modern' },
  ];
  it.each(name === 'jwt' ? sessions : sessions.slice(2, 4))(
    'in $it appears in no result, question, log or audit line, with $client',
    async ({ reply, client: kind, env, it: what }) => {
      const windows = windowsOf(token);
      const audit = join(folder, `${name}-${what.replaceAll(/\W/g, '-')}.jsonl`);
      const platform = await startDouble(echoing(reply, token));
      const client = await connect({
        client: kind,
        elicit: pressesFirst,
        env: { ...base(platform), AGENT_PLATFORM_TOKEN: token, AGENT_PLATFORM_AUDIT_LOG: audit, ...env },
      });
      await doEverything(client);
      const strings = stringsOf(client.process.stdoutLines());
      const written = [...strings.map(({ text }) => text), client.process.stderr()];
      if (env === undefined) written.push(readFileSync(audit, 'utf8'));
      expect(written.flatMap((text) => leaks(text, windows))).toEqual([]);
      expect(client.process.stdoutLines().flatMap((line) => leaks(line, windows))).toEqual([]);
      expect(platform.requests.every(({ headers }) => headers.authorization === `Bearer ${token}`)).toBe(true);
      expect(strings.some(({ text }) => text.includes('[redacted]'))).toBe(true);
    },
  );
});

describe('a token file that is rotated', () => {
  it('hides the old token and the new one', async () => {
    const [old, fresh] = [TOKENS.jwt, `${TOKENS.jwt.slice(0, -10)}0123456789`.split('').reverse().join('')];
    const file = join(folder, 'token');
    writeFileSync(file, `${old}\n`);
    const platform = await startDouble(({ request, response }) => {
      if (request.headers.authorization === `Bearer ${old}`) writeFileSync(file, `${fresh}\n`);
      const status = request.headers.authorization === `Bearer ${fresh}` ? 418 : 401;
      response.writeHead(status).end(JSON.stringify({ message: `${old} ${fresh}` }));
    });
    const client = await connect({ client: 'v1', env: { ...base(platform), AGENT_PLATFORM_TOKEN_FILE: file } });
    const text = textOf(await client.callTool('list_agents'));
    expect(text).toContain('418');
    expect([...leaks(text, windowsOf(old)), ...leaks(text, windowsOf(fresh))]).toEqual([]);
  });
});

describe('what a person can type', () => {
  const run = promisify(execFile);
  it.each([
    ['--help'],
    ['--version'],
    ['doctor'],
    ['doctor', '--json'],
    ['config'],
    ['config', 'claude-desktop'],
    ['--token', TOKENS.jwt],
    ['nonsense'],
  ])('%s %s shows no token', async (...args) => {
    const platform = await startDouble(raw(403, errorBodies(echoOf(TOKENS.jwt))[0] ?? ''));
    const env = { PATH: process.env.PATH, ...base(platform), AGENT_PLATFORM_TOKEN: TOKENS.jwt };
    const { stdout, stderr } = await run(process.execPath, [BUNDLE, ...args], { env }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    expect(leaks(stdout + stderr, windowsOf(TOKENS.jwt))).toEqual([]);
    expect(stdout + stderr).not.toBe('');
  });
});

describe('the token goes to the configured origin only', () => {
  it('no address in an answer is called', async () => {
    const elsewhere = await startDouble(json(200, []));
    const platform = await startDouble(hostileAnswers('safe ids', `${elsewhere.url}/v1/agents`));
    const client = await connect({
      client: 'v1',
      elicit: pressesFirst,
      env: { ...base(platform), AGENT_PLATFORM_TOKEN: TOKENS.jwt },
    });
    await doEverything(client);
    expect(elsewhere.connections.opened).toBe(0);
  });
});
