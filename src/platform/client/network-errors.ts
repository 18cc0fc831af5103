/** Errors for failures below HTTP: name resolution, connection, TLS, sockets. */
import { type Effect, PlatformError, withoutEffect } from './errors.ts';

const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNREFUSED: 'nothing is listening there',
  EHOSTUNREACH: 'no route to that host',
  ENETUNREACH: 'no route to that network',
  UND_ERR_CONNECT_TIMEOUT: 'it did not accept the connection in time',
};

const CHECK_ADDRESS =
  'Check the name and port in AGENT_PLATFORM_BASE_URL, the network and the VPN. Behind a proxy, check that HTTPS_PROXY names it and that it answers.';

const CHECK_TLS =
  'Check the host and port in AGENT_PLATFORM_BASE_URL: what answers there may not speak https. Otherwise check the network and the firewall.';
const CALL_AGAIN = 'Call again; if it persists, check the network and any proxy in between.';

/** An error and its causes: five at most, since they may be a circle. */
function withCauses(error: unknown, most = 5): readonly Error[] {
  return error instanceof Error && most > 0 ? [error, ...withCauses(error.cause, most - 1)] : [];
}

/** The code of an error below HTTP, or that of its cause. */
export const networkCode = (error: unknown): string =>
  withCauses(error)
    .map((one) => 'code' in one && one.code)
    .find((code) => typeof code === 'string') ?? 'unknown';

/** The status with which a proxy does not connect to the platform; undici says it in a message only. */
const proxyStatus = (error: unknown): string | undefined =>
  withCauses(error).flatMap(({ message }) => /^Proxy response \(([45]\d\d)\)/.exec(message)?.[1] ?? [])[0];

/** Whether the code is about a certificate that isn't trusted. */
export const isCertificate = (code: string): boolean => /^(CERT_|ERR_TLS|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code);
/** TLS failed before a certificate came: often nothing there speaks TLS. */
const isHandshake = (code: string): boolean => /^(ERR_SSL|EPROTO)/.test(code);
/** Whether the code is about TLS: mostly a certificate that isn't trusted. */
export const isTls = (code: string): boolean => isCertificate(code) || isHandshake(code);

/** What helps against a certificate that isn't accepted. */
export const certificateAdvice = (code: string): string =>
  code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? 'It was issued for another host name: check the address, or use a certificate for this one.'
    : 'If your own certificate authority issued it, set NODE_EXTRA_CA_CERTS to the certificate of that authority; otherwise check the address and the clock.';

/** The error for a call that ended without a usable response. `sent` is whether any of the request had been sent. */
export function networkError(error: unknown, sent: boolean, repeatable: boolean): PlatformError {
  const ofProxy = proxyStatus(error);
  if (ofProxy !== undefined) return notByProxy(ofProxy);
  const code = networkCode(error);
  const reason = UNREACHABLE[code];
  // Decided by `sent` alone: a host can become unreachable, and TLS can fail, after the request was sent.
  const effect: Effect = sent && !repeatable ? 'unknown' : 'none';
  const [fixer, kind, what, advice] =
    reason !== undefined
      ? (['settings', 'unreachable', `The platform could not be reached: ${reason}`, CHECK_ADDRESS] as const)
      : isCertificate(code)
        ? (['settings', 'tls', "The platform's certificate was not accepted", certificateAdvice(code)] as const)
        : isHandshake(code)
          ? (['settings', 'tls', 'A secure connection could not be made', CHECK_TLS] as const)
          : (['network', 'connection', 'The connection to the platform broke', CALL_AGAIN] as const);
  return new PlatformError({ effect, cause: error, fixer, kind, what: `${what} (${code}).`, advice });
}

/** The error if a call's time was up before a connection was made. `limit` is that time as text. */
export const notConnected = (limit: string): PlatformError =>
  withoutEffect({
    fixer: 'settings',
    kind: 'no-connection',
    what: `The platform could not be reached: no connection to it was made within ${limit}.`,
    advice: CHECK_ADDRESS,
  });

const notByProxy = (status: string): PlatformError =>
  withoutEffect({
    fixer: 'settings',
    kind: 'proxy',
    what: `The proxy did not connect to the platform (${status}).`,
    advice: 'Check user and password in HTTPS_PROXY or HTTP_PROXY, what the proxy allows, and what it can reach.',
  });

/** The error for proxy variables that don't contain the address of a proxy. */
export const proxyUnusable = (): PlatformError =>
  withoutEffect({
    fixer: 'settings',
    kind: 'proxy',
    what: "The platform can't be reached: HTTPS_PROXY or HTTP_PROXY is not a valid proxy address.",
    advice: 'Correct it (http://HOST:PORT; SOCKS is not supported), or unset it if no proxy is needed.',
  });
