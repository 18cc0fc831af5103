/** The platform, called with the token: a first read, then its dialect and its health. */
import { isNotFound } from '../../domain/known-record.ts';
import { errorText, reasonText } from '../../mcp/contract/error-text.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import type { PlatformClient } from '../../platform/client/index.ts';
import { operations } from '../../platform/operations/index.ts';
import { foreign } from '../../platform/text.ts';
import { EXIT, type ExitCode } from '../invocation.ts';
import { checkDialect, findElsewhere } from './dialect.ts';
import { type Check, fail, ok, warn } from './report.ts';

/** If the first read fails, only its cause is reported: the other checks would fail for the same reason. */
export async function checkPlatform(client: PlatformClient): Promise<readonly Check[]> {
  const query = { offset: 0, limit: 1 };
  const agents = await client.call(operations.listAgents, { query }).catch(asPlatformError);
  if (agents instanceof PlatformError)
    return [
      (isNotFound(agents) ? await findElsewhere(client) : undefined) ??
        failure(isUnauthorized(agents) ? 'token' : 'read', agents),
    ];
  const checked = await checkDialect(client).catch(asPlatformError);
  if (checked instanceof PlatformError && !isDenied(checked)) return [failure('read', checked)];
  // Not every server needs threads.
  const dialect =
    checked instanceof PlatformError
      ? warn('dialect', `The token may not read threads, so there is no inbox: ${reasonText(checked)}`, NO_THREADS)
      : checked;
  const summary = agents.items.length > 0 ? 'An agent was read.' : 'It answered; there are no agents.';
  return [dialect, await checkHealth(client), ok('read', summary)];
}

const NO_THREADS = 'If threads are to be listed and decided on, have the token allowed to read them.';

function asPlatformError(error: unknown): PlatformError {
  if (error instanceof PlatformError) return error;
  throw error;
}

const isUnauthorized = (error: unknown): boolean => error instanceof PlatformError && error.facts.status === 401;

const isDenied = (error: unknown): boolean =>
  error instanceof PlatformError && (error.facts.status === 401 || error.facts.status === 403);

/** Called after a read that the platform answered. */
async function checkHealth(client: PlatformClient): Promise<Check> {
  const { target } = client.plan(operations.checkHealth, {});
  const address = `${client.options.scope.basePath}${target}`;
  try {
    const { status, isPage } = await client.call(operations.checkHealth, {});
    const said =
      status === undefined ? 'It answered, without a status.' : `It reports the status ${foreign(status).line(40)}.`;
    if (!isPage) return ok('health', said);
    const summary = `A web page answered at ${address}: the platform's health is unknown.`;
    const next = 'Check AGENT_PLATFORM_BASE_URL with its path, and AGENT_PLATFORM_HEALTH_PATH.';
    return warn('health', summary, next);
  } catch (error) {
    if (isDenied(error)) {
      const summary = `The token may not read ${address}, so check_health doesn't work with it. The platform takes it elsewhere.`;
      return warn('health', summary, 'If check_health is to work, allow this token to read it.');
    }
    // Its own finding, or a fault of that address alone: all else works.
    if (error instanceof PlatformError && (error.facts.status ?? 0) >= 500)
      return warn('health', errorText(error), error.facts.advice);
    if (!isNotFound(error)) return failure('health', error);
    // The specification leaves the path open, so a wrong one says nothing about the platform.
    const next = 'To use check_health, set AGENT_PLATFORM_HEALTH_PATH.';
    return warn('health', `Nothing was found at ${address}.`, next);
  }
}

function failure(id: 'health' | 'read' | 'token', error: unknown): Check {
  if (!(error instanceof PlatformError)) throw error;
  return fail(id, errorText(error), error.facts.advice, exitCodeOf(error));
}

function exitCodeOf({ facts: { kind, status } }: PlatformError): ExitCode {
  if (status === 401 || status === 403) return EXIT.refused;
  return ['unreachable', 'tls', 'connection', 'timeout'].includes(kind) ? EXIT.unreachable : EXIT.platform;
}
