/**
 * What helps to decide on a request in ten seconds, made of facts alone: the calls, what is unusual about them, what the
 * agent's words say otherwise, and what became of earlier ones. The sentences are this program's; what agents wrote is
 * marked in them. Says nothing where nothing is sure.
 */

import type { Thread } from '../../../platform/parse/records.ts';
import { excerpt, isWhole } from '../../../present/excerpt.ts';
import { count } from '../../../present/units.ts';
import type { Request } from '../request.ts';
import { type Asked, askedOf, type BriefCall } from './calls.ts';
import { contradictionsIn } from './contradictions.ts';
import { earlierFacts } from './earlier.ts';
import type { Loaded } from './load.ts';
import { unusualIn } from './unusual.ts';

/** Lists of short facts. A type and no interface, so that it fits structured content. */
export type Brief = {
  readonly calls: readonly string[];
  readonly unusual: readonly string[];
  readonly contradictions: readonly string[];
  readonly earlier: readonly string[];
};

/** Facts of each kind. */
const MOST = 8;
/** Characters of a call's arguments, and of those of all calls together: the call is what is decided on. */
const ARGUMENTS = 2_000;
const ALL_ARGUMENTS = 3_000;
/** What each call gets where there are many. */
const LEAST = 120;

/** The brief on a thread that waits. `loaded` is what is known of its agent's earlier requests. */
export function briefOf(request: Request, loaded: Loaded): Brief {
  const { thread } = request;
  const asked = askedOf(request);
  return {
    calls: capped(withRoom(asked.calls).map(callFact)),
    unusual: 'history' in loaded ? capped(unusualFacts(thread, asked, loaded)) : [],
    contradictions: capped(contradictionsIn(asked)),
    earlier: earlierOf(thread, asked, loaded),
  };
}

function earlierOf(thread: Thread, { calls }: Asked, loaded: Loaded): string[] {
  if (calls.length === 0) return [];
  if ('history' in loaded) return capped(earlierFacts(calls, loaded.history, thread.id));
  return [`Earlier requests were left out: ${loaded.leftOut}`];
}

function unusualFacts({ id }: Thread, { calls }: Asked, { history }: Extract<Loaded, { history: unknown }>): string[] {
  return calls.flatMap((call) => unusualIn(call, history.of(call.name.raw, id)));
}

const KINDS = { open: '', words: ' (mentioned in text only)', answered: ' (already answered)' } as const;

interface Roomy {
  readonly call: BriefCall;
  readonly room: number;
}

/** Each call with the characters that its arguments get. */
function withRoom(calls: readonly BriefCall[]): Roomy[] {
  let left = ALL_ARGUMENTS;
  return calls.map((call) => {
    const room = Math.max(LEAST, Math.min(ARGUMENTS, left));
    left -= Math.min(room, call.argumentsText.length);
    return { call, room };
  });
}

/** `name arguments` of the calls that a brief shows whole. */
export const shownArguments = (calls: readonly BriefCall[]): ReadonlySet<string> =>
  new Set(
    withRoom(calls)
      .slice(0, MOST)
      .filter(({ call, room }) => isWhole(call.argumentsText, room))
      .map(({ call }) => `${call.name.raw} ${call.argumentsText.raw}`),
  );

const callFact = ({ call: { name, argumentsText, kind }, room }: Roomy): string =>
  `${name.line(80)} ${excerpt(argumentsText, room)}${KINDS[kind]}`;

function capped(facts: readonly string[]): string[] {
  const once = [...new Set(facts)];
  return once.length <= MOST
    ? once
    : [...once.slice(0, MOST), `and ${count(once.length - MOST, 'more')}`.replace(/s$/, '')];
}
