/**
 * A platform whose threads ask for one thing after the other: whatever is decided, the thread at once waits for the next
 * request. It notes which request each decision met, so a decision on a request that nobody saw is found out.
 */
import { json, type Recorded, startDouble, TOKEN } from './platform-double.ts';

/** A decision that took effect, and the number of the request that it met: 0 is the one that waited at first. */
interface Met {
  readonly threadId: string;
  readonly request: number;
  readonly status: string;
}

export interface RacePlatform {
  readonly url: string;
  readonly met: readonly Met[];
  readonly requests: readonly Recorded[];
  /** For the server under test. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

interface RaceOptions {
  /** Reads show a decision only after so many milliseconds. */
  readonly lagMs?: number;
  /** Everything takes up to so many milliseconds, each request its own time. */
  readonly jitterMs?: number;
}

export const AGENT = '6f1c1a52-6f0e-4b56-9d0c-2b1f4a1c9e01';
const THREAD = /^\/v1\/agents\/threads\/([^/]+?)(\/approval)?$/;

export async function racePlatform({ lagMs = 0, jitterMs = 4 }: RaceOptions = {}): Promise<RacePlatform> {
  const decidedAt = new Map<string, number[]>();
  const met: Met[] = [];
  const times = (id: string): number[] => {
    const known = decidedAt.get(id) ?? [];
    decidedAt.set(id, known);
    return known;
  };
  const view = (id: string): object => {
    const shown = times(id).filter((at) => at <= Date.now() - lagMs).length;
    return {
      id,
      agentId: AGENT,
      status: 'AWAITING_APPROVAL',
      createdAt: '2026-03-01T08:00:00.000Z',
      messages: [
        { role: 'user', content: 'Handle the returns of the week.' },
        ...Array.from({ length: shown + 1 }, (_, n) => ({
          role: 'assistant',
          content: `Return ${n} came back.`,
          tool_calls: [{ id: `c${n}`, type: 'function', function: { name: 'refund', arguments: `{"amount":${n}}` } }],
        })),
      ],
    };
  };
  const double = await startDouble((exchange) => {
    const { request } = exchange;
    const later = (work: () => void): void => {
      setTimeout(work, Math.random() * jitterMs);
    };
    const [, id, isDecision] = THREAD.exec(request.path) ?? [];
    if (id === undefined) return json(404, { message: 'not found' })(exchange);
    if (!isDecision) return later(() => json(200, view(id))(exchange));
    later(() => {
      const { status } = JSON.parse(request.body) as { status: string };
      met.push({ threadId: id, request: times(id).length, status });
      times(id).push(Date.now());
      later(() => json(200, view(id))(exchange));
    });
  });
  return {
    url: double.url,
    met,
    requests: double.requests,
    env: {
      AGENT_PLATFORM_BASE_URL: double.url,
      AGENT_PLATFORM_TOKEN: TOKEN,
      AGENT_PLATFORM_LOG_LEVEL: 'error',
    },
    close: double.close,
  };
}
