/**
 * The dialect of the deployment (docs/platform-notes.md, "Deployments that read other words"), determined by reads alone: the
 * address at which it answers, and the spelling of a filter that takes effect. An approval in the wrong dialect would count
 * as a rejection, so this is checked before the first one.
 */
import { inDialect, pathPrefix } from '../../platform/client/dialect.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { createClient, type PlatformClient } from '../../platform/client/index.ts';
import { DIALECTS, type Dialect } from '../../platform/operations/dialect.ts';
import { operations } from '../../platform/operations/index.ts';
import type { OperationSpec } from '../../platform/operations/operation.ts';
import { THREAD_STATUSES } from '../../platform/operations/schemas.ts';
import type { Json } from '../../platform/parse/coerce.ts';
import type { Page, Thread } from '../../platform/parse/records.ts';
import { EXIT } from '../exit-codes.ts';
import { type Check, fail, ok, skip, warn } from './report.ts';

/** Agents whose threads are read until one has any. */
const AGENTS = 5;
const THREADS = 20;

const NAMES: Readonly<Record<Dialect, string>> = {
  specification: "the specification's field names",
  actions: 'the field names of the dialect “actions”',
};

/** For a platform that answers: `warn` if its dialect is not the configured one, `skip` if reads don't show it. */
export async function checkDialect(client: PlatformClient): Promise<Check> {
  const configured = client.options.scope.dialect ?? 'specification';
  const read = await dialectRead(client);
  if (read === undefined) {
    const what = 'Which field names it expects (AGENT_PLATFORM_DIALECT) could not be determined';
    return skip('dialect', `${what}: it has no threads that would show it, or it accepts either.`);
  }
  if (read === configured) return ok('dialect', `It expects ${NAMES[read]}.`, { dialect: read });
  const danger = read === 'actions' ? ' An approval sent that way would count as a rejection.' : '';
  const summary = `It expects ${NAMES[read]}, but this server sends ${NAMES[configured]}.${danger}`;
  const next = `Before anything is approved, set AGENT_PLATFORM_DIALECT=${read}.`;
  return warn('dialect', summary, next, { dialect: read });
}

/** For a platform without the API at the configured address: where it answers; undefined if nowhere known. */
export async function findElsewhere({ options }: PlatformClient): Promise<Check | undefined> {
  const { scope } = options;
  const place: Dialect = scope.dialect === 'actions' ? 'specification' : 'actions';
  const other = createClient({ ...options, observer: undefined, scope: { ...scope, dialect: place } });
  try {
    const read = await dialectRead(other);
    const prefix = pathPrefix(place, scope.basePath ?? '');
    const summary = `It answers at ${prefix}/v1${read === undefined ? '' : `, and expects ${NAMES[read]}`}.`;
    const isMoved = read !== undefined && read !== place;
    const base = isMoved ? `, and AGENT_PLATFORM_BASE_URL so that it ends in ${prefix}` : '';
    const next = `Set AGENT_PLATFORM_DIALECT=${read ?? place}${base}.`;
    return fail('dialect', summary, next, EXIT.platform, { dialect: read ?? place });
  } catch (error) {
    // The first read's error gives better advice.
    if (error instanceof PlatformError) return undefined;
    throw error;
  } finally {
    await other.close();
  }
}

/** The dialect whose filter takes effect, if reads show it. @throws PlatformError if agents can't be listed */
async function dialectRead(client: PlatformClient): Promise<Dialect | undefined> {
  const agents = await client.call(operations.listAgents, { query: { offset: 0, limit: AGENTS } });
  for (const { id: agentId } of agents.items) {
    const threads = (filter: Json) => threadsOf(client, agentId, filter);
    const [first] = (await threads({})) ?? [];
    if (first === undefined) continue;
    const status = THREAD_STATUSES.find((known) => known !== normalStatus(first));
    const lists = await Promise.all(
      DIALECTS.map((dialect) => threads(inDialect(operations.listAgentThreads, 'query', { status }, dialect))),
    );
    if (lists.includes(undefined)) return undefined;
    const isFiltered = lists.map((list) => !list?.some((thread) => normalStatus(thread) === normalStatus(first)));
    const effective = DIALECTS.filter((_, index) => isFiltered[index]);
    return effective.length === 1 ? effective[0] : undefined;
  }
  return undefined;
}

/** A status as the specification spells it. */
const normalStatus = ({ status }: Thread): string => status.toUpperCase().replace(/[\s-]/g, '_');

/** Without dialects, so that the query is sent unchanged. */
const listThreads: OperationSpec = { ...operations.listAgentThreads, dialects: {} };

/** None if the platform refused the query, which it then understood; undefined for every other failure. */
async function threadsOf(
  client: PlatformClient,
  agentId: string,
  filter: Json,
): Promise<readonly Thread[] | undefined> {
  try {
    const input = { path: { agentId }, query: { ...filter, limit: THREADS, offset: 0 } };
    return ((await client.call(listThreads, input)) as Page<Thread>).items;
  } catch (error) {
    if (error instanceof PlatformError) return error.facts.status === 400 ? [] : undefined;
    throw error;
  }
}
