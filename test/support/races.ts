/** Rounds of equal decisions at once, from any senders, and what got through. */
import { expect } from 'vitest';
import { type ElicitAnswer, type ToolResult, textOf } from './clients.ts';
import type { RacePlatform } from './race-platform.ts';

/** One caller: a connection to the server, or to one of its replicas. */
interface Racer {
  callTool(name: string, args?: Record<string, unknown>): Promise<ToolResult>;
}

/** What the callers hold: one fresh `reviewToken` for all, or a dialog each, all of them answered together. */
export type Kind = 'token' | 'dialogs';

interface Races {
  readonly platform: RacePlatform;
  readonly racers: readonly Racer[];
  readonly kind: Kind;
  readonly rounds: number;
  /** Answers the dialogs, if any. */
  readonly dialogs?: Dialogs;
}

/** What came of all rounds. */
interface Tally {
  rounds: number;
  calls: number;
  /** Rounds in which not exactly one decision reached the platform. */
  notOnce: number;
  /** Decisions that met another request than the one that waited when the calls were sent. */
  unseen: number;
  /** Rounds in which not exactly one caller was told of a decision. */
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
  /** How many dialogs are waited for before any is answered. */
  expect(count: number): void;
  readonly elicit: () => Promise<ElicitAnswer>;
}

/** A human with many hands: every dialog is on the screen before the first is answered, then all are, with Approve. */
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
