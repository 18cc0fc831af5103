/**
 * Platform tokens of callers: exchanged when a call needs one, and cached while both tokens are valid. The token that a caller
 * sent never reaches the platform, and the platform token of the settings is never used instead.
 */
import { recall } from '../../basics/maps.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import type { TokenSource } from '../../platform/client/token.ts';
import { type ClientCredential, clientCredential } from './client-credential.ts';
import type { ExchangeConfig } from './exchange-config.ts';
import { exchangeRequests, type IssuedToken, LEAST_MS, type SubjectToken } from './exchange-request.ts';
import { RequestContext } from './request-context.ts';
import { tokenDigest } from './token-entries.ts';

/** Exchanges the issuer's tokens of callers for tokens of the platform. */
export type TokenExchange = Awaited<ReturnType<typeof createTokenExchange>>;

interface ExchangeParts {
  warn(message: string): void;
  /** @param outcome `ok`, or the failure's kind: `sign-in`, `issuer-unavailable`, `exchange` */
  exchanged(outcome: string): void;
}

/** A cached token, or one that is being exchanged. */
interface Entry {
  readonly token: Promise<string>;
  /** The token itself, once it is issued. */
  issued?: string;
  /** The end of its use, as `performance.now()`. */
  until: number;
}

/** Cached tokens; the least recently used is dropped first. */
const MAX_CACHED = 1_000;
/** The back-off before a refused token is sent to the issuer again. */
const REFUSED_MS = 5_000;

/** @throws SettingsError for a secret or key that can't be read */
export async function createTokenExchange(config: ExchangeConfig, { warn, exchanged }: ExchangeParts) {
  const exchange = exchangeRequests(config);
  const clientSecrets = new Set<string>();
  const cache = new Map<string, Entry>();
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
      if (!(error instanceof PlatformError)) throw error;
      const { kind, advice } = error.facts;
      exchanged(kind);
      if (kind !== 'sign-in' && error.message !== lastWarning) {
        lastWarning = error.message;
        warn(`A caller's token could not be exchanged: ${error.message} ${advice}`);
      }
      throw error;
    }
  };

  const startExchange = (subject: SubjectToken): Entry => {
    const issued = request(subject);
    const entry: Entry = { token: issued.then(({ token }) => token), until: Number.POSITIVE_INFINITY };
    issued.then(
      ({ token, validForMs }) => {
        entry.issued = token;
        entry.until = performance.now() + validForMs - LEAST_MS;
      },
      (error: unknown) => {
        const isSignIn = error instanceof PlatformError && error.facts.kind === 'sign-in';
        entry.until = isSignIn ? performance.now() + REFUSED_MS : 0;
      },
    );
    // Callers who wait for it get its failure; without one, it must not count as unhandled.
    entry.token.catch(() => undefined);
    return entry;
  };

  return {
    /** The client's secrets, for masking. Callers' tokens are added to the secrets of each request. */
    secrets: clientSecrets,
    /** Reads the client's secret or key again. @throws SettingsError, and then the last good one stays */
    reload: load,
    /** The platform token of one caller, whose principal has the key `holder`. */
    sourceFor(subject: SubjectToken, holder: string): TokenSource {
      const key = tokenDigest(subject.token);
      const current = (): string | Promise<string> => {
        maskInRequest(subject.token);
        if ((cache.get(key)?.until ?? 0) <= performance.now()) cache.delete(key);
        const entry = recall(cache, key, () => startExchange(subject), MAX_CACHED);
        return entry.issued === undefined ? entry.token.then(maskInRequest) : maskInRequest(entry.issued);
      };
      return {
        origin: 'exchange',
        holder,
        current,
        async refresh(refused) {
          if (cache.get(key)?.issued === refused) cache.delete(key);
          return (await current()) !== refused;
        },
      };
    },
  };
}

/** Adds the token to the secrets of the current request, since the platform's response may repeat it. @returns the token */
function maskInRequest(token: string): string {
  RequestContext.current()?.secrets.add(token);
  return token;
}
