/** Tests a tool with one real call, to loopback only: a sandbox must not call other hosts. */
import { isLoopback, withoutEndSlashes } from '../../basics/addresses.ts';
import { messageOf } from '../../basics/errors.ts';
import type { ToolDefinition, ToolServer } from './tool-server.ts';

/** A tool's response, JSON or text, or why it failed. */
type Outcome = { readonly success: true; readonly data: unknown } | { readonly success: false; readonly error: string };

/** Never rejects: a failing target is a report with `success: false`. */
export async function testTool(
  server: ToolServer,
  tool: ToolDefinition,
  args: Readonly<Record<string, unknown>>,
  closing: AbortSignal,
): Promise<Outcome & { executionTimeMs: number; requestUrl: string; requestMethod: string }> {
  const started = performance.now();
  const sent = { requestUrl: tool.endpoint ?? '', requestMethod: (tool.method ?? 'GET').toUpperCase() };
  let outcome: Outcome;
  try {
    const request = buildRequest(server, tool, args);
    sent.requestUrl = request.url.href;
    outcome = await callLoopback(request, closing);
  } catch (error) {
    // fetch leaves the reason in the cause.
    outcome = { success: false, error: messageOf(error instanceof Error ? (error.cause ?? error) : error) };
  }
  return { ...outcome, executionTimeMs: Math.round(performance.now() - started), ...sent };
}

/** Time limit of a tool, in ms. */
const TOOL_TIMEOUT_MS = 10_000;

/** @throws Error for targets beyond loopback, broken connections, and after 10 s. */
async function callLoopback({ url, method, headers, body }: ToolRequest, closing: AbortSignal): Promise<Outcome> {
  if (!/^https?:$/.test(url.protocol) || !isLoopback(url.hostname)) {
    throw new Error(`the sandbox calls loopback addresses only, not ${url.origin === 'null' ? url.href : url.origin}`);
  }
  const signal = AbortSignal.any([closing, AbortSignal.timeout(TOOL_TIMEOUT_MS)]);
  const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
  const text = await response.text();
  if (response.ok) return { success: true, data: parsed(text) };
  const detail = text === '' ? '' : `: ${text.slice(0, 500)}`;
  return { success: false, error: `HTTP ${response.status} ${response.statusText}${detail}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface ToolRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * Fills path, query and body by the definition's keys. Arguments that no key names go into the body of a POST, PUT or
 * PATCH, and into the query of anything else.
 * @throws Error if an argument that the path or the endpoint names is missing, or the endpoint is not a URL.
 */
function buildRequest(server: ToolServer, tool: ToolDefinition, args: Readonly<Record<string, unknown>>): ToolRequest {
  const method = (tool.method ?? 'GET').toUpperCase();
  const rest = new Map(Object.entries(args));
  const take = (key: string): unknown => {
    const value = rest.get(key);
    rest.delete(key);
    return value;
  };

  let endpoint = absolute(server.url, tool.endpoint ?? '');
  for (const key of tool.pathParametersKeys ?? []) {
    const value = take(key);
    if (value === undefined || value === null || value === '') throw new Error(`missing path parameter ${key}`);
    const escaped = encodeURIComponent(plainText(value));
    // A URL treats these as path segments with a meaning, even if escaped.
    if (escaped === '.' || escaped === '..') throw new Error(`path parameter ${key} must not be ${escaped}`);
    // `/:order` must not match in `/:orderNumber`.
    const named = new RegExp(`/:${key.replaceAll(/\W/g, '\\$&')}(?![\\w-])`, 'g');
    endpoint = endpoint.replaceAll(`{${key}}`, () => escaped).replaceAll(named, () => `/${escaped}`);
  }
  for (const [, key = ''] of endpoint.matchAll(/\{(\w+)\}/g))
    if (!rest.has(key)) throw new Error(`missing argument ${key}, which the endpoint names`);
  if (!URL.canParse(endpoint)) throw new Error(`endpoint is not a URL: ${endpoint || '(empty)'}`);
  const url = new URL(endpoint);
  for (const key of tool.queryParametersKeys ?? []) {
    const value = take(key);
    if (value !== undefined && value !== null) url.searchParams.set(key, plainText(value));
  }

  const headers = { accept: 'application/json', ...authorization(server), ...customHeaders(tool) };
  if (!['POST', 'PUT', 'PATCH'].includes(method)) {
    for (const [key, value] of rest) url.searchParams.set(key, plainText(value));
    return { url, method, headers, body: null };
  }
  const body = tool.bodyPropertyKey === undefined ? Object.fromEntries(rest) : take(tool.bodyPropertyKey);
  return { url, method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) };
}

function absolute(base: string, endpoint: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(endpoint) || base === '') return endpoint;
  return `${withoutEndSlashes(base)}/${endpoint.replace(/^\/+/, '')}`;
}

const plainText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The header of a server's JWT, the only method that an endpoint of the sandbox reads. */
function authorization({ authenticationConfig: { authenticationMethod, jwt } }: ToolServer): Record<string, string> {
  if (authenticationMethod !== 'jwt' || typeof jwt !== 'object' || jwt === null || !('token' in jwt)) return {};
  return { authorization: `Bearer ${jwt.token}` };
}

const customHeaders = ({ customHeaders: list = [] }: ToolDefinition): Record<string, string> =>
  Object.assign({}, ...list.map(({ name, key, value }) => headerFrom(String(name ?? key ?? ''), String(value ?? ''))));

const headerFrom = (name: string, value: string): Record<string, string> =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value) ? { [name.toLowerCase()]: value } : {};
