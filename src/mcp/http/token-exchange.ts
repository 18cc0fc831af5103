/**
 * Callers' own tokens for the platform: exchanged when a call needs one, and kept in one bounded table while both tokens are
 * valid. A caller's own token never reaches the platform, and the platform token of the settings is never used instead.
 */
import { createHash } from 'node:crypto';
import { PlatformError } from '../../platform/client/errors.ts';
import type { TokenSource } from '../../platform/client/token.ts';
import { type ClientCredential, clientCredential } from './client-credential.ts';
import { currentRequest } from './current-request.ts';
import type { ExchangeConfig } from './exchange-config.ts';
import { exchangeRequests, type IssuedToken, type SubjectToken } from './exchange-request.ts';

/** How an exchange ended, for metrics. */
export type ExchangeOutcome = 'ok' | 'sign-in' | 'issuer-unavailable' | 'exchange';

export interface TokenExchange {
  /** The platform token of one caller, whose principal has the key `holder`. */
  sourceFor(subject: SubjectToken, holder: string): TokenSource;
  /** What must be masked: the client's secrets. The tokens of a caller are noted for each of their requests. */
  readonly secrets: Iterable<string>;
  /** Reads the client's secret or key again. @throws SettingsError; the last good one stays */
  reload(): Promise<void>;
}

interface ExchangeParts {
  warn(message: string): void;
  exchanged(outcome: ExchangeOutcome): void;
}

/** A token that is kept, or is being exchanged. */
interface Entry {
  readonly token: Promise<string>;
  /** The token itself, once it is here. */
  issued?: string;
  /** On the monotonic clock. */
  until: number;
}

/** Tokens that are kept, the ones used last. */
const MOST = 1_000;
/** A token is replaced this long before it expires: clocks differ, and a call takes its time. */
const MARGIN_MS = 30_000;
/** A token that was refused is not sent to the issuer again for this long. */
const REFUSED_MS = 5_000;

/** @throws SettingsError for a secret or key that can't be read */
export async function createTokenExchange(
  config: ExchangeConfig,
  { warn, exchanged }: ExchangeParts,
): Promise<TokenExchange> {
  const exchange = exchangeRequests(config);
  const clientSecrets = new Set<string>();
  const table = new Map<string, Entry>();
  let credential: ClientCredential;
  let lastWarning = '';

  const load = async (): Promise<void> => {
    credential = await clientCredential(config);
    if (credential.secret !== undefined) clientSecrets.add(credential.secret);
  };
  await load();

  /** @throws PlatformError */
  const request = async (subject: SubjectToken): Promise<IssuedToken> => {
    try {
      const issued = await exchange(subject, credential);
      lastWarning = '';
      exchanged('ok');
      return issued;
    } catch (error) {
      const kind = error instanceof PlatformError ? error.facts.kind : 'exchange';
      exchanged(kind === 'sign-in' || kind === 'issuer-unavailable' ? kind : 'exchange');
      if (kind !== 'sign-in' && error instanceof PlatformError && error.message !== lastWarning) {
        lastWarning = error.message;
        warn(`A caller's token could not be exchanged: ${error.message} ${error.facts.advice}`);
      }
      throw error;
    }
  };

  const begin = (key: string, subject: SubjectToken): Entry => {
    const issued = request(subject);
    const entry: Entry = { token: issued.then(({ token }) => token), until: Number.POSITIVE_INFINITY };
    issued.then(
      ({ token, validForMs }) => {
        entry.issued = token;
        entry.until = performance.now() + validForMs - MARGIN_MS;
      },
      (error: unknown) => {
        const isSignIn = error instanceof PlatformError && error.facts.kind === 'sign-in';
        entry.until = isSignIn ? performance.now() + REFUSED_MS : 0;
      },
    );
    // Whoever waits for it hears of its failure.
    entry.token.catch(() => undefined);
    table.set(key, entry);
    const [oldest] = table.keys();
    if (table.size > MOST && oldest !== undefined) table.delete(oldest);
    return entry;
  };

  return {
    secrets: clientSecrets,
    reload: load,
    sourceFor(subject, holder) {
      const key = keyOf(config, subject.token);
      const current = (): string | Promise<string> => {
        noted(subject.token);
        const kept = table.get(key);
        const entry = kept !== undefined && kept.until > performance.now() ? kept : begin(key, subject);
        table.delete(key);
        table.set(key, entry);
        return entry.issued === undefined ? entry.token.then(noted) : noted(entry.issued);
      };
      return {
        origin: 'exchange',
        holder,
        current,
        async refresh(refused) {
          if (table.get(key)?.issued === refused) table.delete(key);
          return (await current()) !== refused;
        },
      };
    },
  };
}

/** Whatever answers the current request may repeat the token. */
function noted(token: string): string {
  currentRequest.getStore()?.secrets.add(token);
  return token;
}

/** All that decides which token the issuer gives. Each part with its length, so that no two lists of parts look alike. */
function keyOf(config: ExchangeConfig, subjectToken: string): string {
  const { issuer, tokenUrl = '', clientId, audience = '', resource = '', scopes, grant } = config;
  const hash = createHash('sha256');
  for (const part of [subjectToken, tokenUrl || issuer, clientId, audience, resource, scopes.join(' '), grant])
    hash.update(`${Buffer.byteLength(part)}:`).update(part);
  return hash.digest('base64');
}
