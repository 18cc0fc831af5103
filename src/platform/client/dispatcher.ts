/** The connections of a transport. It imports undici, so the first call loads this file, not the start of the process. */
import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { isLoopback } from '../../basics/loopback.ts';
import { proxyUnusable } from './network-errors.ts';

export interface ConnectionOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly maxConnections: number;
  /** The environment with the proxy variables and NODE_EXTRA_CA_CERTS. */
  readonly env: NodeJS.ProcessEnv;
  /** Whether to read the file of NODE_EXTRA_CA_CERTS again: Node reads it only at the start. */
  readonly readsCertificates?: boolean;
}

/** Time limit for opening a connection. It is below the 30 s of an ordinary call, so that a retry fits. */
const CONNECT_TIMEOUT_MS = 10_000;

/** @throws PlatformError if the proxy in the environment can't be used */
export function createDispatcher({ origin, maxConnections, env, readsCertificates }: ConnectionOptions): Dispatcher {
  const tls = readsCertificates ? authorities(env) : {};
  const settings = { connections: maxConnections, connect: { timeout: CONNECT_TIMEOUT_MS, ...tls } };
  const proxy = proxyFor(new URL(origin), env);
  if (proxy === undefined) return new Pool(origin, settings);
  // undici's support of SOCKS is experimental.
  if (!/^\s*https?:/i.test(proxy)) throw proxyUnusable();
  try {
    return new ProxyAgent({ ...settings, uri: proxy, requestTls: tls, proxyTls: tls });
  } catch {
    // undici's error may contain the address, and with it a password.
    throw proxyUnusable();
  }
}

/** The proxy that the environment names for a platform, usable or not. */
function proxyFor({ protocol, hostname, port }: URL, env: NodeJS.ProcessEnv): string | undefined {
  // A proxy can't reach this machine's loopback, where the sandbox listens too.
  if (isLoopback(hostname)) return undefined;
  const isHttps = protocol === 'https:';
  const exceptions = (env.no_proxy || env.NO_PROXY || '').toLowerCase().match(/[^,\s]+/g) ?? [];
  const ownPort = port || (isHttps ? '443' : '80');
  const isException = exceptions.some((exception) => {
    const [, host = '', onPort = ownPort] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(exception) ?? [];
    return onPort === ownPort && (host === '*' || hostname === host || hostname.endsWith(`.${host}`));
  });
  if (isException) return undefined;
  const forHttps = isHttps ? env.https_proxy || env.HTTPS_PROXY : undefined;
  return forHttps || env.http_proxy || env.HTTP_PROXY || undefined;
}

/** Node's certificate authorities and those in the current file; an unreadable file adds none, as at the start. */
function authorities({ NODE_EXTRA_CA_CERTS: file }: NodeJS.ProcessEnv): { readonly ca?: string[] } {
  if (!file) return {};
  try {
    return { ca: [...rootCertificates, readFileSync(file, 'utf8')] };
  } catch {
    return {};
  }
}
