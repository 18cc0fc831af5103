/** The steps of every request: route, token, body, handler, response, report. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '../../basics/errors.ts';
import { type Dialect, PATH_PREFIXES } from '../../platform/operations/dialect.ts';
import { type OperationName, operations } from '../../platform/operations/index.ts';
import * as agents from '../handlers/agents.ts';
import * as assistants from '../handlers/assistants.ts';
import * as documentation from '../handlers/documentation.ts';
import * as documents from '../handlers/documents.ts';
import { FILES_PREFIX, uploadFile } from '../handlers/files.ts';
import * as projects from '../handlers/projects.ts';
import * as threads from '../handlers/threads.ts';
import * as toolServers from '../handlers/tool-servers.ts';
import type { RecordedRequest } from '../options.ts';
import { callEndpoint, TOOLS_PREFIX } from '../tools/endpoints.ts';
import type { StoredFile, World } from '../world.ts';
import { authenticate, type SandboxToken } from './authenticate.ts';
import { type Handler, translate } from './handler.ts';
import { readForm, readJson } from './read-request.ts';
import { HttpError, notFound, type Reply, send } from './reply.ts';

/** One handler for each operation of the table; a missing one does not compile. */
const handlers: Readonly<Record<OperationName, Handler>> = {
  ...agents,
  ...threads,
  ...assistants,
  ...toolServers,
  ...projects,
  ...documents,
  ...documentation,
  uploadFile,
};

export interface Service {
  readonly router: Router;
  readonly dialect: Dialect;
  readonly sandboxToken: SandboxToken;
  readonly now: () => number;
  /** Builds the seeded world on the first request, so that starting costs nothing. */
  readonly world: () => World;
  readonly onRequest: ((request: RecordedRequest) => void) | undefined;
}

/** Serves one HTTP request; never rejects. */
export async function serve(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  if (path.startsWith(TOOLS_PREFIX)) {
    send(response, await guarded(async () => callEndpoint({ method, path, query, request })));
    return;
  }
  if (path.startsWith(FILES_PREFIX)) {
    sendFile(response, service.world().files.get(path.slice(FILES_PREFIX.length)));
    return;
  }
  const { dialect } = service;
  const match = service.router(method, path);
  let body: unknown;
  const reply = await guarded(async () => {
    // The token comes first, so that an unauthenticated caller does not learn which paths exist.
    authenticate(headers.authorization, service.sandboxToken, service.now());
    if (match instanceof HttpError) throw match;
    body = 'isUpload' in operations[match.operation] ? await readForm(request) : await readJson(request);
    const translated = translate(match.operation, dialect, new URLSearchParams(query), body);
    const call = { world: service.world(), dialect, params: match.params, ...translated };
    return handlers[match.operation](call);
  });
  send(response, reply);
  const operation = match instanceof HttpError ? undefined : match.operation;
  service.onRequest?.({ method, path, query, headers, body, operation, status: reply.status });
}

function sendFile(response: ServerResponse, file: StoredFile | undefined): void {
  if (file === undefined) {
    send(response, notFound('file').reply);
    return;
  }
  // Never rendered as a page of this origin.
  const headers = { 'content-disposition': 'attachment', 'x-content-type-options': 'nosniff', 'x-sandbox': 'true' };
  response.writeHead(200, { ...headers, 'content-type': file.type || 'application/octet-stream' }).end(file.data);
}

async function guarded(run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    return (error instanceof HttpError ? error : new HttpError(500, `sandbox failure: ${messageOf(error)}`)).reply;
  }
}

interface Match {
  readonly operation: OperationName;
  /** Path parameters by the table's names, as sent. */
  readonly params: Readonly<Record<string, string>>;
}

/** The operation for a method and path, or the error to send: 404, or 405 with Allow. */
type Router = (method: string, path: string) => Match | HttpError;

/** Routes from the table of operations; nothing about a path is written here. */
export function buildRouter(dialect: Dialect): Router {
  const routes = Object.values(operations).map(({ name: operation, method, path }) => {
    // `/v1/agents/{agentId}` as `/v1/agents/(?<agentId>[^/]+)`.
    const pattern = (PATH_PREFIXES[dialect] + path).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    return { operation, method, pattern: new RegExp(`^${pattern}$`) };
  });
  return (method, path) => {
    const found = routes.filter(({ pattern }) => pattern.test(path));
    const route = found.find((one) => one.method === method);
    if (route !== undefined) return { operation: route.operation, params: { ...route.pattern.exec(path)?.groups } };
    if (found.length === 0) return notFound(`route ${method} ${path}`);
    const allow = found.map((one) => one.method).join(', ');
    return new HttpError(405, `${method} is not allowed on ${path}; allowed: ${allow}`, undefined, { allow });
  };
}
