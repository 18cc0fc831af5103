/** The connections of a transport. It imports undici, so the first call loads this file, not the start of the process. */
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { isLoopback } from '../../basics/addresses.ts';
import { proxyUnusable } from './network-errors.ts';

export interface ConnectionOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly maxConnections: number;
  /** The environment with the proxy variables. */
  readonly env: NodeJS.ProcessEnv;
}

/** Time limit for opening a connection. It is below the 30 s of an ordinary call, so that a retry fits. */
const CONNECT_TIMEOUT_MS = 10_000;

/** @throws PlatformError if the proxy in the environment can't be used */
export function createDispatcher({ origin, maxConnections, env }: ConnectionOptions): Dispatcher {
  const settings = { connections: maxConnections, connect: { timeout: CONNECT_TIMEOUT_MS } };
  const httpProxy = env.http_proxy || env.HTTP_PROXY;
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY;
  // A proxy can't reach this machine's loopback, where the sandbox listens too.
  const proxied = (httpProxy || httpsProxy) && !isLoopback(new URL(origin).hostname);
  if (!proxied) return new Pool(origin, settings);
  // undici's support of SOCKS is experimental.
  if ([httpProxy, httpsProxy].some((proxy) => proxy && !/^https?:/i.test(proxy))) throw proxyUnusable();
  const noProxy = env.no_proxy || env.NO_PROXY || '';
  try {
    return new EnvHttpProxyAgent({ ...settings, httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy });
  } catch {
    // undici's error may contain the address, and with it a password.
    throw proxyUnusable();
  }
}
