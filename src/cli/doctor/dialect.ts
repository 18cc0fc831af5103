/**
 * Which words the deployment reads (docs/platform-notes.md, "Deployments that read other words"), told from reads alone:
 * where it answers, and which spelling of a filter has an effect. An approval in words that it does not read would count as
 * a rejection, so this is known before the first one.
 */
import { pathPrefix, worded } from '../../platform/client/dialect.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { createClient, type PlatformClient } from '../../platform/client/index.ts';
import { DIALECTS, type Dialect } from '../../platform/operations/dialect.ts';
import { operations } from '../../platform/operations/index.ts';
import type { OperationSpec } from '../../platform/operations/operation.ts';
import { THREAD_STATUSES } from '../../platform/operations/schemas.ts';
import type { Page } from '../../platform/parse/answer.ts';
import type { Agent, Thread } from '../../platform/parse/records.ts';
import { EXIT } from '../exit-codes.ts';
import type { Check } from './report.ts';

/** Agents whose threads are looked at until one has any. */
const AGENTS = 5;
const THREADS = 20;

/** `warn` or `fail` where the configured dialect is not the one that is read, `skip` where reads can't tell. */
export async function checkDialect(client: PlatformClient, timeoutMs: number): Promise<Check> {
  const configured = client.options.scope.dialect ?? 'specification';
  const probes = new Map<Dialect, PlatformClient>(
    DIALECTS.map((dialect) => [
      dialect,
      createClient({ ...client.options, observer: undefined, scope: { ...client.options.scope, dialect } }),
    ]),
  );
  try {
    return await judge(configured, probes, timeoutMs);
  } finally {
    await Promise.all([...probes.values()].map((probe) => probe.close()));
  }
}

type Probes = ReadonlyMap<Dialect, PlatformClient>;

async function judge(configured: Dialect, probes: Probes, timeoutMs: number): Promise<Check> {
  const other = DIALECTS.find((dialect) => dialect !== configured) ?? configured;
  const own = await agentsOf(probes.get(configured), timeoutMs);
  if (own !== 'absent' && !Array.isArray(own)) return unknown('the agents could not be listed.');
  const place = own === 'absent' ? other : configured;
  const agents = own === 'absent' ? await agentsOf(probes.get(other), timeoutMs) : own;
  const probe = probes.get(place);
  // At neither place: what the first read says of that is the better advice.
  if (probe === undefined || !Array.isArray(agents)) return unknown('it does not answer at any known address.');
  const read = await wordsRead(probe, agents, timeoutMs).catch((error: unknown) => {
    if (error instanceof PlatformError) return undefined;
    throw error;
  });
  if (own === 'absent') return elsewhere(probe, place, read);
  if (read === undefined) return unknown('it has no threads that would show it, or it accepts either.');
  if (read === configured) {
    return { id: 'dialect', status: 'ok', summary: `It expects ${WORDS[read]}.`, details: { dialect: read } };
  }
  const danger = read === 'actions' ? ' An approval sent that way would count as a rejection.' : '';
  return {
    id: 'dialect',
    status: 'warn',
    summary: `It expects ${WORDS[read]}, but this server sends ${WORDS[configured]}.${danger}`,
    next: `Before anything is approved, set AGENT_PLATFORM_DIALECT=${read}.`,
    details: { dialect: read },
  };
}

const WORDS: Readonly<Record<Dialect, string>> = {
  specification: "the specification's field names",
  actions: 'the field names of the dialect “actions”',
};

const ADDRESS_OF: Readonly<Record<Dialect, string>> = {
  specification: 'the address in the specification',
  actions: 'the address of deployments with other words',
};

const unknown = (why: string): Check => ({
  id: 'dialect',
  status: 'skip',
  summary: `Which field names it expects (AGENT_PLATFORM_DIALECT) could not be determined: ${why}`,
});

/** Nothing is where the setting says; something is where the other dialect has it. */
function elsewhere({ options }: PlatformClient, place: Dialect, read: Dialect | undefined): Check {
  const prefix = `${pathPrefix(place, options.scope.basePath ?? '')}/v1`;
  const isSame = read === undefined || read === place;
  return {
    id: 'dialect',
    status: 'fail',
    summary: `It answers at ${prefix}, ${isSame ? ADDRESS_OF[place] : `and expects ${WORDS[read]}`}.`,
    next: isSame
      ? `Set AGENT_PLATFORM_DIALECT=${place}.`
      : `Set AGENT_PLATFORM_DIALECT=${read}, and AGENT_PLATFORM_BASE_URL so that it ends in ${prefix.replace(/\/v1$/, '')}.`,
    exitCode: EXIT.platform,
    details: { dialect: read ?? place },
  };
}

/** The first agents; `absent` where there is no such address, and undefined where nothing usable came. */
async function agentsOf(probe: PlatformClient | undefined, timeoutMs: number): Promise<Agent[] | 'absent' | undefined> {
  try {
    return (await probe?.call(operations.listAgents, { query: { offset: 0, limit: AGENTS } }, { timeoutMs }))?.items;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.facts.status === 404 || error.facts.status === 405 ? 'absent' : undefined;
  }
}

/** The dialect whose filter has an effect while the other's has none. @throws PlatformError */
async function wordsRead(
  probe: PlatformClient,
  agents: readonly Agent[],
  timeoutMs: number,
): Promise<Dialect | undefined> {
  for (const { id: agentId } of agents) {
    const threads = await threadsOf(probe, agentId, {}, timeoutMs);
    const [first] = threads ?? [];
    if (first === undefined) continue;
    const asked = THREAD_STATUSES.find((status) => status !== spelt(first)) ?? 'FAILED';
    const effective: Dialect[] = [];
    for (const dialect of DIALECTS) {
      const query = worded(operations.listAgentThreads, 'query', { status: asked }, dialect);
      const found = await threadsOf(probe, agentId, query, timeoutMs);
      // Refused is read, too.
      if (found === undefined || !found.some((thread) => spelt(thread) === spelt(first))) effective.push(dialect);
    }
    return effective.length === 1 ? effective[0] : undefined;
  }
  return undefined;
}

/** A status as the specification spells it. */
const spelt = ({ status }: Thread): string => status.toUpperCase().replace(/[\s-]/g, '_');

/** Without wordings of its own: the query is sent as it is. */
const { dialects: _, ...asItIs } = operations.listAgentThreads;
const listThreads: OperationSpec = asItIs;

/** Undefined where the platform refused the query. @throws PlatformError for every other failure */
async function threadsOf(
  probe: PlatformClient,
  agentId: string,
  filter: Readonly<Record<string, unknown>>,
  timeoutMs: number,
): Promise<readonly Thread[] | undefined> {
  try {
    const input = { path: { agentId }, query: { ...filter, limit: THREADS, offset: 0 } };
    return ((await probe.call(listThreads, input, { timeoutMs })) as Page<Thread>).items;
  } catch (error) {
    if (error instanceof PlatformError && error.facts.status === 400) return undefined;
    throw error;
  }
}
