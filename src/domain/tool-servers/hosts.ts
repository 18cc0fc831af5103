/**
 * The hosts that a tool server's tools call. A tool's endpoint is a full address, which may name another host, or a path that
 * begins with `/`. Others are read differently by different platforms: appended to `https://good.example`, `@evil.example/x`
 * goes to evil.example, and `.evil.example` to good.example.evil.example.
 */
import { Refusal } from '../../mcp/contract/errors.ts';
import { addressWithoutCredentials } from '../../mcp/contract/mask-address.ts';
import { withoutCredentials } from '../../mcp/contract/mask-credentials.ts';
import { NOT_STATED, type ToolDefinition, type ToolServer } from '../../platform/parse/tool-servers.ts';
import { foreign } from '../../platform/text.ts';
import { firstOf } from '../../present/units.ts';
import { isWithoutAuthentication } from './authentication.ts';

/** Hosts that a question can show: all are named, or the call is refused. */
const MAX_HOSTS = 40;
/** Tools named for each host. */
const MAX_TOOLS = 3;

/**
 * The line of a question that names every host, and the tools that name a host of their own.
 * @param isOpen without authentication, so that the hosts receive the caller's Authorization header
 * @throws Refusal for more hosts than can be shown
 */
export function hostsLine(
  url: string | undefined,
  tools: readonly { readonly name: string; readonly endpoint: string | undefined }[],
  isOpen: boolean,
): string {
  const hosts = new Map<string, string[]>();
  // Without a scheme it looks like a path; the platform may treat it as a host.
  const server = url === undefined ? undefined : (hostOf(url, undefined) ?? addressWithoutCredentials(url));
  if (server !== undefined) hosts.set(server, []);
  for (const { name, endpoint = '' } of tools) {
    for (const host of hostsOf(endpoint, url)) {
      const named = host ?? server;
      if (named !== undefined) hosts.set(named, [...(hosts.get(named) ?? []), name]);
    }
  }
  if (hosts.size === 0) return 'It names no host.';
  if (hosts.size > MAX_HOSTS) {
    throw new Refusal(
      `Refused: its calls would go to ${hosts.size} hosts; at most ${MAX_HOSTS} can be shown to the human for approval. Nothing was sent.`,
    );
  }
  const named = [...hosts].map(([host, names]) => `${foreign(host)}${host === server ? '' : toolsOf(names)}`);
  return `Its calls${isOpen ? ', with the Authorization header of whoever makes them,' : ''} go to: ${named.join(', ')}.`;
}

/** A note on tools that call a full address of their own, whatever the address of their server is. */
export function ownAddressNote(tools: readonly Pick<ToolDefinition, 'name' | 'endpoint'>[]): string | false {
  const own = tools.filter(({ endpoint }) => endpoint !== undefined && URL.canParse(endpoint.raw));
  return (
    own.length > 0 &&
    `${own.length === 1 ? 'This tool has a full address' : `These ${own.length} tools have full addresses`}, which a new url of the tool server doesn't change: ${firstOf(own, MAX_TOOLS, ({ name, endpoint }) => `${name.line(60)} at ${endpoint && withoutCredentials(endpoint)}`)}. ${own.length === 1 ? 'It' : 'Each'} is changed in the tool itself.`
  );
}

/** What a tool's own full address gets with each call; false on the host of its tool server, if that is known. */
export function otherHostNote(endpoint: string | undefined, server: ToolServer | undefined): string | false {
  const host = isAddress(endpoint) ? hostOf(endpoint, undefined) : undefined;
  const own = isAddress(server?.url?.raw) ? hostOf(server.url.raw, undefined) : undefined;
  if (host === undefined || host === own) return false;
  const sends =
    server === undefined
      ? 'whatever authentication its tool server has'
      : isWithoutAuthentication(server.source.authenticationConfig) && METHODLESS.has(server.authenticationMethod)
        ? 'the Authorization header of whoever makes them'
        : `the stored authentication (${server.authenticationMethod}) of its tool server`;
  const other = own === undefined ? '' : ', which is not the host of its tool server,';
  return `Its calls go to ${foreign(host)}${other} with ${sends}.`;
}

const METHODLESS: ReadonlySet<string> = new Set(['none', NOT_STATED]);

/** A note on parts of an endpoint in braces that no argument fills. */
export function unfilledNote(endpoint: string | undefined, keys: readonly unknown[] | undefined): string | false {
  const names = [...(endpoint ?? '').matchAll(/\{([\w-]+)\}/g)].map(([, name = '']) => name);
  const unfilled = [...new Set(names)].filter((name) => keys?.includes(name) !== true);
  return (
    unfilled.length > 0 &&
    `No argument fills ${unfilled.map((name) => `{${name}}`).join(', ')} in the endpoint: pathParametersKeys lacks ${unfilled.length === 1 ? 'it' : 'them'}.`
  );
}

/** An empty one counts as none. @throws Refusal for an endpoint whose host depends on who reads it */
export function refuseUnclearEndpoint(endpoint: string | undefined): void {
  if (endpoint === undefined || endpoint === '' || (isClear(endpoint) && !UNREAD.test(endpoint))) return;
  throw new Refusal(
    `Refused: the endpoint ${foreign(addressWithoutCredentials(endpoint)).line(200)} is neither a full address (https://...) nor a path that begins with one /, so the host that it calls is not clear. Nothing was sent.`,
  );
}

/** @throws Refusal for a tool server's address with characters that some take for a part of the host, and others don't */
export function refuseUnclearAddress(url: string | undefined): void {
  if (url === undefined || !UNREAD.test(url)) return;
  throw new Refusal(
    `Refused: the address ${foreign(addressWithoutCredentials(url)).line(200)} holds a backslash or a control character, so the host that it names is not clear. Nothing was sent.`,
  );
}

const isClear = (endpoint: string): boolean => /^(?:https?:\/\/[^/?#]|\/(?!\/))/i.test(endpoint);
/** What URL parsers drop, or take for `/`. */
const UNREAD = /[\p{Cc}\\]/u;

/** The host of an endpoint by any reading; undefined for the server's own. */
function hostsOf(endpoint: string, url: string | undefined): Set<string | undefined> {
  const resolved = hostOf(endpoint, url);
  if (isClear(endpoint) || endpoint === '' || !isAddress(url)) return new Set([resolved]);
  const appended = hostOf(`${url}${endpoint}`, undefined);
  // Both readings name the server itself for what is a path after all.
  const own = hostOf(url, undefined);
  const others = [resolved, appended].filter((host) => host !== undefined && host !== own);
  return new Set(others.length === 0 ? [undefined] : others);
}

/** Host and port in ASCII; the whole address if it can't be parsed; undefined for a path. */
function hostOf(address: string, base: string | undefined): string | undefined {
  const nowhere = 'http://no-host.invalid';
  try {
    const { host } = new URL(address.trim(), isAddress(base) ? base : nowhere);
    return host === 'no-host.invalid' ? undefined : host || addressWithoutCredentials(address);
  } catch {
    return addressWithoutCredentials(address);
  }
}

const isAddress = (text: string | undefined): text is string => text !== undefined && URL.canParse(text);

const toolsOf = (names: readonly string[]): string =>
  ` (${names.length === 1 ? 'tool' : 'tools'} ${firstOf(names, MAX_TOOLS, (name) => String(foreign(name).line(60)))})`;
