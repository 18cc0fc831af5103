/** What is counted, in the Prometheus text format. Labels are bounded: names of tools and operations, and kinds of ends. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { VERSION } from '../../basics/program.ts';
import type { Observer } from '../engine/observer.ts';
import { isFine } from '../engine/outcome.ts';

/** What `/metrics` shows: fed by the engine as its observer, and by the HTTP server. Times come in milliseconds. */
export interface Metrics extends Observer {
  /** A request over HTTP was answered. */
  request(route: string, status: number, ms: number): void;
  /** The whole page, with its content type. */
  page(open: { readonly requests: number; readonly connections: number }): Promise<{ type: string; text: string }>;
}

const PREFIX = 'agent_platform_mcp_';
/** Seconds: from what a list takes to what a model takes to answer. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Has its own registry, so that two servers in one process count separately. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const about = <L extends string>(name: string, help: string, labelNames: readonly L[]) => ({
    name: PREFIX + name,
    help,
    labelNames,
    registers: [registry],
  });
  const calls = new Counter(about('tool_calls_total', 'Tool calls that ended, by how they ended', ['tool', 'outcome']));
  const errors = new Counter(about('tool_errors_total', 'Tool calls that failed or were refused', ['tool', 'kind']));
  const durations = new Histogram({
    ...about('tool_call_duration_seconds', 'How long tool calls took', ['tool']),
    buckets: BUCKETS,
  });
  const reads = new Counter(
    about('reads_total', 'Reads of resources, prompts, lists and completions, by how they ended', [
      'type',
      'name',
      'outcome',
    ]),
  );
  const readErrors = new Counter(about('read_errors_total', 'Reads that failed', ['type', 'name', 'kind']));
  const readDurations = new Histogram({
    ...about('read_duration_seconds', 'How long reads took', ['type', 'name']),
    buckets: BUCKETS,
  });
  const attempts = new Counter(
    about('upstream_attempts_total', 'Requests to the platform, each retry counted', ['operation', 'outcome']),
  );
  const attemptDurations = new Histogram({
    ...about('upstream_attempt_duration_seconds', 'How long requests to the platform took', ['operation']),
    buckets: BUCKETS,
  });
  const waits = new Histogram({
    ...about('upstream_gate_wait_seconds', "Waits imposed by the platform's rate limit", []),
    buckets: BUCKETS,
  });
  const connectionWaits = new Histogram({
    ...about('upstream_connection_wait_seconds', 'Waits for a connection to the platform, where all were in use', []),
    buckets: BUCKETS,
  });
  const requests = new Counter(about('http_requests_total', 'HTTP requests answered', ['route', 'status']));
  const requestDurations = new Histogram({
    ...about('http_request_duration_seconds', 'How long HTTP requests took', ['route']),
    buckets: BUCKETS,
  });
  const openRequests = new Gauge(about('http_requests_open', 'HTTP requests in progress', []));
  const openConnections = new Gauge(about('http_connections_open', 'Connections of clients', []));
  const memory = new Gauge(about('process_resident_memory_bytes', 'Memory of this process', []));
  new Gauge(about('build_info', 'Version of this server', ['version'])).set({ version: VERSION }, 1);

  return {
    ended({ kind, name }, outcome, ms) {
      const problem = isFine(outcome) ? undefined : (outcome.detail ?? outcome.kind);
      if (kind === 'tool') {
        calls.inc({ tool: name, outcome: outcome.kind });
        if (problem !== undefined) errors.inc({ tool: name, kind: problem });
        durations.observe({ tool: name }, ms / 1000);
      } else {
        reads.inc({ type: kind, name, outcome: outcome.kind });
        if (problem !== undefined) readErrors.inc({ type: kind, name, kind: problem });
        readDurations.observe({ type: kind, name }, ms / 1000);
      }
    },
    attempt(operation, outcome, ms) {
      attempts.inc({ operation, outcome });
      attemptDurations.observe({ operation }, ms / 1000);
    },
    connectionWait: (ms) => connectionWaits.observe(ms / 1000),
    gateWait: (ms) => waits.observe(ms / 1000),
    request(route, status, ms) {
      requests.inc({ route, status: String(status) });
      requestDurations.observe({ route }, ms / 1000);
    },
    async page(open) {
      openRequests.set(open.requests);
      openConnections.set(open.connections);
      memory.set(process.memoryUsage.rss());
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
