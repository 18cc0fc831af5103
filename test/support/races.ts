/** Rounds of concurrent equal decisions, from any senders, and the ones that took effect. */
import { expect } from 'vitest';
import { type ElicitAnswer, type ToolResult, textOf } from './clients.ts';
import { json, type Recorded, startDouble, TOKEN } from './platform-double.ts';

/** A decision that took effect, and the number of the request that it reached; the first is 0. */
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
  /** Milliseconds until reads show a decision. */
  readonly lagMs?: number;
  /** Maximum milliseconds of a request; each takes a different time. */
  readonly jitterMs?: number;
}

const AGENT = '6f1c1a52-6f0e-4b56-9d0c-2b1f4a1c9e01';
const THREAD = /^\/v1\/agents\/threads\/([^/]+?)(\/approval)?$/;

/**
 * A platform whose threads ask for one thing after the other: after any decision, the thread at once waits for the next
 * request. It records which request each decision reached, so a decision on an unseen request is detected.
 */
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

/** One caller: a connection to the server, or to one of its replicas. */
interface Racer {
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
}

/** How callers decide: all with one fresh `reviewToken`, or each in a dialog, all answered together. */
export type Kind = 'token' | 'dialogs';

interface Races {
  readonly platform: RacePlatform;
  readonly racers: readonly Racer[];
  readonly kind: Kind;
  readonly rounds: number;
  /** Answers the dialogs, if any. */
  readonly dialogs?: Dialogs;
}

/** The result of all rounds. */
interface Tally {
  rounds: number;
  calls: number;
  /** Rounds in which the number of decisions that reached the platform was not one. */
  notOnce: number;
  /** Decisions that reached a different request from the one that waited when the calls were sent. */
  unseen: number;
  /** Rounds in which the number of callers with a reported decision was not one. */
  told: number;
}

let serial = 0;

/** Runs the rounds, each on its own thread with two to eight equal calls. */
export async function race({ platform, racers, kind, rounds, dialogs }: Races): Promise<Tally> {
  const tally: Tally = { rounds, calls: 0, notOnce: 0, unseen: 0, told: 0 };
  for (let round = 0; round < rounds; round++) {
    const threadId = `race-${process.pid}-${++serial}`;
    const width = 2 + (round % 7);
    const [first] = racers;
    if (first === undefined) throw new Error('nobody races');
    const args: Record<string, unknown> = { threadId, status: 'APPROVED' };
    if (kind === 'token') {
      const seen = await first.callTool('get_thread', { threadId });
      args.reviewToken = (seen.structuredContent as { reviewToken?: unknown }).reviewToken;
    }
    dialogs?.expect(width);
    const results = await Promise.all(
      Array.from({ length: width }, (_, n) => (racers[n % racers.length] ?? first).callTool('approve_thread', args)),
    );
    const met = platform.met.filter((one) => one.threadId === threadId);
    tally.calls += width;
    if (met.length !== 1) tally.notOnce++;
    tally.unseen += met.filter(({ request }) => request !== 0).length;
    if (results.filter(({ isError }) => isError !== true).length !== 1) tally.told++;
    for (const result of results) if (result.isError === true) expect(textOf(result)).toMatch(/Nothing was sent/);
  }
  return tally;
}

/** Nothing got through. */
export const heldIn = (tally: Tally): void => {
  expect(tally).toEqual({ rounds: tally.rounds, calls: tally.calls, notOnce: 0, unseen: 0, told: 0 });
};

interface Dialogs {
  /** The number of dialogs to wait for before any is answered. */
  expect(count: number): void;
  readonly elicit: () => Promise<ElicitAnswer>;
}

/** A human who opens every dialog before answering the first, and then presses Approve in all. */
export function dialogsTogether(): Dialogs {
  let missing = 0;
  let open: (() => void)[] = [];
  return {
    expect(count) {
      missing = count;
      open = [];
    },
    elicit: () =>
      new Promise((resolve) => {
        open.push(() => resolve({ action: 'accept', content: { decision: 'Approve refund' } }));
        if (--missing <= 0) for (const answer of open.splice(0)) answer();
      }),
  };
}
