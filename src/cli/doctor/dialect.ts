/**
 * The dialect of the deployment (docs/platform-notes.md, "Deployments that expect other words"), determined by reads alone: the
 * address at which it responds, and the spelling of a filter that takes effect. An approval in the wrong dialect would count
 * as a rejection, so this is checked before the first one.
 */
import { leftOutByStatus } from '../../domain/threads/left-out.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import type { PlatformError } from '../../platform/client/errors.ts';
import { createClient, type PlatformClient } from '../../platform/client/index.ts';
import { inDialect, pathPrefix } from '../../platform/client/request.ts';
import { type Dialect, PATH_PREFIXES } from '../../platform/operations/dialect.ts';
import { operations } from '../../platform/operations/index.ts';
import type { OperationSpec } from '../../platform/operations/operation.ts';
import { THREAD_STATUSES } from '../../platform/operations/schemas.ts';
import type { Json } from '../../platform/parse/coerce.ts';
import type { Page, Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { EXIT } from '../invocation.ts';
import { type Check, fail, ok, skip, warn } from './report.ts';

/** Agents whose threads are read until one has any. */
const AGENTS = 5;
const THREADS = 20;

const NAMES: Readonly<Record<Dialect, string>> = {
  specification: "the specification's field names",
  actions: 'the field names of the dialect “actions”',
};

/**
 * For a platform that responds: `warn` if its dialect is not the configured one, `skip` if reads don't show it.
 * @throws PlatformError if no threads can be read
 */
export async function checkDialect(client: PlatformClient): Promise<Check> {
  const configured = client.options.scope.dialect;
  const read = await dialectRead(client);
  if (read === undefined) {
    const what = 'Which field names it expects (AGENT_PLATFORM_DIALECT) could not be determined';
    return skip(
      'dialect',
      `${what}: no thread that can be read shows it, or the filter by status works in both spellings, in neither, or fails.`,
    );
  }
  if (read === configured) {
    const missed = await ifReadable(waitingMissed(client));
    return missed ?? ok('dialect', `It expects ${NAMES[read]}.`);
  }
  const danger = read === 'actions' ? ' An approval sent that way would count as a rejection.' : '';
  const summary = `It expects ${NAMES[read]}, but this server sends ${NAMES[configured]}.${danger}`;
  const next = `Before anything is approved, set AGENT_PLATFORM_DIALECT=${read}.`;
  return warn('dialect', summary, next);
}

/** For a platform without the API at the configured address: where it responds; undefined if nowhere known. */
export async function findElsewhere({ options }: PlatformClient): Promise<Check | undefined> {
  const { scope } = options;
  const dialect: Dialect = scope.dialect === 'actions' ? 'specification' : 'actions';
  const other = createClient({ ...options, scope: { ...scope, dialect } });
  try {
    const agents = await ifReadable(other.call(operations.listAgents, { query: { offset: 0, limit: 1 } }));
    // The first read's error gives better advice.
    if (agents === undefined) return undefined;
    const read = await ifReadable(dialectRead(other));
    const prefix = pathPrefix(dialect, scope.basePath);
    const summary = `It answers at ${prefix}/v1${read === undefined ? '' : `, and expects ${NAMES[read]}`}.`;
    return fail('dialect', summary, nextStep(dialect, read, prefix), EXIT.platform);
  } finally {
    await other.close();
  }
}

/** @param dialect the one whose address responds @param read the one that is read there */
function nextStep(dialect: Dialect, read: Dialect | undefined, prefix: string): string {
  if (read === undefined || read === dialect) return `Set AGENT_PLATFORM_DIALECT=${dialect}.`;
  // The specification's words behind a prefix that is not its own.
  if (read === 'specification') return `Set AGENT_PLATFORM_BASE_URL so that it ends in ${prefix}.`;
  // Its words without the prefix: in the specification's, an approval would count as a rejection.
  return `Leave AGENT_PLATFORM_DIALECT=actions, whose words go only to ${PATH_PREFIXES.actions}/v1: have the platform, or a proxy before it, answer there.`;
}

/**
 * The dialect whose filter by status takes effect, if reads show that exactly one does.
 * @throws PlatformError if no agent's threads can be read
 */
async function dialectRead(client: PlatformClient): Promise<Dialect | undefined> {
  const agents = await client.call(operations.listAgents, { query: { offset: 0, limit: AGENTS } });
  const unread: PlatformError[] = [];
  for (const { id } of agents.items) {
    const statuses = await ifReadable(statusesOf(client, id, {}), (_, error) => unread.push(error));
    const [first] = statuses ?? [];
    if (first === undefined) continue;
    const status = THREAD_STATUSES.find((known) => known !== first);
    const takesEffect = async (dialect: Dialect): Promise<boolean | undefined> => {
      const filter = inDialect(operations.listAgentThreads, 'query', { status }, dialect);
      return (await ifReadable(statusesOf(client, id, filter)))?.every((one) => one !== first);
    };
    const [specification, actions] = [await takesEffect('specification'), await takesEffect('actions')];
    if (specification === actions || specification === undefined || actions === undefined) return undefined;
    return specification ? 'specification' : 'actions';
  }
  const [error] = unread;
  if (error !== undefined && unread.length === agents.items.length) throw error;
  return undefined;
}

/** Fails if the filter by status leaves out what waits: the inbox would be empty. */
async function waitingMissed(client: PlatformClient): Promise<Check | undefined> {
  const agents = await client.call(operations.listAgents, { query: { offset: 0, limit: AGENTS } });
  const thread = await leftOutByStatus(
    'AWAITING_APPROVAL',
    (operation, input) => client.call(operation, input),
    agents.items,
  );
  if (thread === undefined) return undefined;
  const summary = `Threads wait as ${foreign(thread.status).line(40)}, and its filter by status leaves them out: list_pending_approvals doesn't find them.`;
  const next = 'Tell the people who run the platform. Until then, search_threads without a status finds them.';
  return fail('dialect', summary, next, EXIT.platform);
}

/** Without dialects, so that the query is sent unchanged. */
const listThreads: OperationSpec = { ...operations.listAgentThreads, dialects: {} };

/** The statuses of an agent's latest threads, in upper case as the specification has them. */
async function statusesOf(client: PlatformClient, agentId: string, filter: Json): Promise<readonly string[]> {
  const input = { path: { agentId }, query: { ...filter, limit: THREADS, offset: 0 } };
  const { items } = (await client.call(listThreads, input)) as Page<Thread>;
  return items.map(({ status }) => status.toUpperCase());
}
