/** Who calls, as the inbound authorization of the HTTP entry names them; over stdio it is the host's one user. */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';

/** What the audit log says of a caller. Over stdio there is none. */
export interface Caller {
  /** The issuer of the caller's token; absent for the static token. */
  readonly issuer?: string | undefined;
  /** The issuer's name for the user or service (`sub`). */
  readonly subject?: string | undefined;
  /** The OAuth client, or `http-token` for a holder of the static token. */
  readonly client?: string | undefined;
  /** `X-Request-Id` as a proxy in front gave it, or as this server made it: the `id` in the request log. */
  readonly requestId?: string | undefined;
}

/** The caller of an HTTP request; undefined over stdio. */
export function callerOf(context: ServerContext): Caller | undefined {
  const { http } = context;
  if (http === undefined) return undefined;
  return { ...identityOf(http.authInfo), requestId: http.req?.headers.get('x-request-id') ?? undefined };
}

/** Issuer, subject and client: two users of one client differ, and so do equal names of two issuers. */
export function identityOf(auth: AuthInfo | undefined): Omit<Caller, 'requestId'> {
  if (auth === undefined) return {};
  const { issuer, subject } = auth.extra ?? {};
  return { issuer: textOf(issuer), subject: textOf(subject), client: auth.clientId };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
