/**
 * The keys of the issuer, found through its metadata and cached by jose. After a failure the issuer is not asked for a few
 * seconds: senders of tokens must not decide how often it is asked.
 */
import { createRemoteJWKSet, customFetch, type FetchImplementation } from 'jose';
import { messageOf } from '../../basics/errors.ts';
import { isLoopback } from '../../basics/loopback.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import type { OAuthConfig } from './config.ts';

/** The issuer's keys or metadata are unavailable: no token can be checked. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}

const TIMEOUT_MS = 5_000;
/** After a failure the issuer is not asked again for this long. */
const BACK_OFF_MS = 5_000;
/** An unknown key name makes jose ask again at most this often. */
const COOLDOWN_MS = 30_000;
/** Key sets are a few kilobytes. */
const MAX_BYTES = 1_048_576;

/** jose's key set: it fetches the keys when the first token needs one, and caches them. */
type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * @param warn called once for each outage, with the reason
 * @returns a function that gives the key set, looked up on first use; it rejects with IssuerUnavailable
 */
export function issuerKeys({ issuer, jwksUrl }: OAuthConfig, warn: (message: string) => void): () => Promise<KeySet> {
  const ask = withBackOff(warn);
  const remote = (url: string): KeySet =>
    createRemoteJWKSet(new URL(checked(url)), {
      timeoutDuration: TIMEOUT_MS,
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
    found ??= ask(() => discover(issuer))
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

/** The `jwks_uri` of the issuer's metadata (RFC 8414, then OpenID Connect Discovery). */
async function discover(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const place of places) {
    const metadata = await fetchJson(place, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
    // Metadata of another issuer must not decide whose keys count (RFC 8414, section 3.3).
    if (metadata === undefined || typeof metadata.jwks_uri !== 'string') continue;
    if (bare(String(metadata.issuer)) === bare(issuer)) return checked(metadata.jwks_uri);
  }
  throw new IssuerUnavailable(`no usable metadata at ${places.join(' or ')}`);
}

/** Providers differ in whether their name ends with a slash; it names the same issuer. */
export const bare = (issuer: string): string => issuer.replace(/\/+$/, '');

/** Anyone who can change keys in transit can sign tokens: https, or this very machine. @throws IssuerUnavailable */
function checked(url: string): string {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return url;
  throw new IssuerUnavailable(`the metadata names keys (jwks_uri) that are not at an https address`);
}

type Init = Pick<Parameters<FetchImplementation>[1], 'signal'> & { readonly headers?: Headers };

/** Redirects are errors: only the metadata says where the keys are. */
async function fetchJson(url: string, init: Init): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, { ...init, redirect: 'error' });
  if (response.status !== 200) throw new IssuerUnavailable(`${url} answers with ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new IssuerUnavailable(`${url} answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  if (typeof body !== 'object' || body === null)
    throw new IssuerUnavailable(`${url} does not answer with a JSON object`);
  return Object.fromEntries(Object.entries(body));
}
