/** Posts a message to an address: again if it surely did not arrive, and never twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../basics/errors.ts';
import { NAME, VERSION } from '../../basics/program.ts';
import { header } from '../../platform/client/body.ts';
import { retryAfterMs } from '../../platform/client/limit.ts';
import { networkCode } from '../../platform/client/network-errors.ts';
import { createTransport, DeadlineError, type Headers } from '../../platform/client/transport.ts';
import { SettingsError } from '../../settings/error.ts';

/** `unknown`: it may have arrived, so it is not sent again. */
export type Delivery =
  | { readonly kind: 'arrived' }
  | { readonly kind: 'unknown' | 'not arrived'; readonly why: string };

/** Sends messages to one address. */
export interface Post {
  /** @throws SettingsError if the address refuses for a reason that time does not mend */
  send(message: object): Promise<Delivery>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
/** Pauses before the second and later attempts; the caller tries again with its next look. */
const PAUSES_MS = [1_000, 4_000];
/** A longer Retry-After is left to the caller's next look. */
const LONGEST_PAUSE_MS = 30_000;
/** Statuses by which a server says that it took nothing. After any other 5xx, something behind it may have. */
const TOOK_NOTHING = [408, 425, 429, 503];

/** @param address checked; only its origin is ever shown, since the path of a webhook is its password */
export function createPost(address: URL, env: NodeJS.ProcessEnv, signal: AbortSignal): Post {
  const transport = createTransport({ origin: address.origin, maxConnections: 1, env });
  const attempt = async (body: string): Promise<Delivery & { readonly pauseMs?: number | undefined }> => {
    let status: number | undefined;
    let headers: Headers = {};
    const failure = await transport.attempt(
      {
        method: 'POST',
        path: `${address.pathname}${address.search}`,
        headers: { 'content-type': 'application/json', accept: '*/*', 'user-agent': `${NAME}/${VERSION}` },
        body,
        timeoutMs: TIMEOUT_MS,
        signal,
      },
      {
        start(code, received) {
          status = code;
          headers = received;
        },
        data: () => undefined,
      },
    );
    if (status === undefined)
      return { kind: failure?.sent ? 'unknown' : 'not arrived', why: whyFailed(failure?.error, address.host) };
    if (status >= 200 && status < 300) return { kind: 'arrived' };
    const why = `${address.origin} answered with ${status}`;
    if (TOOK_NOTHING.includes(status))
      return { kind: 'not arrived', why, pauseMs: retryAfterMs(header(headers, 'retry-after')) };
    if (status >= 500) return { kind: 'unknown', why };
    throw new SettingsError(
      `${why} to the message: check the address of --notify. ${STATUS_ADVICE[status] ?? ''}`.trim(),
    );
  };
  return {
    async send(message) {
      const body = JSON.stringify(message);
      for (const pause of PAUSES_MS) {
        const delivery = await attempt(body);
        if (delivery.kind !== 'not arrived' || signal.aborted) return delivery;
        const pauseMs = Math.max(pause, delivery.pauseMs ?? 0);
        if (pauseMs > LONGEST_PAUSE_MS) return delivery;
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
      }
      return attempt(body);
    },
    close: () => transport.close(),
  };
}

const STATUS_ADVICE: Readonly<Record<number, string>> = {
  400: 'It does not take JSON with a `text`.',
  401: 'It requires signing in.',
  403: 'It is not allowed, or no longer.',
  404: 'Nothing there takes messages.',
  405: 'It takes no POST.',
  410: 'It was removed.',
};

function whyFailed(error: unknown, host: string): string {
  if (error instanceof DeadlineError) return `no answer of ${host} within ${TIMEOUT_MS / 1000} s`;
  const code = networkCode(error);
  return `no connection to ${host} (${code === 'unknown' ? messageOf(error) : code})`;
}
