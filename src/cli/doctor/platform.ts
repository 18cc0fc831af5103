/** The platform itself: its clock, its health, and a first read with the token. */

import { errorText } from '../../mcp/contract/error-text.ts';
import { header } from '../../platform/client/body.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import type { PlatformClient } from '../../platform/client/index.ts';
import { createTransport } from '../../platform/client/transport.ts';
import { operations } from '../../platform/operations/index.ts';
import { foreign } from '../../platform/text.ts';
import { roundDuration } from '../../present/units.ts';
import { withoutVersion } from '../../settings/doubts.ts';
import { envName } from '../../settings/table.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { checkDialect } from './dialect.ts';
import type { Check } from './report.ts';

/** More than this, and tokens are taken for expired or not yet valid. */
const CLOCK_TOLERANCE_MS = 30_000;
const MAX_WAIT_MS = 10_000;

/** Clock, dialect, health and first read, one after the other. */
export async function checkPlatform(client: PlatformClient, env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  return [
    await checkClock(client, env),
    await checkDialect(client, timeout(client)),
    await checkHealth(client),
    await checkRead(client),
  ];
}

const timeout = ({ options }: PlatformClient): number => Math.min(options.timeoutMs, MAX_WAIT_MS);

/** Asks without the token, so that the platform's time is known also where it refuses the token. */
async function checkClock(client: PlatformClient, env: NodeJS.ProcessEnv): Promise<Check> {
  const { baseUrl = '', maxConnections, userAgent } = client.options;
  const base = new URL(baseUrl);
  const transport = createTransport({ origin: base.origin, maxConnections, env });
  let date: string | undefined;
  const started = Date.now();
  try {
    await transport.attempt(
      {
        method: 'GET',
        path: base.pathname.replace(/\/+$/, '') + client.plan(operations.checkHealth, {}).target,
        headers: { 'user-agent': userAgent, accept: 'application/json' },
        body: undefined,
        timeoutMs: timeout(client),
        signal: new AbortController().signal,
      },
      {
        start(_status, headers) {
          date = header(headers, 'date');
        },
        data: () => undefined,
      },
    );
  } finally {
    await transport.close();
  }
  const theirs = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return { id: 'clock', status: 'skip', summary: 'The platform did not send its time.' };
  // Its time is in whole seconds, and was read somewhere between sending and receiving.
  const difference = theirs - (started + Date.now()) / 2;
  const seconds = Math.round(difference / 1000);
  const details = { differenceSeconds: seconds };
  if (Math.abs(difference) <= CLOCK_TOLERANCE_MS) {
    const summary = 'This machine and the platform agree on the time.';
    return { id: 'clock', status: 'ok', summary, details };
  }
  return {
    id: 'clock',
    status: 'warn',
    summary: `This machine's clock is ${roundDuration(Math.abs(difference))} ${difference > 0 ? 'behind' : 'ahead of'} the platform's.`,
    next: 'Set the clock; otherwise valid tokens may count as expired or not yet valid.',
    details,
  };
}

async function checkHealth(client: PlatformClient): Promise<Check> {
  const started = performance.now();
  try {
    const { status, isPage } = await client.call(operations.checkHealth, {}, { timeoutMs: timeout(client) });
    const ms = Math.round(performance.now() - started);
    if (isPage) {
      return {
        id: 'health',
        status: 'warn',
        summary: `A web page answered at ${healthAddress(client)} (${ms} ms): whether the platform is well is unknown.`,
        next: 'Check AGENT_PLATFORM_BASE_URL, its path too, and AGENT_PLATFORM_HEALTH_PATH.',
        details: { ms },
      };
    }
    return {
      id: 'health',
      status: 'ok',
      summary: `It reports the status ${foreign(status).line(40)} (${ms} ms).`,
      details: { ms },
    };
  } catch (error) {
    // The specification leaves the path open: one that is wrong is no reason to despair of the platform.
    const isMissing = error instanceof PlatformError && [404, 405].includes(error.facts.status ?? 0);
    if (!isMissing) return failure('health', error);
    return {
      id: 'health',
      status: 'warn',
      summary: `Nothing was found at ${healthAddress(client)}.`,
      next: addressAdvice(client, error) ?? 'To use check_health, set AGENT_PLATFORM_HEALTH_PATH.',
    };
  }
}

const healthAddress = (client: PlatformClient): string =>
  `${client.options.scope.basePath ?? ''}${client.plan(operations.checkHealth, {}).target}`;

async function checkRead(client: PlatformClient): Promise<Check> {
  const started = performance.now();
  try {
    const query = { offset: 0, limit: 1 };
    const agents = await client.call(operations.listAgents, { query }, { timeoutMs: timeout(client) });
    const ms = Math.round(performance.now() - started);
    const summary = `${agents.items.length > 0 ? 'An agent was read' : 'It answered; there are no agents'} (${ms} ms).`;
    return { id: 'read', status: 'ok', summary, details: { ms } };
  } catch (error) {
    const found = failure('read', error);
    const next = addressAdvice(client, error);
    return next === undefined ? found : { ...found, next };
  }
}

/** Where nothing is found because of what `AGENT_PLATFORM_BASE_URL` ends in. */
function addressAdvice({ options }: PlatformClient, error: unknown): string | undefined {
  if (!(error instanceof PlatformError) || error.facts.status !== 404) return undefined;
  return withoutVersion(options.scope.basePath ?? '', envName('baseUrl'));
}

function failure(id: 'health' | 'read', error: unknown): Check {
  if (!(error instanceof PlatformError)) throw error;
  return { id, status: 'fail', summary: errorText(error), next: error.facts.advice, exitCode: exitCodeOf(error) };
}

function exitCodeOf({ facts: { kind, status } }: PlatformError): ExitCode {
  if (status === 401 || status === 403) return EXIT.refused;
  if (['no-base-url', 'no-token', 'token-file'].includes(kind)) return EXIT.usage;
  if (['unreachable', 'tls', 'connection', 'timeout'].includes(kind)) return EXIT.unreachable;
  return EXIT.platform;
}
