/**
 * Checks Host and Origin. A page of another site must not reach this server from a browser, nor reach it on loopback by a
 * name that resolves there (DNS rebinding). The refusal is a 403; for an invalid Host, a 400.
 */
import type { ServerResponse } from 'node:http';
import { validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { envName } from '../../settings/table.ts';
import type { HttpConfig } from './config.ts';
import { refuse } from './reply.ts';
import type { RequestContext } from './request-context.ts';

/** @returns whether the request may proceed; otherwise it already has a response */
type Guard = (context: RequestContext) => boolean;

/** A name or address with at most a port (RFC 9110, section 7.2). With more, such as a user, it could name two hosts. */
const HOST = /^(?:[\w.~%-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** A request without an Origin is not from a page, and passes; one without a valid Host never does. */
export function createGuard({ allowedHosts, allowedOrigins }: HttpConfig): Guard {
  return ({ request, response }) => {
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
      // A header without a host, such as `null` of a file, can't be allowed.
      const isAllowable = result.errorCode === 'invalid_host' || result.errorCode === 'invalid_origin';
      const advice = isAllowable ? ` Whoever runs this server can allow it with ${envName(setting)}.` : '';
      refuse(response, 403, `${result.message}.${advice}`);
      return false;
    }
    return true;
  };
}

/** Lets a page of an allowed origin read the response. */
export function allowPage({ request, response }: RequestContext): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'origin');
  response.setHeader('access-control-expose-headers', 'mcp-session-id, www-authenticate, x-request-id');
}

/** Responds to a browser's CORS preflight. */
export function preflight(response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'POST');
  response.setHeader(
    'access-control-allow-headers',
    'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, x-mcp-toolsets, x-mcp-read-only, x-mcp-readonly, x-request-id',
  );
  response.setHeader('access-control-max-age', '600');
  response.writeHead(204).end();
}
