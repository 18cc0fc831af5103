/** The way to the platform below HTTP: proxy, name, certificate. */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { networkCode } from '../../platform/client/network-errors.ts';
import { foreign } from '../../platform/text.ts';
import { EXIT } from '../exit-codes.ts';
import { proxyFor } from './proxy.ts';
import type { Check } from './report.ts';

/** Longest wait for a name or a handshake. */
const WAIT_MS = 8_000;

/** All three for the platform's address. */
export async function checkNetwork(base: URL, env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const proxy = proxyFor(base, env);
  if (proxy.problem !== undefined) {
    return [{ id: 'proxy', status: 'fail', summary: proxy.problem, next: proxy.next, exitCode: EXIT.usage }];
  }
  const through: Check = { id: 'proxy', status: 'ok', summary: proxy.summary };
  const name = await checkName(proxy.address ?? base);
  if (name.status === 'fail') return [through, name];
  return [through, name, await checkTls(base, proxy.address !== undefined)];
}

async function checkName(address: URL): Promise<Check> {
  const host = address.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return { id: 'dns', status: 'ok', summary: `${host} is an IP address; nothing to look up.` };
  const started = performance.now();
  try {
    const found = await within(lookup(host, { all: true }), 'ETIMEOUT');
    const addresses = found.map((entry) => entry.address);
    const ms = Math.round(performance.now() - started);
    return {
      id: 'dns',
      status: 'ok',
      summary: `${host} is ${addresses.slice(0, 3).join(', ')} (looked up in ${ms} ms).`,
      details: { host, addresses, ms },
    };
  } catch (error) {
    return {
      id: 'dns',
      status: 'fail',
      summary: `The name ${host} could not be looked up (${networkCode(error)}).`,
      next: 'Check the name in AGENT_PLATFORM_BASE_URL, the network and the VPN; behind a proxy, set HTTPS_PROXY.',
      exitCode: EXIT.unreachable,
      details: { host },
    };
  }
}

async function checkTls(base: URL, isProxied: boolean): Promise<Check> {
  if (base.protocol === 'http:')
    return { id: 'tls', status: 'skip', summary: 'Plain HTTP on loopback: no certificate needed.' };
  if (isProxied)
    return {
      id: 'tls',
      status: 'skip',
      summary: 'Behind a proxy; the first read below goes through it and checks it.',
    };
  try {
    const found = await within(handshake(base), 'ETIMEOUT');
    const days = Math.floor((Date.parse(found.validTo) - Date.now()) / 86_400_000);
    const words = `${found.protocol}, certificate by ${foreign(found.issuer).line(80)}, valid for ${days} days.`;
    if (env('NODE_TLS_REJECT_UNAUTHORIZED') === '0') {
      return {
        id: 'tls',
        status: 'warn',
        summary: words,
        next: 'Unset NODE_TLS_REJECT_UNAUTHORIZED: it accepts any certificate.',
      };
    }
    return { id: 'tls', status: 'ok', summary: words, details: { protocol: found.protocol, days } };
  } catch (error) {
    return failedHandshake(base, networkCode(error));
  }
}

const env = (name: string): string | undefined => process.env[name];

function failedHandshake(base: URL, code: string): Check {
  const isCertificate = /CERT|SIGNED|UNABLE|ALTNAME|DEPTH/.test(code);
  return {
    id: 'tls',
    status: 'fail',
    summary: isCertificate
      ? `The certificate of ${base.host} was not accepted (${code}).`
      : `A secure connection to ${base.host} could not be made (${code}).`,
    next: isCertificate
      ? 'If your own certificate authority issued it, set NODE_EXTRA_CA_CERTS to the certificate of that authority; otherwise check the address and the clock.'
      : 'Check the host and port in AGENT_PLATFORM_BASE_URL, the network and the firewall.',
    exitCode: EXIT.unreachable,
  };
}

/** Connects as the client would, and looks at the certificate. @rejects with the reason why Node does not accept it */
function handshake(base: URL): Promise<{ protocol: string; issuer: string; validTo: string }> {
  return new Promise((resolve, reject) => {
    const host = base.hostname.replace(/^\[|\]$/g, '');
    const socket: TLSSocket = connect({
      host,
      port: Number(base.port || 443),
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ALPNProtocols: ['http/1.1'],
      timeout: WAIT_MS,
    });
    socket.once('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { issuer, valid_to: validTo } = socket.getPeerCertificate();
      const first = [issuer.O ?? issuer.CN].flat()[0] ?? 'unknown';
      resolve({ protocol: socket.getProtocol() ?? 'TLS', issuer: first, validTo });
      socket.destroy();
    });
  });
}

async function within<T>(work: Promise<T>, code: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('timeout'), { code })), WAIT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
