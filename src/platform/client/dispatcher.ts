/** The connections of a transport. With undici in it, this file is loaded by the first call, not at the start. */
import { type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { isLoopback } from '../../basics/loopback.ts';
import { proxyUnusable } from './network-errors.ts';

export interface ConnectionOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly maxConnections: number;
  /** Environment that names the proxies. */
  readonly env: NodeJS.ProcessEnv;
}

/** Longest time to open a connection: below the ordinary call's 30 s, so that a second try fits. */
const CONNECT_TIMEOUT_MS = 10_000;

/** @throws PlatformError where the proxy that the environment names can't be used */
export function createDispatcher({ origin, maxConnections, env }: ConnectionOptions): Dispatcher {
  const settings = { connections: maxConnections, connect: { timeout: CONNECT_TIMEOUT_MS } };
  const httpProxy = env.http_proxy || env.HTTP_PROXY;
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY;
  // This machine itself (the sandbox too) is never asked for through a proxy, which could not reach it.
  const proxied = (httpProxy || httpsProxy) && !isLoopback(new URL(origin).hostname);
  if (!proxied) return new Pool(origin, settings);
  const noProxy = env.no_proxy || env.NO_PROXY || '';
  try {
    return new EnvHttpProxyAgent({ ...settings, httpProxy: httpProxy ?? '', httpsProxy: httpsProxy ?? '', noProxy });
  } catch {
    // Its own error may hold the address, and that a password.
    throw proxyUnusable();
  }
}
