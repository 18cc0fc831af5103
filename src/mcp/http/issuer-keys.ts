/**
 * The keys of the issuer, found through its metadata and cached by jose. After a failure the issuer is not asked for a few
 * seconds: senders of tokens must not decide how often it is asked.
 */
import { createRemoteJWKSet, customFetch } from 'jose';
import { messageOf } from '../../basics/errors.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { addressIn, fetchJson, ISSUER_TIMEOUT_MS, IssuerUnavailable, issuerMetadata } from './issuer-metadata.ts';
import type { OAuthConfig } from './oauth-config.ts';

/** After a failure the issuer is not asked again for this long. */
const BACK_OFF_MS = 5_000;
/** An unknown key name makes jose ask again at most this often. */
const COOLDOWN_MS = 30_000;

/** jose's key set: it fetches the keys when the first token needs one, and caches them. */
type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * @param warn called once for each outage, with the reason
 * @returns a function that gives the key set, looked up on first use; it rejects with IssuerUnavailable
 */
export function issuerKeys({ issuer, jwksUrl }: OAuthConfig, warn: (message: string) => void): () => Promise<KeySet> {
  const ask = withBackOff(warn);
  const remote = (url: string): KeySet =>
    createRemoteJWKSet(new URL(url), {
      timeoutDuration: ISSUER_TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: (address, { signal, headers }) =>
        ask(async () => {
          const keys = await fetchJson(address, { signal, headers });
          // jose would refuse it as well, but after the fetch, and would fetch again for every token.
          if (!Array.isArray(keys.keys) || !keys.keys.every(isObject))
            throw new IssuerUnavailable(`${address} does not answer with a key set`);
          return Response.json(keys);
        }),
    });
  if (jwksUrl !== undefined) {
    const fixed = Promise.resolve(remote(jwksUrl));
    return () => fixed;
  }
  let found: Promise<KeySet> | undefined;
  return () => {
    found ??= ask(async () => addressIn(await issuerMetadata(issuer, 'jwks_uri'), 'jwks_uri'))
      .then(remote)
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
  };
}

/** Runs a request to the issuer; for a while after a failure it fails at once instead. */
function withBackOff(warn: (message: string) => void): <T>(run: () => Promise<T>) => Promise<T> {
  let until = 0;
  let lastMessage = '';
  return async (run) => {
    if (performance.now() < until) throw new IssuerUnavailable(lastMessage);
    try {
      const result = await run();
      lastMessage = '';
      return result;
    } catch (error) {
      until = performance.now() + BACK_OFF_MS;
      const message = messageOf(error);
      if (message !== lastMessage) warn(`The OAuth issuer's keys can't be fetched: ${message}`);
      lastMessage = message;
      throw error instanceof IssuerUnavailable ? error : new IssuerUnavailable(message);
    }
  };
}
