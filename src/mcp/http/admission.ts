/** Limits on the calls in progress and per minute. A call over a limit is refused before its body is read. */
import { envName, type Settings } from '../../settings/table.ts';

/** A request that may be processed. */
export interface Admitted {
  /** Over a limit: the refusal to send unless it is a reply to this server's question, or a notification. */
  readonly overLimit: NotAdmitted | undefined;
  /** Runs `work`, which waits for a human. Meanwhile the call counts for its caller, but not towards `maxCalls`. */
  waitForHuman<T>(work: () => Promise<T>): Promise<T>;
  /** Frees its place. Call it once. */
  end(): void;
}

/** A refusal for now. */
export interface NotAdmitted {
  readonly status: 429 | 503;
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** @param mayBeReply a few possible replies to a question pass over the limits, since hosts send a reply only once */
type Admit = (caller: string, mayBeReply: boolean) => Admitted | NotAdmitted;

/** Possible replies that may pass over the limits at once, for one caller and in all. Each is short. */
const REPLIES_PER_CALLER = 4;
const REPLIES = 64;
/** With more callers than this in memory, the idle ones are forgotten. */
const MAX_CALLERS = 1_000;

interface CallerState {
  calls: number;
  replies: number;
  /** Calls that the rate still allows, as of `updatedAt` (`performance.now()`). */
  allowance: number;
  updatedAt: number;
}

const NOTHING_DONE = 'Nothing was done: call again later.';

export function createAdmission(
  settings: Pick<Settings, 'httpMaxCallsPerCaller' | 'httpMaxCalls' | 'httpCallsPerMinute'>,
): Admit {
  const { httpMaxCallsPerCaller: maxCallsPerCaller, httpMaxCalls: maxCalls } = settings;
  /** Undefined: unlimited. */
  const callsPerMinute = settings.httpCallsPerMinute || undefined;
  const callers = new Map<string, CallerState>();
  let busy = 0;
  let replies = 0;

  const stateOf = (caller: string): CallerState => {
    const now = performance.now();
    const state = callers.get(caller) ?? { calls: 0, replies: 0, allowance: callsPerMinute ?? 0, updatedAt: now };
    if (callsPerMinute !== undefined) {
      const earned = ((now - state.updatedAt) / 60_000) * callsPerMinute;
      state.allowance = Math.min(callsPerMinute, state.allowance + earned);
    }
    state.updatedAt = now;
    callers.set(caller, state);
    if (callers.size > MAX_CALLERS) forgetIdle(now);
    return state;
  };
  /** After a minute without calls a caller has the full allowance again, like a new one. */
  const forgetIdle = (now: number): void => {
    for (const [caller, { calls, replies: open, updatedAt }] of callers)
      if (calls + open === 0 && now - updatedAt >= (callsPerMinute === undefined ? 1 : 60_000)) callers.delete(caller);
  };

  const refusalFor = ({ calls, allowance }: CallerState): NotAdmitted | undefined => {
    if (calls >= maxCallsPerCaller) {
      const message = `You have ${calls} calls in progress, the maximum for one caller here (${envName('httpMaxCallsPerCaller')}).`;
      return { status: 429, message: `${message} ${NOTHING_DONE}`, retryAfterSeconds: 1 };
    }
    if (callsPerMinute !== undefined && allowance < 1) {
      const message = `You may make ${callsPerMinute} ${callsPerMinute === 1 ? 'call' : 'calls'} a minute (${envName('httpCallsPerMinute')}).`;
      const retryAfterSeconds = Math.ceil(((1 - allowance) * 60) / callsPerMinute);
      return { status: 429, message: `${message} ${NOTHING_DONE}`, retryAfterSeconds };
    }
    if (busy < maxCalls) return undefined;
    const message = `This server has ${busy} calls in progress, its maximum (${envName('httpMaxCalls')}).`;
    return { status: 503, message: `${message} ${NOTHING_DONE}`, retryAfterSeconds: 1 };
  };

  const admitReply = (state: CallerState, overLimit: NotAdmitted): Admitted => {
    state.replies++;
    replies++;
    return {
      overLimit,
      waitForHuman: (work) => work(),
      end() {
        state.replies--;
        replies--;
      },
    };
  };

  return (caller, mayBeReply) => {
    const state = stateOf(caller);
    const refusal = refusalFor(state);
    if (refusal !== undefined) {
      const hasRoom = mayBeReply && state.replies < REPLIES_PER_CALLER && replies < REPLIES;
      return hasRoom ? admitReply(state, refusal) : refusal;
    }
    state.calls++;
    if (callsPerMinute !== undefined) state.allowance--;
    busy++;
    let hasPlace = true;
    let isOver = false;
    const takePlace = (wanted: boolean): void => {
      if (wanted !== hasPlace) busy += wanted ? 1 : -1;
      hasPlace = wanted;
    };
    return {
      overLimit: undefined,
      async waitForHuman(work) {
        takePlace(false);
        try {
          return await work();
        } finally {
          // Its client may have left meanwhile.
          if (!isOver) takePlace(true);
        }
      },
      end() {
        isOver = true;
        state.calls--;
        takePlace(false);
      },
    };
  };
}
