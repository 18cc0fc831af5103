/**
 * Replicas on which everybody acts as themselves: at a real issuer, in front of a platform that takes the issuer's tokens
 * for it and nothing else, and records whose token each request had.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  type AuthorizationServer,
  CLIENT,
  PLATFORM,
  SCOPES,
  SECRET,
  startAuthorizationServer,
} from '../support/authorization-server.ts';
import { type SignedIn, signIn } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { json, type PlatformDouble, type Reply } from '../support/platform-double.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { KEY } from './people.ts';
import { type Replica, startReplica } from './support.ts';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

export interface TeamReplica extends Replica {
  readonly auditLog: string;
  readonly secretFile: string;
}

export interface Team<P extends PlatformDouble> {
  readonly as: AuthorizationServer;
  readonly platform: P;
  /** The address for which tokens are issued, and its port. */
  readonly resource: string;
  readonly port: number;
  /** Whose token came with the platform's n-th request; undefined if it was refused. */
  readonly holders: ReadonlyMap<number, string | undefined>;
  /** What came with the requests to the platform. */
  readonly tokens: ReadonlySet<string>;
  /** The person's token is refused by the platform from now on; again, and it is taken. */
  bar(person: string): void;
  sign(person: string, scopes?: readonly string[]): Promise<SignedIn>;
  /** Starts a replica; on the port of the address if it is to be the only one. */
  replica(env?: Readonly<Record<string, string>>, port?: number): Promise<TeamReplica>;
  /** No token or secret of this run is in what the replicas said, nor in these texts. */
  expectSilence(...texts: readonly string[]): void;
}

/** @param platformOf starts the platform, whose reply the given function guards. @param others issuers that it trusts, too */
export async function startTeam<P extends PlatformDouble>(
  platformOf: (guard: (reply: Reply) => Reply) => Promise<P>,
  claimsOf?: Parameters<typeof startAuthorizationServer>[1],
  ...others: readonly AuthorizationServer[]
): Promise<Team<P>> {
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const as = await startAuthorizationServer([resource], claimsOf);
  const holders = new Map<number, string | undefined>();
  const tokens = new Set<string>();
  const barred = new Set<string>();
  const guard =
    (reply: Reply): Reply =>
    (exchange) => {
      const token = String(exchange.request.headers.authorization).replace('Bearer ', '');
      tokens.add(token);
      const refuse = (): void => {
        holders.set(exchange.count, undefined);
        json(401, { message: 'this token is not for me' })(exchange);
      };
      void Promise.any([as, ...others].map((one) => one.holder(token))).then(({ sub = '' }) => {
        if (barred.has(sub)) return refuse();
        holders.set(exchange.count, sub);
        reply(exchange);
      }, refuse);
    };
  const platform = await platformOf(guard);
  const replicas: TeamReplica[] = [];
  return {
    as,
    platform,
    resource,
    port,
    holders,
    tokens,
    bar: (person) => {
      if (!barred.delete(person)) barred.add(person);
    },
    sign: (person, scopes) => signIn(as, person, { resource, ...(scopes && { scopes }) }),
    async replica(env = {}, at = port) {
      const folder = temporaryFolder('exchanging');
      const auditLog = join(folder, 'audit.jsonl');
      const secretFile = join(folder, 'secret');
      writeFileSync(secretFile, SECRET);
      const started = await startReplica({ args: ['--port', String(at)], env: { ...settings(secretFile), ...env } });
      const one = { ...started, auditLog, secretFile };
      replicas.push(one);
      return one;

      function settings(secret: string): Record<string, string> {
        return {
          ...exchangeEnv(as, resource),
          AGENT_PLATFORM_BASE_URL: platform.url,
          AGENT_PLATFORM_EXCHANGE_CLIENT_SECRET_FILE: secret,
          AGENT_PLATFORM_STATE_KEY: KEY,
          AGENT_PLATFORM_AUDIT_LOG: auditLog,
          AGENT_PLATFORM_LOG_LEVEL: 'debug',
          AGENT_PLATFORM_MAX_RETRIES: '0',
        };
      }
    },
    expectSilence(...texts) {
      const said = replicas.flatMap(({ auditLog, log, stray }) => [
        JSON.stringify(log()),
        stray.join('\n'),
        existsSync(auditLog) ? readFileSync(auditLog, 'utf8') : '',
      ]);
      const all = [...said, ...texts].join('\n');
      for (const secret of [as, ...others].flatMap(({ secrets }) => [...secrets]).concat(...tokens)) {
        expect(secret.length).toBeGreaterThan(16);
        expect(all.includes(secret), `${secret.slice(0, 20)}… was said`).toBe(false);
      }
    },
  };
}

/** The settings for an issuer, but for the platform's address and the client's credential. */
export const exchangeEnv = (as: AuthorizationServer, resource: string): Record<string, string> => ({
  NODE_EXTRA_CA_CERTS: as.certificate,
  AGENT_PLATFORM_HTTP_PUBLIC_URL: resource.replace(/\/mcp$/, ''),
  AGENT_PLATFORM_OAUTH_ISSUER: as.issuer,
  AGENT_PLATFORM_IDENTITY: 'exchange',
  AGENT_PLATFORM_EXCHANGE_CLIENT_ID: CLIENT,
  AGENT_PLATFORM_EXCHANGE_AUDIENCE: PLATFORM,
  AGENT_PLATFORM_HTTP_READ_SCOPES: SCOPES[0] ?? '',
  AGENT_PLATFORM_HTTP_WRITE_SCOPES: SCOPES[1] ?? '',
  AGENT_PLATFORM_HTTP_DECIDE_SCOPES: SCOPES[2] ?? '',
});
