/**
 * How many calls are worked on at once: of one caller, and in all, and how many one caller may begin in a minute. Who is
 * beyond that is refused at once, before the body is read.
 */

/** What is admitted at once and over time. */
export interface AdmissionLimits {
  readonly maxCallsPerCaller: number;
  readonly maxCalls: number;
  /** Undefined: as many as come. */
  readonly callsPerMinute: number | undefined;
}

/** A request that may be worked on. */
export interface Admitted {
  /** Beyond the limits: how to refuse it, unless it is an answer to this server's question, or a notification. */
  readonly beyond: NotAdmitted | undefined;
  /** While `work` waits for a human, the call counts for its caller, and takes no place from others. */
  held<T>(work: () => Promise<T>): Promise<T>;
  /** Gives its place back. Call it once. */
  end(): void;
}

/** Why a request is not worked on now. */
export interface NotAdmitted {
  readonly status: 429 | 503;
  readonly message: string;
  readonly retryAfterSeconds: number;
}

/** One for a server. */
export interface Admission {
  /**
   * @param caller tells callers apart
   * @param mayAnswer whether it could be an answer to a question: a few of those are let through beyond the limits, since
   *   hosts send an answer once
   */
  admit(caller: string, mayAnswer: boolean): Admitted | NotAdmitted;
}

/** Answers beyond the limits that may be read at once, for one caller and in all. Each is short. */
const ANSWERS_PER_CALLER = 4;
const ANSWERS = 64;
/** How many callers are remembered before those that do nothing are forgotten. */
const MAX_IDLE = 1_000;

interface CallerState {
  calls: number;
  answers: number;
  /** What is left of the rate, as of `at` (`performance.now()`). */
  left: number;
  at: number;
}

const NOTHING_DONE = 'Nothing was done: call again later.';

export function createAdmission({ maxCallsPerCaller, maxCalls, callsPerMinute }: AdmissionLimits): Admission {
  const callers = new Map<string, CallerState>();
  let busy = 0;
  let answers = 0;

  const stateOf = (caller: string): CallerState => {
    const now = performance.now();
    const state = callers.get(caller) ?? { calls: 0, answers: 0, left: callsPerMinute ?? 0, at: now };
    if (callsPerMinute !== undefined) {
      state.left = Math.min(callsPerMinute, state.left + ((now - state.at) / 60_000) * callsPerMinute);
    }
    state.at = now;
    callers.set(caller, state);
    if (callers.size > MAX_IDLE) forgetIdle(now);
    return state;
  };
  /** Whoever did nothing for a minute has the whole rate again, as one who never came. */
  const forgetIdle = (now: number): void => {
    for (const [caller, { calls, at, answers: open }] of callers)
      if (calls + open === 0 && now - at >= (callsPerMinute === undefined ? 1 : 60_000)) callers.delete(caller);
  };

  const refusalOf = ({ calls, left }: CallerState): NotAdmitted | undefined => {
    if (calls >= maxCallsPerCaller) {
      const message = `You have ${calls} calls under way, the most of one caller here (AGENT_PLATFORM_HTTP_MAX_CALLS_PER_CALLER).`;
      return { status: 429, message: `${message} ${NOTHING_DONE}`, retryAfterSeconds: 1 };
    }
    if (callsPerMinute !== undefined && left < 1) {
      const message = `You may make ${callsPerMinute} calls a minute (AGENT_PLATFORM_HTTP_CALLS_PER_MINUTE).`;
      const retryAfterSeconds = Math.ceil(((1 - left) * 60) / callsPerMinute);
      return { status: 429, message: `${message} ${NOTHING_DONE}`, retryAfterSeconds };
    }
    if (busy < maxCalls) return undefined;
    const message = `This server works on ${busy} calls, as many as it may (AGENT_PLATFORM_HTTP_MAX_CALLS).`;
    return { status: 503, message: `${message} ${NOTHING_DONE}`, retryAfterSeconds: 1 };
  };

  const answerFor = (state: CallerState, beyond: NotAdmitted): Admitted => {
    state.answers++;
    answers++;
    return {
      beyond,
      held: (work) => work(),
      end() {
        state.answers--;
        answers--;
      },
    };
  };

  return {
    admit(caller, mayAnswer) {
      const state = stateOf(caller);
      const refusal = refusalOf(state);
      if (refusal !== undefined) {
        const hasRoom = mayAnswer && state.answers < ANSWERS_PER_CALLER && answers < ANSWERS;
        return hasRoom ? answerFor(state, refusal) : refusal;
      }
      state.calls++;
      if (callsPerMinute !== undefined) state.left--;
      busy++;
      let hasPlace = true;
      let isOver = false;
      const takePlace = (wanted: boolean): void => {
        if (wanted !== hasPlace) busy += wanted ? 1 : -1;
        hasPlace = wanted;
      };
      return {
        beyond: undefined,
        async held(work) {
          takePlace(false);
          try {
            return await work();
          } finally {
            // Its client may have gone meanwhile.
            if (!isOver) takePlace(true);
          }
        },
        end() {
          isOver = true;
          state.calls--;
          takePlace(false);
        },
      };
    },
  };
}
