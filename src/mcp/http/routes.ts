/** The few addresses that this server answers at. */
import { MCP_PATH } from './config.ts';

/** Also the value of the label `route` in the metrics. */
export type Route = 'mcp' | 'healthz' | 'readyz' | 'metrics' | 'metadata' | 'other';

const METADATA_PATH = '/.well-known/oauth-protected-resource';

const ROUTES: Readonly<Record<string, Route>> = {
  [MCP_PATH]: 'mcp',
  '/healthz': 'healthz',
  '/readyz': 'readyz',
  '/metrics': 'metrics',
  // RFC 9728 puts the resource's path behind; some clients ask at the root.
  [METADATA_PATH]: 'metadata',
  [METADATA_PATH + MCP_PATH]: 'metadata',
};

/**
 * Gives the route of a URL; `other` for all the rest, so that what is counted does not grow with what is asked.
 * @param resource this server as clients know it: below a path, the challenge leads to an address that ends with it
 */
export function createRoutes(resource = MCP_PATH): (url: string) => Route {
  const routes = new Map(Object.entries(ROUTES));
  routes.set(METADATA_PATH + new URL(resource, 'https://localhost').pathname, 'metadata');
  return (url) => routes.get(url.replace(/[?#].*$/s, '').replace(/(?<=.)\/$/, '')) ?? 'other';
}
