/** Load for a fixed time: clients that call sequentially, each on its own connection. */
import { lastThread } from '../platform.ts';
import { connectClient, type HttpClient } from './client.ts';
import type { Contender } from './contenders.ts';

export interface Run {
  /** Milliseconds of each call. */
  readonly times: readonly number[];
  readonly perSecond: number;
  /** Processor time of the server's replicas, per call. */
  readonly cpuMs: number;
  /** Calls without the expected answer; the other fields leave them out. */
  readonly failed: number;
}

export interface Clients {
  readonly all: readonly HttpClient[];
  close(): Promise<void>;
}

const OPENED_AT_ONCE = 32;

/** Clients, spread evenly over the first `count` replicas if those keep sessions. */
export async function clientsOf(
  { era, isAnsweredOnStream }: Contender,
  url: string,
  count: number,
  connections: number,
): Promise<Clients> {
  const all: HttpClient[] = [];
  // A few at once: sessions are expensive for some servers, and opening them is not measured.
  while (all.length < connections) {
    const more = Math.min(OPENED_AT_ONCE, connections - all.length);
    const replica = (n: number): number => (all.length + n) % count;
    const opening = Array.from({ length: more }, (_, n) =>
      connectClient({ url, era, replica: replica(n), isAnsweredOnStream }),
    );
    all.push(...(await Promise.all(opening)));
  }
  return {
    all,
    close: async () => {
      await Promise.all(all.map((client) => client.close()));
    },
  };
}

/** Maximum number of failures; after more, a server is not measured any further. */
const MAX_FAILED = 100;

/**
 * All clients call until the time is over; calls in progress are awaited and counted.
 * @throws if almost nothing is answered
 */
export async function loadFor(
  forMs: number,
  { call, replicas }: Contender,
  { all }: Clients,
  agentId: string,
  limit: number,
): Promise<Run> {
  const { name, args } = call(agentId, limit);
  const expected = lastThread(limit);
  const cpu = (): number => replicas.reduce((sum, replica) => sum + replica.cpuMs(), 0);
  const times: number[] = [];
  let failed = 0;
  const [cpuBefore, started] = [cpu(), performance.now()];
  const worker = async (client: HttpClient): Promise<void> => {
    while (performance.now() < started + forMs) {
      const begun = performance.now();
      try {
        await client.call(name, args, expected);
        times.push(performance.now() - begun);
      } catch (error) {
        if (++failed >= MAX_FAILED && failed > times.length) throw error;
      }
    }
  };
  await Promise.all(all.map(worker));
  const elapsed = performance.now() - started;
  return { times, perSecond: (times.length / elapsed) * 1000, cpuMs: (cpu() - cpuBefore) / times.length, failed };
}
