/** The hosts that a tool server's tools call: a tool whose endpoint is a full address may name another host. */
import { Refusal } from '../../mcp/contract/errors.ts';
import { addressWithoutCredentials } from '../../mcp/contract/mask-address.ts';
import { foreign } from '../../platform/text.ts';

/** A tool and the endpoint that it calls. */
interface CalledTool {
  readonly name: string;
  readonly endpoint: string | undefined;
}

/** Hosts that a question can show: all are named, or the call is refused. */
const MAX_HOSTS = 40;
/** Tools named for each host. */
const MAX_TOOLS = 3;

/**
 * The line of a question that names every host, and the tools that name a host of their own.
 * @param isOpen without authentication, so that the hosts receive the caller's Authorization header
 * @throws Refusal for more hosts than can be shown
 */
export function hostsLine(url: string | undefined, tools: readonly CalledTool[], isOpen: boolean): string {
  const hosts = new Map<string, string[]>();
  // Without a scheme it looks like a path; the platform may treat it as a host.
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

function toolsOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_TOOLS).map((name) => String(foreign(name).line(60)));
  const more = names.length - shown.length;
  return ` (${names.length === 1 ? 'tool' : 'tools'} ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}
