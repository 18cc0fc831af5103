/** Metrics in the Prometheus text format. Labels have few values: names of tools and operations, and kinds of outcomes. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../../basics/program.ts';
import { DECISIONS } from '../../platform/operations/schemas.ts';
import { isSuccess, type Observer } from '../engine/outcome.ts';
import type { Selection } from '../engine/selection.ts';
import type { RequestFacts } from './request-context.ts';

/** The engine reports to it as to an observer; the HTTP server reports its requests. Times are in milliseconds. */
export type Metrics = ReturnType<typeof createMetrics>;

const PREFIX = 'agent_platform_mcp_';
/** In seconds: from a fast list to the slow reply of a model. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** The methods that are counted; callers could make up any number of others. */
const RPC_METHODS = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]);

/** Metrics that are 1 or 0: the name and help of each. Absent where the settings don't have what they are about. */
const STATES = {
  tokens_file: ['tokens_file_valid', '1 if the file of named tokens can be used, 0 if an older version is in force'],
  store: ['store_usable', '1 if the Redis of the replicas can be used, 0 if not, and decisions are refused'],
  state_key: ['state_key_agreed', '1 if all replicas have one state key, 0 if not, and none decides'],
} as const;

/** With a registry of its own, so that two servers in one process count separately. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
    new Counter({ name: PREFIX + name, help, labelNames, registers });
  const seconds = <L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
    new Histogram({ name, help, labelNames, registers, buckets: BUCKETS });
  const gauge = <L extends string>(name: string, help: string, ...labelNames: readonly L[]) =>
    new Gauge({ name: PREFIX + name, help, labelNames, registers });

  const calls = counter('tool_calls_total', 'Tool calls that ended, by how they ended', 'tool', 'outcome');
  const errors = counter('tool_errors_total', 'Tool calls that failed or were refused', 'tool', 'kind');
  const readsHelp = 'Reads of resources, prompts, lists and completions, by how they ended';
  const reads = counter('reads_total', readsHelp, 'type', 'name', 'outcome');
  const readErrors = counter('read_errors_total', 'Reads that failed', 'type', 'name', 'kind');
  const readDurations = seconds(`${PREFIX}read_duration_seconds`, 'How long reads took', 'type', 'name');
  // Name and labels follow OpenTelemetry's conventions for MCP.
  const operations = seconds(
    'mcp_server_operation_duration_seconds',
    'How long MCP requests took, including waits',
    ...(['mcp_method_name', 'gen_ai_tool_name', 'error_type'] as const),
  );
  const decisionsHelp = 'Decisions that were sent, by who consented and how they ended';
  const decisions = counter('decisions_total', decisionsHelp, 'decision', 'consent', 'outcome');
  // Created with the first read of an inbox: until then a 0 would be wrong.
  let inbox: { readonly waiting: Gauge; readonly age: Gauge; overdue?: Gauge; readAt: number } | undefined;
  const states = new Map<string, Gauge>();
  const attemptsHelp = 'Requests to the platform, each retry counted';
  const attempts = counter('upstream_attempts_total', attemptsHelp, 'operation', 'outcome');
  const attemptDurations = seconds(
    `${PREFIX}upstream_attempt_duration_seconds`,
    'How long requests to the platform took',
    'operation',
  );
  const waits = seconds(`${PREFIX}upstream_gate_wait_seconds`, "Waits imposed by the platform's rate limit");
  const connectionWaits = seconds(
    `${PREFIX}upstream_connection_wait_seconds`,
    'Waits for a connection to the platform while all were in use',
  );
  const requests = counter('http_requests_total', 'HTTP requests answered', 'route', 'status');
  const requestDurations = seconds(`${PREFIX}http_request_duration_seconds`, 'How long HTTP requests took', 'route');
  const exchanges = counter('token_exchanges_total', "Exchanges of callers' tokens, by how they ended", 'outcome');
  const openRequests = gauge('http_requests_open', 'HTTP requests in progress');
  const openConnections = gauge('http_connections_open', 'Connections of clients');
  const memory = gauge('process_resident_memory_bytes', 'Memory of this process');
  gauge('build_info', 'Version of this server', 'version').set({ version: VERSION }, 1);

  const observer: Observer = {
    ended({ kind, name }, outcome, ms) {
      const problem = isSuccess(outcome) ? undefined : (outcome.detail ?? outcome.kind);
      if (kind === 'tool') {
        calls.inc({ tool: name, outcome: outcome.kind });
        if (problem !== undefined) errors.inc({ tool: name, kind: problem });
      } else {
        reads.inc({ type: kind, name, outcome: outcome.kind });
        if (problem !== undefined) readErrors.inc({ type: kind, name, kind: problem });
        readDurations.observe({ type: kind, name }, ms / 1000);
      }
    },
    decided: (decision, consent, outcome) => decisions.inc({ decision, consent, outcome }),
    waiting({ count, overdue }) {
      inbox ??= {
        waiting: gauge('approvals_waiting', 'Threads that waited for a decision when last read'),
        age: gauge('approvals_waiting_age_seconds', 'How long ago they were read'),
        readAt: 0,
      };
      inbox.waiting.set(count);
      if (overdue !== undefined) {
        inbox.overdue ??= gauge('approvals_overdue', 'Threads that had waited too long for a decision when last read');
        inbox.overdue.set(overdue);
      }
      inbox.readAt = performance.now();
    },
    attempt(operation, outcome, ms) {
      attempts.inc({ operation, outcome });
      attemptDurations.observe({ operation }, ms / 1000);
    },
    connectionWait: (ms) => connectionWaits.observe(ms / 1000),
    gateWait: (ms) => waits.observe(ms / 1000),
  };
  return {
    ...observer,
    /** What alerts count exists from now on: a series that begins with its first event, at 1, has not increased by it. */
    startAtZero({ tools, cardTools }: Pick<Selection, 'tools' | 'cardTools'>): void {
      for (const decision of DECISIONS)
        for (const consent of ['human', 'card', 'not-asked', 'approvals-off'])
          for (const outcome of ['done', 'failed', 'unknown']) decisions.inc({ decision, consent, outcome }, 0);
      for (const { name: tool, effect } of [...tools, ...cardTools])
        for (const kind of effect === 'read' ? [] : ['store', 'state_key', 'audit-log']) errors.inc({ tool, kind }, 0);
    },
    /** An MCP request ended, after `ms`. Text from the caller never becomes a label. */
    operation({ rpc = '', tool, outcome }: RequestFacts, status: number, ms: number): void {
      if (!RPC_METHODS.has(rpc)) return;
      const failed = outcome !== undefined && !isSuccess({ kind: outcome }) ? 'tool_error' : undefined;
      const error = status >= 400 ? String(status) : failed;
      const labels = {
        mcp_method_name: rpc,
        ...(tool && { gen_ai_tool_name: tool }),
        ...(error && { error_type: error }),
      };
      operations.observe(labels, ms / 1000);
    },
    /** Whether it is as it should be, for as long as nothing else is reported. */
    state(of: keyof typeof STATES, isGood: boolean): void {
      const [name, help] = STATES[of];
      const state = states.get(of) ?? gauge(name, help);
      states.set(of, state);
      state.set(Number(isGood));
    },
    /** An exchange of a caller's token ended. */
    exchanged: (outcome: string): void => exchanges.inc({ outcome }),
    /** An HTTP request has its response. */
    request(route: string, status: number, ms: number): void {
      requests.inc({ route, status: String(status) });
      requestDurations.observe({ route }, ms / 1000);
    },
    /** The page with all metrics, and its content type. */
    async page(open: { readonly requests: number; readonly connections: number }) {
      openRequests.set(open.requests);
      openConnections.set(open.connections);
      inbox?.age.set((performance.now() - inbox.readAt) / 1000);
      memory.set(process.memoryUsage.rss());
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
