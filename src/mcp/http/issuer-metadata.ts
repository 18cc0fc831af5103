/** Fetches the issuer's metadata over connections that nobody can tamper with: https, or http on this machine. */

import type { FetchImplementation } from 'jose';
import { isLoopback, withoutEndSlashes } from '../../basics/addresses.ts';
import { messageOf } from '../../basics/errors.ts';
import { isTls, networkCode } from '../../platform/client/network-errors.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { clean } from '../../platform/text.ts';

/** The issuer can't be reached, or its response can't be used; the caller is not at fault. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
  /** Nothing is at the address (404, 410): it may have moved. */
  readonly isGone: boolean;

  constructor(message: string, isGone = false) {
    super(message);
    this.isGone = isGone;
  }
}

/** The time limit of one request to the issuer. */
export const ISSUER_TIMEOUT_MS = 5_000;
/** Characters of an issuer's name that a message repeats. */
const MAX_NAME = 200;
/** Key sets are a few kilobytes. */
const MAX_BYTES = 1_048_576;

/** Metadata of an OAuth issuer; only its name is checked. */
type IssuerMetadata = Readonly<Record<string, unknown>>;

type Endpoint = 'jwks_uri' | 'token_endpoint';

/** The first metadata with the endpoint (RFC 8414, then OpenID Connect Discovery). @throws IssuerUnavailable */
export async function issuerMetadata(issuer: string, endpoint: Endpoint): Promise<IssuerMetadata> {
  const { origin, pathname } = new URL(issuer);
  const path = withoutEndSlashes(pathname);
  const addresses = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  let why = '';
  let other = '';
  for (const address of addresses) {
    const signal = AbortSignal.timeout(ISSUER_TIMEOUT_MS);
    const metadata = await fetchJson(address, { signal }).catch((error: unknown) => {
      why = `: ${messageOf(error)}`;
      return undefined;
    });
    // Metadata of another issuer must not be used (RFC 8414, section 3.3).
    if (metadata === undefined || typeof metadata[endpoint] !== 'string') continue;
    // Some providers end their name with a slash, others don't.
    if (withoutEndSlashes(String(metadata.issuer)) === withoutEndSlashes(issuer)) return metadata;
    other = `: ${address} names another issuer, ${clean(String(metadata.issuer)).slice(0, MAX_NAME)}`;
  }
  throw new IssuerUnavailable(
    `no metadata of this issuer with a ${endpoint} at ${addresses.join(' or ')}${other || why}`,
  );
}

/** An https address, or http on loopback: on others, tokens could be forged or stolen. @throws IssuerUnavailable */
export function endpointIn(metadata: IssuerMetadata, endpoint: Endpoint): string {
  const url = String(metadata[endpoint]);
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return url;
  throw new IssuerUnavailable(`its metadata names a ${endpoint} that is not at an https address`);
}

type Init = Pick<Parameters<FetchImplementation>[1], 'signal'> & { readonly headers?: Headers };

/** Redirects are errors: the keys must come from the address in the metadata. @throws IssuerUnavailable */
export async function fetchJson(url: string, init: Init): Promise<IssuerMetadata> {
  const response = await fetchFromIssuer(url, { ...init, redirect: 'error' });
  const { status } = response;
  if (status !== 200) throw new IssuerUnavailable(`${url} answers with ${status}`, status === 404 || status === 410);
  const body = parsedJson(await boundedText(url, response));
  if (!isObject(body)) throw new IssuerUnavailable(`${url} does not answer with a JSON object`);
  return body;
}

/** Like fetch, but its error has the reason, which fetch leaves in the cause. @throws IssuerUnavailable */
export async function fetchFromIssuer(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const code = networkCode(error);
    const reason = code === 'unknown' ? messageOf(error.cause ?? error) : code;
    const remedy = isTls(code)
      ? ': if your own authority issued its certificate, name that in NODE_EXTRA_CA_CERTS'
      : '';
    throw new IssuerUnavailable(`${new URL(url).origin} can't be reached (${reason})${remedy}`);
  }
}

/** The body of the issuer's response. @throws IssuerUnavailable if it is too large */
export async function boundedText(url: string, { body }: Response, maxBytes = MAX_BYTES): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new IssuerUnavailable(`${url} answers with more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
