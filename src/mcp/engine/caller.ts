/** Who calls, as the inbound authorization of the HTTP entry names them; over stdio it is the host's one user. */
import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import type { TokenSource } from '../../platform/client/token.ts';
import { type Principal, RIGHTS, type Right } from '../contract/principal.ts';

const made = new WeakSet<object>();
/** Beside the principals, since tools are given those. */
const tokens = new WeakMap<Principal, TokenSource>();

/** Makes a principal. As JSON, no two pairs of issuer and subject look alike, whatever characters are in them. */
export function principal(facts: Omit<Principal, 'key'>): Principal {
  const { issuer = null, subject = null } = facts;
  const one = { ...facts, key: JSON.stringify([issuer, subject]) };
  made.add(one);
  return one;
}

/** The principal, whose calls to the platform carry a token of their own from now on. */
export function actingAsItself(one: Principal, token: TokenSource): Principal {
  tokens.set(one, token);
  return one;
}

/** The caller's own platform token; undefined where all callers share the one of the settings. */
export const platformTokenOf = (auth: AuthInfo | undefined): TokenSource | undefined => tokens.get(principalOf(auth));

export const ALL_RIGHTS: ReadonlySet<Right> = new Set(RIGHTS);

/** The host's one user over stdio, and whoever calls where no token is asked for. */
export const LOCAL: Principal = principal({ isPerson: true, rights: ALL_RIGHTS, names: [] });
/** A caller of whom nothing is known. It may do nothing. */
const NOBODY: Principal = principal({ isPerson: false, rights: new Set(), names: [] });

/** The principal that the entry put beside the token it checked. */
export function principalOf(auth: AuthInfo | undefined): Principal {
  if (auth === undefined) return LOCAL;
  const { principal } = auth.extra ?? {};
  return isPrincipal(principal) ? principal : NOBODY;
}

const isPrincipal = (value: unknown): value is Principal =>
  typeof value === 'object' && value !== null && made.has(value);

/** What the logs say of a caller. */
export interface Caller extends Pick<Principal, 'issuer' | 'subject' | 'label' | 'client'> {
  /** Whose token the platform is called with: `shared` is the one of this server's settings, `exchange` the caller's own. */
  readonly identity?: 'shared' | 'exchange';
  /** `X-Request-Id` as a proxy in front gave it, or as this server made it: the `id` in the request log. */
  readonly requestId?: string | undefined;
}

/** The caller of an HTTP request; undefined over stdio. */
export function callerOf(context: ServerContext): Caller | undefined {
  const { http } = context;
  if (http === undefined) return undefined;
  return { ...callerFacts(http.authInfo), requestId: http.req?.headers.get('x-request-id') ?? undefined };
}

/** What both logs say of a caller; nothing where no token is asked for. */
export function callerFacts(auth: AuthInfo | undefined): Omit<Caller, 'requestId'> {
  if (auth === undefined) return {};
  const { issuer, subject, label, client } = principalOf(auth);
  return { issuer, subject, label, client, identity: platformTokenOf(auth) === undefined ? 'shared' : 'exchange' };
}

/** What is bound to a caller's own: two users of one client differ, and so do equal names of two issuers. */
export function bindingOf(auth: AuthInfo | undefined): string {
  if (auth === undefined) return '';
  const { issuer = null, subject = null, client } = principalOf(auth);
  return JSON.stringify([issuer, subject, client]);
}
