/**
 * The network path to the platform, tested with one request without the token: proxy, name, connection, TLS and clocks.
 */
import { isLoopback } from '../../basics/loopback.ts';
import { header } from '../../platform/client/body.ts';
import { timedOut } from '../../platform/client/call-errors.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import type { PlatformClient } from '../../platform/client/index.ts';
import { networkCode, networkError } from '../../platform/client/network-errors.ts';
import { createTransport, DeadlineError } from '../../platform/client/transport.ts';
import { operations } from '../../platform/operations/index.ts';
import { roundDuration } from '../../present/units.ts';
import { EXIT } from '../exit-codes.ts';
import { type Check, fail, ok, skip, warn } from './report.ts';

/** Beyond this difference, tokens may count as expired or not yet valid. */
const CLOCK_TOLERANCE_MS = 30_000;
/** Longest wait for a check, even if the settings allow a call more. */
const MAX_WAIT_MS = 10_000;

/** Time limit of a check. */
export const timeoutOf = ({ options }: PlatformClient): number => Math.min(options.timeoutMs, MAX_WAIT_MS);

/** Whether the platform can be reached, and if so, whether the clocks agree. */
export async function checkNetwork(client: PlatformClient, env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const { baseUrl = '', maxConnections, userAgent } = client.options;
  const base = new URL(baseUrl);
  const proxy = proxyFor(base, env);
  if (proxy !== undefined && !/^https?:$/.test(proxy.address?.protocol ?? '')) {
    const summary = `${proxy.variable} is not an http:// or https:// address; SOCKS is not supported.`;
    return [fail('network', summary, 'Correct the variable, or unset it if no proxy is needed.', EXIT.usage)];
  }
  const transport = createTransport({ origin: base.origin, maxConnections, env });
  let answered: { readonly date: string | undefined } | undefined;
  const started = performance.now();
  const failure = await transport
    .attempt(
      {
        method: 'GET',
        path: base.pathname.replace(/\/+$/, '') + client.plan(operations.checkHealth, {}).target,
        headers: { 'user-agent': userAgent, accept: 'application/json' },
        body: undefined,
        timeoutMs: timeoutOf(client),
        signal: new AbortController().signal,
      },
      {
        start(_status, headers) {
          answered = { date: header(headers, 'date') };
        },
        data: () => undefined,
      },
    )
    .finally(() => transport.close());
  const tookMs = Math.round(performance.now() - started);
  // Without the proxy's user and password.
  const way = proxy === undefined ? 'directly' : `through ${proxy.address?.host} (${proxy.variable})${proxy.unless}`;
  if (answered === undefined) return [unreachable(failure?.error, `${base.origin}, ${way}`, timeoutOf(client))];
  const reached = `${base.origin} answered in ${tookMs} ms, ${way}.`;
  const isUnchecked = base.protocol === 'https:' && env.NODE_TLS_REJECT_UNAUTHORIZED === '0';
  return [
    isUnchecked
      ? warn('network', reached, 'Unset NODE_TLS_REJECT_UNAUTHORIZED: it accepts any certificate.')
      : ok('network', reached, { ms: tookMs }),
    // The platform's time is in whole seconds, read some time between sending and receiving.
    checkClock(Date.parse(answered.date ?? '') - (Date.now() - tookMs / 2)),
  ];
}

/** The proxy for an address, by the variables as undici reads them; the lower-case name takes precedence. */
function proxyFor(base: URL, env: NodeJS.ProcessEnv) {
  // Loopback addresses never go through a proxy.
  if (isLoopback(base.hostname)) return undefined;
  const names = base.protocol === 'https:' ? ['https_proxy', 'http_proxy'] : ['http_proxy'];
  const variable = names.flatMap((name) => [name, name.toUpperCase()]).find((name) => env[name]?.trim());
  if (variable === undefined) return undefined;
  const value = env[variable]?.trim() ?? '';
  const unless = env.no_proxy || env.NO_PROXY ? ', unless NO_PROXY names it' : '';
  return { variable, unless, address: URL.canParse(value) ? new URL(value) : undefined };
}

function unreachable(error: unknown, where: string, timeoutMs: number): Check {
  if (error instanceof DeadlineError) {
    const { what, advice } = timedOut({ operation: operations.checkHealth, timeoutMs }, error).facts;
    return fail('network', `${what} Address: ${where}.`, advice, EXIT.unreachable);
  }
  const code = networkCode(error);
  if (/^(?:ERR_SSL|EPROTO)/.test(code)) {
    const next =
      'Check the host and port in AGENT_PLATFORM_BASE_URL: what answers there may not speak https. Otherwise check the network and the firewall.';
    return fail(
      'network',
      `A secure connection could not be made (${code}). Address: ${where}.`,
      next,
      EXIT.unreachable,
    );
  }
  const { facts } = error instanceof PlatformError ? error : networkError(error, false, true);
  const next = ADVICE[facts.kind] ?? facts.advice;
  return fail('network', `${facts.what} Address: ${where}.`, next, EXIT.unreachable);
}

/** More detailed advice than a call's error, because no connection has worked yet. */
const ADVICE: Readonly<Record<string, string>> = {
  tls: 'If your own certificate authority issued it, set NODE_EXTRA_CA_CERTS to the certificate of that authority; otherwise check the address and the clock.',
  unreachable:
    'Check the name and port in AGENT_PLATFORM_BASE_URL, the network and the VPN; behind a proxy, set HTTPS_PROXY.',
};

function checkClock(differenceMs: number): Check {
  if (Number.isNaN(differenceMs)) return skip('clock', 'The platform did not send its time.');
  const details = { differenceSeconds: Math.round(differenceMs / 1000) };
  if (Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS) {
    return ok('clock', 'This machine and the platform agree on the time.', details);
  }
  const difference = `${roundDuration(Math.abs(differenceMs))} ${differenceMs > 0 ? 'behind' : 'ahead of'}`;
  const next = 'Set the clock; otherwise valid tokens may count as expired or not yet valid.';
  return warn('clock', `This machine's clock is ${difference} the platform's.`, next, details);
}
