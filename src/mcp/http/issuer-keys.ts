/**
 * The keys of the issuer, found through its metadata and kept by jose. An issuer that does not answer is left in peace
 * for a while: senders of tokens must not decide how often it is asked.
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
const REST_MS = 5_000;
/** An unknown key name makes jose ask again at most this often. */
const COOLDOWN_MS = 30_000;
/** Key sets have a few kilobytes. */
const MAX_BYTES = 1_048_576;

/** jose's key set: it fetches the keys when the first token needs one, and keeps them. */
type KeySet = ReturnType<typeof createRemoteJWKSet>;

/**
 * @param warn hears once of each outage why the keys can't be had
 * @returns gives the key set, found on first use; it rejects with IssuerUnavailable
 */
export function issuerKeys({ issuer, jwksUrl }: OAuthConfig, warn: (message: string) => void): () => Promise<KeySet> {
  const ask = resting(warn);
  const remote = (url: string): KeySet =>
    createRemoteJWKSet(new URL(checked(url)), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: (address, { signal, headers }) =>
        ask(async () => {
          const keys = await fetchJson(address, { signal, headers });
          // jose would refuse what is no key as well, but after the fetch: it would ask again for every token.
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

/** Runs what asks the issuer; after a failure it fails at once for a while, without asking. */
function resting(warn: (message: string) => void): <T>(run: () => Promise<T>) => Promise<T> {
  let until = 0;
  let lastWords = '';
  return async (run) => {
    if (performance.now() < until) throw new IssuerUnavailable(lastWords);
    try {
      const result = await run();
      lastWords = '';
      return result;
    } catch (error) {
      until = performance.now() + REST_MS;
      const words = messageOf(error);
      if (words !== lastWords) warn(`The OAuth issuer's keys can't be fetched: ${words}`);
      lastWords = words;
      throw error instanceof IssuerUnavailable ? error : new IssuerUnavailable(words);
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

/** Redirects are errors: where the keys are is the metadata's word alone. */
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
