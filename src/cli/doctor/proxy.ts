/** Which proxy a request to the platform takes, read from the environment the way undici does. */

/** Either `summary` or `problem` has the words; `next` is for when the proxy does not work. */
interface ProxyChoice {
  /** Where the proxy listens; undefined where none is used. */
  readonly address?: URL;
  readonly summary: string;
  /** Why the variable can't be used. */
  readonly problem?: string;
  readonly next: string;
}

/** Of each variable the lower-case name wins. */
const variable = (env: NodeJS.ProcessEnv, name: string): readonly [string, string] | undefined => {
  for (const key of [name.toLowerCase(), name.toUpperCase()]) {
    const value = env[key]?.trim();
    if (value) return [key, value];
  }
  return undefined;
};

/** Connects to nothing. A variable that can't be used is named in `problem`. */
export function proxyFor(base: URL, env: NodeJS.ProcessEnv): ProxyChoice {
  const next = 'Correct the variable, or unset it if no proxy is needed.';
  const http = variable(env, 'http_proxy');
  const found = base.protocol === 'https:' ? (variable(env, 'https_proxy') ?? http) : http;
  if (found === undefined) return { summary: 'None is set; connections are direct.', next };
  const [name, value] = found;
  const exceptions = variable(env, 'no_proxy');
  if (exceptions !== undefined && isExcepted(base, exceptions[1])) {
    return { summary: `${name} is set, but ${exceptions[0]} names ${base.hostname}: the connection is direct.`, next };
  }
  const address = URL.canParse(value) ? new URL(value) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol)) {
    return { summary: '', problem: `${name} is not an http:// or https:// address; SOCKS is not supported.`, next };
  }
  // Its user and password stay where they are.
  return { address, summary: `Through ${address.host} (${name}).`, next };
}

/** NO_PROXY: `*`, or names that the host is or ends with, each with a port if need be. */
function isExcepted(base: URL, list: string): boolean {
  if (list === '*') return true;
  const port = base.port || (base.protocol === 'https:' ? '443' : '80');
  const host = base.hostname.toLowerCase();
  return list
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      const [, name = entry, only] = /^(.+):(\d+)$/.exec(entry) ?? [];
      if (only !== undefined && only !== port) return false;
      const suffix = name.replace(/^\*?\./, '');
      return host === suffix || host.endsWith(`.${suffix}`);
    });
}
