/** The network path to the platform, tested by one request without the token: proxy, name, connection, TLS, clocks. */
import { isLoopback } from '../../basics/addresses.ts';
import { brokenOff } from '../../platform/client/attempt.ts';
import { header } from '../../platform/client/body.ts';
import type { PlatformClient } from '../../platform/client/index.ts';
import { createTransport, type Headers } from '../../platform/client/transport.ts';
import { operations } from '../../platform/operations/index.ts';
import { roundDuration } from '../../present/units.ts';
import { EXIT } from '../invocation.ts';
import { type Check, fail, ok, skip, warn } from './report.ts';

/** Beyond this difference, which is more than a response takes, tokens may count as expired or not yet valid. */
const CLOCK_TOLERANCE_MS = 30_000;

/** Whether the platform can be reached, and if so, whether the clocks agree. */
export async function checkNetwork(client: PlatformClient, env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const { baseUrl = '', maxConnections, userAgent, timeoutMs, scope } = client.options;
  const base = new URL(baseUrl);
  const transport = createTransport({ origin: base.origin, maxConnections, env });
  let received: Headers | undefined;
  const failure = await transport
    .attempt(
      {
        method: 'GET',
        path: scope.basePath + client.plan(operations.checkHealth, {}).target,
        headers: { 'user-agent': userAgent, accept: 'application/json' },
        body: undefined,
        timeoutMs,
        signal: new AbortController().signal,
      },
      {
        start(_status, headers) {
          received = headers;
        },
        data: () => undefined,
      },
    )
    .finally(() => transport.close());
  const way = wayTo(base, env);
  if (failure !== undefined && received === undefined) {
    const { what, advice } = brokenOff(failure, { operation: operations.checkHealth, timeoutMs }).facts;
    return [fail('network', `${what} Address: ${base.origin}, ${way}.`, advice, EXIT.unreachable)];
  }
  const reached = `${base.origin} answered, ${way}.`;
  const isUnchecked = base.protocol === 'https:' && env.NODE_TLS_REJECT_UNAUTHORIZED === '0';
  return [
    isUnchecked
      ? warn('network', reached, 'Unset NODE_TLS_REJECT_UNAUTHORIZED: it accepts any certificate.')
      : ok('network', reached),
    checkClock(Date.parse(header(received ?? {}, 'date') ?? '') - Date.now()),
  ];
}

/** `directly`, or the proxy without its user and password, by the variables as undici reads them. */
function wayTo(base: URL, env: NodeJS.ProcessEnv): string {
  // The lower-case name takes precedence.
  const names = base.protocol === 'https:' ? ['https_proxy', 'http_proxy'] : ['http_proxy'];
  const variable = names.flatMap((name) => [name, name.toUpperCase()]).find((name) => env[name]);
  // Loopback addresses never go through a proxy.
  if (variable === undefined || isLoopback(base.hostname)) return 'directly';
  // An address without a scheme has no host, or can't be parsed.
  const proxy = env[variable] ?? '';
  const host = URL.canParse(proxy) ? new URL(proxy).host : '';
  const through = `through ${host === '' ? variable : `${host} (${variable})`}`;
  return env.no_proxy || env.NO_PROXY ? `${through}, unless NO_PROXY names it` : through;
}

function checkClock(differenceMs: number): Check {
  if (Number.isNaN(differenceMs)) return skip('clock', 'The platform did not send its time.');
  if (Math.abs(differenceMs) <= CLOCK_TOLERANCE_MS)
    return ok('clock', 'This machine and the platform agree on the time.');
  const difference = `${roundDuration(Math.abs(differenceMs))} ${differenceMs > 0 ? 'behind' : 'ahead of'}`;
  const next = 'Set the clock; otherwise valid tokens may count as expired or not yet valid.';
  return warn('clock', `This machine's clock is ${difference} the platform's.`, next);
}
