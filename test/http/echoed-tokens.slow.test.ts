/** If a platform repeats the token of a request, it is masked, however many others call meanwhile. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { json, startDouble } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { bearer } from './exchanging.ts';
import { startIssuer } from './issuer.ts';
import { post, startReplica, toolCall } from './support.ts';

const SERVER = 'https://mcp.example/mcp';
const PLATFORM = 'https://platform.example';
/** More than the masks of a replica can hold, with two tokens each. */
const OTHERS = 60;

/** Answers that wait until the others have called. */
const held: (() => void)[] = [];
const issuer = await startIssuer(SERVER, {
  exchange: async (form) => {
    const { sub } = decodeJwt(form.get('subject_token') ?? '');
    const token = await issuer.token({ audience: PLATFORM, claims: { sub: String(sub), jti: `${sub}-platform` } });
    const issued_token_type = 'urn:ietf:params:oauth:token-type:access_token';
    return { status: 200, body: { access_token: token, issued_token_type, token_type: 'Bearer', expires_in: 300 } };
  },
});
const platform = await startDouble((exchange) => {
  const authorization = String(exchange.request.headers.authorization);
  const { sub } = decodeJwt(authorization.replace('Bearer ', ''));
  const answer = () =>
    json(400, { message: `not with ${authorization}, nor with ${encodeURIComponent(authorization)}` })(exchange);
  if (sub === 'first') held.push(answer);
  else answer();
});
const folder = temporaryFolder('echoed');
const secretFile = join(folder, 'secret');
const auditLog = join(folder, 'audit.jsonl');
writeFileSync(secretFile, 'client-secret-0123456789');
const replica = await startReplica({
  env: {
    AGENT_PLATFORM_BASE_URL: platform.url,
    AGENT_PLATFORM_HTTP_PUBLIC_URL: 'https://mcp.example',
    AGENT_PLATFORM_HTTP_ALLOWED_HOSTS: '127.0.0.1',
    AGENT_PLATFORM_OAUTH_ISSUER: issuer.url,
    AGENT_PLATFORM_IDENTITY: 'exchange',
    AGENT_PLATFORM_EXCHANGE_CLIENT_ID: 'mcp-server',
    AGENT_PLATFORM_EXCHANGE_CLIENT_SECRET_FILE: secretFile,
    AGENT_PLATFORM_EXCHANGE_AUDIENCE: PLATFORM,
    AGENT_PLATFORM_AUDIT_LOG: auditLog,
    AGENT_PLATFORM_LOG_LEVEL: 'debug',
  },
});

it('a token that the platform echoes is in no result, log or audit log', async () => {
  const call = async (sub: string) => {
    const token = await issuer.token({ claims: { sub } });
    return (await post(replica.url, toolCall('pause_thread', { threadId: 'thread-1' }), bearer(token))).text();
  };
  const first = call('first');
  await until('the first is at the platform', () => held.length === 1);
  const texts: string[] = [];
  // Not all at once: an exchange ends after 5 s, also on a machine that is busy.
  for (let n = 0; n < OTHERS; n += 3)
    texts.push(...(await Promise.all(Array.from({ length: 3 }, (_, at) => call(`other-${n + at}`)))));
  for (const answer of held.splice(0)) answer();
  texts.push(await first);
  const said = [...texts, JSON.stringify(replica.log()), existsSync(auditLog) ? readFileSync(auditLog, 'utf8') : ''];
  const sent = new Set(platform.requests.map(({ headers }) => String(headers.authorization).replace('Bearer ', '')));
  expect(sent.size).toBe(OTHERS + 1);
  expect(texts.join()).toContain('not with Bearer [redacted]');
  for (const token of sent) expect(said.join('\n').includes(token), String(decodeJwt(token).sub)).toBe(false);
});
