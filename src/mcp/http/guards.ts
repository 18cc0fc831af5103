/**
 * Checks Host and Origin: a page of another site must not reach a server on loopback by a name that it has pointed there
 * (DNS rebinding), nor any server with a browser's help. Refused with 403; an invalid Host with 400.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { envName } from '../../settings/table.ts';
import type { HttpConfig } from './config.ts';
import { refuse } from './reply.ts';

/** @returns whether the request may go on; otherwise it is answered already */
type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A name or address with at most a port (RFC 9110, section 7.2). What holds more, such as a user, names two hosts. */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** A request without an Origin comes from no page and passes; one without a usable Host never does. */
export function createGuard({ allowedHosts, allowedOrigins }: HttpConfig): Guard {
  return (request, response) => {
    const { host, origin } = request.headers;
    if (host === undefined || !HOST.test(host) || !URL.canParse(`http://${host}`)) {
      refuse(response, 400, 'The Host header must be a host name with at most a port.');
      return false;
    }
    const checks = [
      { setting: 'httpAllowedHosts', result: allowedHosts && validateHostHeader(host, [...allowedHosts]) },
      { setting: 'httpAllowedOrigins', result: validateOriginHeader(origin, [...allowedOrigins]) },
    ] as const;
    for (const { setting, result } of checks) {
      if (result === undefined || result.ok) continue;
      refuse(response, 403, `${result.message}. Whoever runs this server can allow it with ${envName(setting)}.`);
      return false;
    }
    return true;
  };
}

/** What a page may send and see, once its origin was let through. */
export function allowPage(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'origin');
  response.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate, x-request-id');
}

/** Answers a browser's question before the request itself. */
export function preflight(response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, x-mcp-toolsets, x-mcp-read-only, x-mcp-readonly, x-request-id',
  );
  response.setHeader('access-control-max-age', '600');
  response.writeHead(204).end();
}
