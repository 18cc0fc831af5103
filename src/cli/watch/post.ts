/** Posts a message to an address, once: what surely did not arrive becomes part of the message after the next look. */
import { messageOf } from '../../basics/errors.ts';
import { NAME, VERSION } from '../../basics/program.ts';
import { header } from '../../platform/client/body.ts';
import { retryAfterMs } from '../../platform/client/limit.ts';
import { networkCode } from '../../platform/client/network-errors.ts';
import { type AttemptFailure, createTransport, DeadlineError } from '../../platform/client/transport.ts';
import { SettingsError } from '../../settings/error.ts';

/** `unknown`: it may have arrived, so it is not sent again. */
type Delivery =
  | { readonly kind: 'arrived' }
  | { readonly kind: 'unknown' | 'not arrived'; readonly why: string; readonly retryAfterMs?: number | undefined };

const TIMEOUT_MS = 10_000;
/** Statuses by which a server says that it took nothing. After any other 5xx, something behind it may have. */
const TOOK_NOTHING = [408, 425, 429, 503];

/** @param address checked; only its origin is ever shown, since the path of a webhook is its password */
export function createPost(address: URL, env: NodeJS.ProcessEnv, signal: AbortSignal) {
  const transport = createTransport({ origin: address.origin, maxConnections: 1, env });
  return {
    /** @throws SettingsError if the address refuses for a reason that time does not mend */
    async send(message: object): Promise<Delivery> {
      let status: number | undefined;
      let asked: string | undefined;
      const failure = await transport.attempt(
        {
          method: 'POST',
          path: `${address.pathname}${address.search}`,
          headers: { 'content-type': 'application/json', accept: '*/*', 'user-agent': `${NAME}/${VERSION}` },
          body: JSON.stringify(message),
          timeoutMs: TIMEOUT_MS,
          signal,
        },
        {
          start(code, headers) {
            status = code;
            asked = header(headers, 'retry-after');
          },
          data: () => undefined,
        },
      );
      if (status === undefined)
        return { kind: failure?.sent ? 'unknown' : 'not arrived', why: whyFailed(failure, address.host, signal) };
      if (status >= 200 && status < 300) return { kind: 'arrived' };
      const why = `${address.origin} answered with ${status}`;
      if (TOOK_NOTHING.includes(status)) return { kind: 'not arrived', why, retryAfterMs: retryAfterMs(asked) };
      if (status >= 500) return { kind: 'unknown', why };
      throw new SettingsError(`${why} to the message: check the address. ${STATUS_ADVICE[status] ?? ''}`.trim());
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

function whyFailed(failure: AttemptFailure | undefined, host: string, { aborted }: AbortSignal): string {
  if (aborted) return 'this process ended meanwhile';
  if (failure?.error instanceof DeadlineError) return `no answer of ${host} within ${TIMEOUT_MS / 1000} s`;
  const code = networkCode(failure?.error);
  const reason = code === 'unknown' ? messageOf(failure?.error) : code;
  return failure?.sent ? `the connection to ${host} broke (${reason})` : `no connection to ${host} (${reason})`;
}
