/**
 * The issuer's keys, found through its metadata and cached by jose. After a failure there is a back-off of a few seconds:
 * callers must not decide how often the issuer is asked.
 */
import { createRemoteJWKSet, customFetch } from 'jose';
import { messageOf } from '../../basics/errors.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { endpointIn, fetchJson, ISSUER_TIMEOUT_MS, IssuerUnavailable, issuerMetadata } from './issuer-metadata.ts';
import type { OAuthConfig } from './oauth-config.ts';

/** After a failure; and for an unknown key id, jose fetches the keys again at most this often. */
const BACK_OFF_MS = 5_000;

/** jose's key set: fetched with the first token that needs a key, then cached. */
type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** @param warn called once per outage @returns the key set, looked up on first use; rejects with IssuerUnavailable */
export function issuerKeys({ issuer, jwksUrl }: OAuthConfig, warn: (message: string) => void): () => Promise<KeySet> {
  const withBackOff = createBackOff(warn);
  const addressInMetadata = async () => endpointIn(await issuerMetadata(issuer, 'jwks_uri'), 'jwks_uri');
  const remote = (url: string): KeySet =>
    createRemoteJWKSet(new URL(url), {
      timeoutDuration: ISSUER_TIMEOUT_MS,
      cooldownDuration: BACK_OFF_MS,
      [customFetch]: (address, { signal, headers }) =>
        withBackOff(async () => {
          const keys = await fetchJson(address, { signal, headers }).catch(async (error: unknown) => {
            if (jwksUrl !== undefined || !(error instanceof IssuerUnavailable && error.isGone)) throw error;
            return fetchJson(await addressInMetadata(), { signal, headers });
          });
          // jose would refuse it too, but outside the back-off, and so would fetch again for every token.
          if (!Array.isArray(keys.keys) || !keys.keys.every(isObject))
            throw new IssuerUnavailable(`${address} does not answer with a key set`);
          return Response.json(keys);
        }),
    });
  const address = async (): Promise<string> => jwksUrl ?? withBackOff(addressInMetadata);
  let found: Promise<KeySet> | undefined;
  return () => {
    found ??= address()
      .then(remote)
      .catch((error: unknown) => {
        found = undefined;
        throw error;
      });
    return found;
  };
}

/** Runs requests to the issuer. During the back-off after a failure, they fail at once. */
function createBackOff(warn: (message: string) => void): <T>(run: () => Promise<T>) => Promise<T> {
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
