import * as z from 'zod';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { numbers, result, texts } from '../results.ts';

/** Statuses that mean healthy. Any 2xx counts as a response; its status is shown. */
const HEALTHY = new Set(['ok', 'healthy', 'up', 'pass', 'available', 'running', 'alive']);

/** GET /v1/health, an assumed path that AGENT_PLATFORM_HEALTH_PATH moves. */
export const checkHealth = defineTool({
  name: 'check_health',
  title: 'Check health',
  toolset: 'platform',
  effect: 'read',
  example: {},
  description: 'Checks whether the platform answers, and how fast.',
  input: () => z.strictObject({}),
  output: () => result(texts('status', 'version'), numbers('latencyMs')),
  async handle(_, { call, settings }) {
    const started = performance.now();
    const { status, version, isPage } = await call(operations.checkHealth, {});
    const latencyMs = Math.round(performance.now() - started);
    const isHealthy = status === undefined || HEALTHY.has(status.toLowerCase());
    const what = settings.sandbox ? 'The sandbox' : 'The platform';
    if (isPage) {
      return {
        summary: `Whether the platform is available is unknown: a web page answered in ${latencyMs} ms.`,
        notes: ['Check that AGENT_PLATFORM_BASE_URL, with its path, is the address of the API, not of a web page.'],
        facts: { latencyMs },
      };
    }
    return {
      summary: isHealthy
        ? `${what} is available: it answered in ${latencyMs} ms.`
        : `${what} answered in ${latencyMs} ms, but reports the status ${status}.`,
      facts: { status, version: version?.line(100), latencyMs },
    };
  },
});
