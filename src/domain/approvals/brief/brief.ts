/**
 * Helps to decide on a request in ten seconds, with facts only: the calls, what is unusual about them, contradictions with
 * the agent's text, and the outcomes of earlier calls. This program writes the sentences; text by agents is marked unless
 * it is plain. Uncertain facts are left out.
 */

import { excerpt, isWhole } from '../../../present/excerpt.ts';
import { contradictionsIn } from './contradictions.ts';
import type { BriefCall, BriefInput } from './input.ts';
import type { Loaded } from './load.ts';
import { earlierFacts, unusualFacts } from './unusual.ts';

/** Lists of short facts without full stops. A type, not an interface, so that it is assignable to structured content. */
export type Brief = {
  readonly calls: readonly string[];
  readonly unusual: readonly string[];
  readonly contradictions: readonly string[];
  readonly earlier: readonly string[];
};

/** Maximum number of facts of each kind. */
const MAX_FACTS = 8;
/** Characters of the facts about earlier requests, of each kind: they must leave the request itself its room. */
const MAX_CHARACTERS = 800;

/** The brief on a request. `loaded` holds its agent's earlier requests. */
export function briefOf(asked: BriefInput, loaded: Loaded): Brief {
  const isKnown = 'history' in loaded;
  return {
    calls: capped(withRoom(asked.calls).map(callFact)),
    contradictions: capped(contradictionsIn(asked)),
    unusual: isKnown ? capped(unusualFacts(asked, loaded.history), MAX_CHARACTERS) : [],
    earlier: isKnown
      ? capped(earlierFacts(asked, loaded.history), MAX_CHARACTERS)
      : asked.calls.map(() => `left out: ${loaded.leftOut}`).slice(0, 1),
  };
}

/** Whether the agent's text and its calls differ. */
export const hasContradiction = ({ contradictions }: Pick<Brief, 'contradictions'>): boolean =>
  contradictions.length > 0;

/** Whether the calls differ from the agent's earlier ones. */
export const isUnusual = ({ unusual }: Pick<Brief, 'unusual'>): boolean => unusual.length > 0;

function capped(facts: readonly string[], characters = Number.POSITIVE_INFINITY): string[] {
  const once = [...new Set(facts)];
  let left = characters;
  const kept = once.slice(0, MAX_FACTS).filter(({ length }) => {
    left -= length;
    return left >= 0;
  });
  return kept.length === once.length ? kept : [...kept, `and ${once.length - kept.length} more`];
}

/** The kinds of facts in reading order: warnings directly after the calls. */
const BRIEF_KINDS = ['calls', 'contradictions', 'unusual', 'earlier'] as const satisfies readonly (keyof Brief)[];
const LABELS = { calls: 'Call', contradictions: 'CONTRADICTION', unusual: 'Unusual', earlier: 'Earlier' } as const;

/** One line a fact. */
export const briefLines = (brief: Brief, kinds: readonly (keyof Brief)[] = BRIEF_KINDS): string[] =>
  kinds.flatMap((kind) => brief[kind].map((fact) => `${LABELS[kind]}: ${fact}.`));

/** A brief as structured content, without empty lists; undefined if all of them are empty. */
export function briefData(brief: Brief): Partial<Brief> | undefined {
  const facts = Object.entries(brief).filter(([, all]) => all.length > 0);
  return facts.length === 0 ? undefined : Object.fromEntries(facts);
}

/** Characters of the name of a call, of its arguments, and of all calls' arguments together. */
const NAME = 80;
const ARGUMENTS = 2_000;
const ALL_ARGUMENTS = 3_000;
/** The least for each call if there are many. */
const LEAST = 120;

interface SizedCall {
  readonly call: BriefCall;
  readonly room: number;
}

/** Assigns each call the number of characters for its arguments. */
function withRoom(calls: readonly BriefCall[]): SizedCall[] {
  let left = ALL_ARGUMENTS;
  return calls.map((call) => {
    const room = Math.max(LEAST, Math.min(ARGUMENTS, left));
    left -= Math.min(room, call.argumentsText.length);
    return { call, room };
  });
}

const callFact = ({ call: { name, argumentsText, kind }, room }: SizedCall): string =>
  `${name.line(NAME)} ${excerpt(argumentsText, room)}${kind === 'answered' ? ' (already answered)' : ''}`;

/** `name arguments` of the calls that a brief shows whole. */
export const shownArguments = (calls: readonly BriefCall[]): ReadonlySet<string> =>
  new Set(
    withRoom(calls)
      .slice(0, MAX_FACTS)
      .filter(({ call, room }) => call.name.length <= NAME && isWhole(call.argumentsText, room))
      .map(({ call }) => `${call.name.raw} ${call.argumentsText.raw}`),
  );
