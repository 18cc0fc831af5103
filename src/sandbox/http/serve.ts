/** The steps of every request: route, token, rate limit, body, handler, answer, report. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageOf } from '../../basics/errors.ts';
import type { Dialect } from '../../platform/operations/dialect.ts';
import { type OperationName, operations } from '../../platform/operations/index.ts';
import { FILES_PREFIX } from '../handlers/files.ts';
import { handlers } from '../handlers/index.ts';
import type { RecordedRequest } from '../options.ts';
import { type Issuer, rightFor, type Visitor } from '../people.ts';
import { answerTool, TOOLS_PREFIX } from '../tools/endpoints.ts';
import type { StoredFile, World } from '../world.ts';
import type { RateGate, TokenProblem } from './admit.ts';
import { translate } from './dialect.ts';
import { readForm, readJson } from './read-body.ts';
import { HttpError, json, notFound, type Reply, send } from './reply.ts';
import type { Router } from './router.ts';

export interface Service {
  readonly basePath: string;
  readonly router: Router;
  readonly dialect: Dialect;
  readonly checkToken: (authorization: string | undefined) => Promise<TokenProblem | Visitor | undefined>;
  /** Vouches for people, where everybody acts as themselves. */
  readonly issuer: Issuer | undefined;
  readonly rateGate: RateGate;
  readonly now: () => number;
  /** Builds the seeded world on the first request, so that starting costs nothing. */
  readonly world: () => World;
  readonly onRequest: ((request: RecordedRequest) => void) | undefined;
}

/** Answers one HTTP request; never rejects. */
export async function serve(service: Service, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? 'GET';
  const [path = '/', query = ''] = splitOnce(request.url ?? '/', '?');
  if (path.startsWith(TOOLS_PREFIX)) {
    send(response, await guarded(async () => answerTool({ method, path, query, request })));
    return;
  }
  if (path.startsWith(FILES_PREFIX)) {
    sendFile(response, service.world().files.get(path.slice(FILES_PREFIX.length)));
    return;
  }
  const ofIssuer = service.issuer?.answer(method, path, async () => formOf(await readForm(request)));
  if (ofIssuer !== undefined) {
    send(response, await guarded(async () => json((await ofIssuer).body, (await ofIssuer).status)));
    return;
  }
  const match = service.router(method, withoutBase(service.basePath, path));
  let body: unknown;
  const reply = await guarded(async () => {
    // The token comes first, so that an unauthenticated caller does not learn which paths exist.
    const visitor = demandToken(await service.checkToken(request.headers.authorization));
    service.rateGate(service.now());
    if (match instanceof HttpError) throw match;
    demandRight(visitor, match.operation);
    body = isUpload(match.operation) ? await readForm(request) : await readJson(request);
    const { dialect } = service;
    const translated = translate(match.operation, dialect, new URLSearchParams(query), body);
    const call = { world: service.world(), dialect, params: match.params, visitor, ...translated };
    return handlers[match.operation](call);
  });
  send(response, reply);
  const operation = match instanceof HttpError ? undefined : match.operation;
  service.onRequest?.({ method, path, query, headers: request.headers, body, operation, status: reply.status });
}

const isUpload = (name: OperationName): boolean => 'isUpload' in operations[name];

/** Sends a file to anybody who has its address. */
function sendFile(response: ServerResponse, file: StoredFile | undefined): void {
  if (file === undefined) {
    send(response, json(notFound('file').body(), 404));
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
    if (error instanceof HttpError) return json(error.body(), error.status, error.headers);
    const message = `sandbox failure: ${messageOf(error)}`;
    return json({ statusCode: 500, error: 'Internal Server Error', message }, 500);
  }
}

function demandToken(problem: TokenProblem | Visitor | undefined): Visitor | undefined {
  if (typeof problem !== 'string') return problem;
  const message = problem === 'missing' ? 'missing bearer token' : `${problem} bearer token`;
  throw new HttpError(401, message, {}, { 'www-authenticate': 'Bearer' });
}

function demandRight(visitor: Visitor | undefined, operation: OperationName): void {
  const right = rightFor(operations[operation]);
  if (visitor?.may(right) === false) throw new HttpError(403, `${visitor.name} has no right to ${right}`);
}

const formOf = (form: FormData): URLSearchParams =>
  new URLSearchParams([...form].map(([name, value]): [string, string] => [name, String(value)]));

/** The path below the base path; a path outside it matches no route. */
function withoutBase(basePath: string, path: string): string {
  if (basePath === '') return path;
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : `/outside-base-path${path}`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
