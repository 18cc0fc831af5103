/** Where the calls of a tool server's tools go: a tool whose endpoint is a whole address may name another host. */
import { Refusal } from '../../mcp/contract/errors.ts';
import { addressWithoutCredentials } from '../../mcp/contract/mask-address.ts';
import { isObject, text } from '../../platform/parse/coerce.ts';
import { foreign } from '../../platform/text.ts';

/** A tool of the server, as far as its calls are concerned. */
export interface CalledTool {
  readonly name: string;
  readonly endpoint: string | undefined;
}

/** Hosts that a question has room for: all are named, or the call is refused. */
const MAX_HOSTS = 40;
/** Tools that are named of each. */
const MAX_TOOLS = 3;

/**
 * The line of a question that names every host, those of the tools' own endpoints with the tools.
 * @param isOpen without authentication: what is called receives the caller's Authorization header
 * @throws Refusal for more hosts than can be shown
 */
export function hostsLine(url: string | undefined, tools: readonly CalledTool[], isOpen: boolean): string {
  const hosts = new Map<string, string[]>();
  // Without a scheme it is a path to us, and whatever the platform makes of it.
  const server = url === undefined ? undefined : (hostOf(url, undefined) ?? addressWithoutCredentials(url));
  if (server !== undefined) hosts.set(server, []);
  for (const { name, endpoint } of tools) {
    const host = hostOf(endpoint ?? '', url) ?? server;
    if (host !== undefined) hosts.set(host, [...(hosts.get(host) ?? []), name]);
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

/** Of definitions as a caller or a platform writes them, nested or flat. */
export function calledTools(definitions: unknown): CalledTool[] {
  if (!Array.isArray(definitions)) return [];
  return definitions.filter(isObject).map(({ name, endpoint, function: inner }) => ({
    name: text(isObject(inner) ? inner.name : name) ?? '',
    endpoint: text(endpoint),
  }));
}

/** Host and port as the address is called, in ASCII; all of it if it can't be read as one; undefined for a path alone. */
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

function toolsOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_TOOLS).map((name) => String(foreign(name).line(60)));
  const more = names.length - shown.length;
  return ` (${names.length === 1 ? 'tool' : 'tools'} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}
