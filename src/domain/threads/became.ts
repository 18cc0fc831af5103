/**
 * What became of a decision, from the thread itself: which calls a human decided on, and which of them a tool sent a result of
 * afterwards. Nothing is stored, so a thread shows it only as far as its platform sends calls and tools' results.
 */

import { isHuman } from '../../platform/parse/messages.ts';
import type { Message, Thread } from '../../platform/parse/records.ts';
import { foreign, plainOrMarked } from '../../platform/text.ts';
import { count } from '../../present/units.ts';
import { callsMade, holdsResult, isResult, type Made } from './calls.ts';
import { callKey, difference, type Otherwise, saidOtherwise } from './comparison.ts';
import { requestOf } from './request.ts';
import { isUndecided } from './request-calls.ts';
import {
  type DecisionRecord,
  decisionNotedIn,
  decisionRecord,
  hasEnded,
  itIs,
  namesRejection,
  phaseOf,
} from './status.ts';
import { resultText, type ToolOutcome, toolOutcome } from './tool-results.ts';

/** The outcomes of decisions. Of several in one thread the first of these is told. */
export const OUTCOMES = [
  'went on after the rejection',
  'done with other arguments',
  'done more than once',
  'failed',
  'not done',
  "can't be seen",
  'approved, not ended yet',
  'done as approved',
  'rejected, ended',
] as const;

/** One of them. */
export type Outcome = (typeof OUTCOMES)[number];

/** Those that a human has to look at. */
export const WENT_WRONG: ReadonlySet<Outcome> = new Set(OUTCOMES.slice(0, OUTCOMES.indexOf("can't be seen")));

export interface Became {
  readonly outcome: Outcome;
  /** `amount 120 instead of 12`, or a tool's error in its own words. */
  readonly why?: string | undefined;
  /** Whom the platform's record names, when and why. */
  readonly record?: DecisionRecord | undefined;
  /** Only the thread's metadata says that there was a decision: whoever starts a thread can write that. */
  readonly isClaimed?: boolean;
}

/** Decisions that are looked at, the latest ones: each reads the conversation before it. */
const MOST_DECISIONS = 20;

/** What became of the decision that the platform records in this thread; undefined if it records none. */
export function becameOf(thread: Thread): Became | undefined {
  const record = decisionRecord(thread);
  const seen = afterNotes(thread) ?? (namesRejection(thread.status) ? { outcome: 'rejected, ended' } : undefined);
  if (seen !== undefined || record === undefined) return seen && { ...seen, record };
  return { ...afterRecord(thread, record), record, isClaimed: record.isInMetadata };
}

/** As if a note stood in the conversation where the decision was made, if that is known. */
function afterRecord(thread: Thread, record: DecisionRecord): Became {
  const at = placeOf(record, thread);
  const cantBeSeen: Became = { outcome: "can't be seen", why: 'nothing shows which call it was about' };
  if (at === undefined) return cantBeSeen;
  const note: Message = { role: 'system', content: foreign(`${record.verdict}.`) };
  const messages = [...thread.messages.slice(0, at), note, ...thread.messages.slice(at)];
  return afterNotes({ ...thread, messages }) ?? cantBeSeen;
}

/** Index of the first message after the decision: by the times of the messages, or if only one of them asks for anything. */
function placeOf({ at }: DecisionRecord, { messages, status }: Thread): number | undefined {
  if (at !== undefined && messages.every(({ timestamp }) => timestamp !== undefined)) {
    const next = messages.findIndex(({ timestamp = '' }) => timestamp > at);
    return next < 0 ? messages.length : next;
  }
  const asking = new Set(callsMade(messages).map((call) => call.at));
  const [only] = asking;
  return asking.size > 1 || phaseOf(status) === 'waiting' ? undefined : only === undefined ? messages.length : only + 1;
}

/** What became of the decisions that notes in the conversation record. */
function afterNotes(thread: Thread): Became | undefined {
  const { messages } = thread;
  const noted = messages.flatMap((message, at) => (decisionNotedIn(message) === undefined ? [] : [at]));
  if (noted.length === 0) return undefined;
  const made = callsMade(messages, phaseOf(thread.status) === 'waiting');
  const all = noted.slice(-MOST_DECISIONS).map((at, index, some) => {
    const until = some[index + 1] ?? messages.length;
    const one = { thread, made, at, until, isLast: index === some.length - 1 };
    const note = messages[at];
    return note !== undefined && decisionNotedIn(note) === 'rejected' ? afterRejection(one) : afterApproval(one);
  });
  return worstOf(all);
}

const worstOf = (all: readonly Became[]): Became | undefined =>
  all.toSorted((a, b) => OUTCOMES.indexOf(a.outcome) - OUTCOMES.indexOf(b.outcome))[0];

/** A decision: indexes of its note and of the next one. */
interface Noted {
  readonly thread: Thread;
  readonly made: readonly Made[];
  readonly at: number;
  readonly until: number;
  readonly isLast: boolean;
}

/** A call that was decided on, and a key that is equal for equal ones. */
interface Asked extends Pick<Made, 'name' | 'args' | 'more'> {
  readonly key: string;
}

/** The calls that waited when the note was written. */
function askedBefore({ thread: { toolCalls: _, ...thread }, at }: Noted): Asked[] {
  const { calls } = requestOf({ ...thread, messages: thread.messages.slice(0, at) });
  return calls.filter(isUndecided).map(({ name: { raw: name }, arguments: args, more }) => ({
    name,
    args,
    more: more?.raw,
    key: callKey({ name, args }),
  }));
}

/** A result after the decision, with its call. */
interface Run {
  readonly call: Made;
  readonly key: string;
  readonly at: number;
  readonly message: Message;
  readonly result: ToolOutcome;
}

const runsAfter = ({ made, at: from, until }: Noted): Run[] =>
  made.flatMap((call) =>
    call.results
      .filter(({ at }) => at > from && at < until)
      .map(({ at, message }) => ({ call, key: callKey(call), at, message, result: toolOutcome(message, call) })),
  );

/** Whether a tool did something, though perhaps not all of it. */
const hasRun = ({ result }: Run): boolean => result.kind === 'done' || (result.kind === 'unclear' && result.ran);

function afterApproval(noted: Noted): Became {
  const asked = askedBefore(noted);
  if (asked.length === 0) return { outcome: "can't be seen", why: 'the platform sends no call for it' };
  const runs = runsAfter(noted);
  const turn = noted.thread.messages.findIndex(
    (message, at) => at > noted.at && isHuman(message) && !holdsResult(message),
  );
  const done = runs.filter(({ result }) => result.kind === 'done');
  const isOfTurn = ({ at }: Run): boolean => turn < 0 || at < turn;
  const byKey = new Map(asked.map((one) => [one.key, one]));
  const others = runs.filter((run) => isOfTurn(run) && !byKey.has(run.key));
  const followed = { asked, runs, done, ofTurn: done.filter(isOfTurn), others, noted };
  return worstOf([...byKey.values()].map((one) => becameOfCall(one, followed))) ?? { outcome: "can't be seen" };
}

interface Followed {
  readonly asked: readonly Asked[];
  readonly runs: readonly Run[];
  /** Those that were carried out, and those of them before a user spoke again. */
  readonly done: readonly Run[];
  readonly ofTurn: readonly Run[];
  /** All before a user spoke again that nobody asked about. */
  readonly others: readonly Run[];
  readonly noted: Noted;
}

function becameOfCall(one: Asked, followed: Followed): Became {
  const isSame = ({ key }: { readonly key: string }): boolean => key === one.key;
  // A user who goes on may ask for more of the same; what was approved may be done late.
  const inTime = followed.ofTurn.filter(isSame);
  const exact = inTime.length > 0 ? inTime : followed.done.filter(isSame);
  const unasked = followed.others.filter(({ call }) => call.name === one.name);
  const others = unasked.filter(hasRun);
  const [first] = exact;
  const [other] = others;
  if (first === undefined && other !== undefined)
    return { outcome: 'done with other arguments', why: difference(one.args, other.call.args) };
  if (first === undefined) return withoutRun(one, followed);
  const said = exact.flatMap(({ message }) => saidOtherwise(one.args, resultText(message)) ?? []);
  const otherwise = said.find(({ isOwn }) => !isOwn);
  if (otherwise !== undefined) return { outcome: 'done with other arguments', why: otherwise.why };
  const wanted = followed.asked.filter(isSame);
  // Its arguments may stand there, under a name that isn't known.
  if (exact.some(({ call }) => wanted.every(({ more }) => more !== call.more)))
    return {
      outcome: "can't be seen",
      why: `${plainOrMarked(one.name)} was called with other fields beside its arguments`,
    };
  if (exact.length <= wanted.length && other === undefined) return asApproved(one, unasked, said[0]);
  const differs = other === undefined ? '' : `; one with ${difference(one.args, other.call.args)}`;
  return {
    outcome: 'done more than once',
    why: `${plainOrMarked(one.name)} ${count(exact.length + others.length, 'time')}${differs}`,
  };
}

/** Unless a result that may show otherwise can't be told. */
function asApproved({ name, args }: Asked, unasked: readonly Run[], said: Otherwise | undefined): Became {
  if (said !== undefined) return { outcome: "can't be seen", why: `the result has ${said.why}` };
  for (const { call, result } of unasked)
    if (result.kind === 'unclear')
      return {
        outcome: "can't be seen",
        why: `${plainOrMarked(name)} was also called with ${difference(args, call.args)}, and its result ${result.why}`,
      };
  return { outcome: 'done as approved' };
}

function withoutRun({ name, key }: Asked, { runs, noted }: Followed): Became {
  const { thread, isLast, at } = noted;
  const same = runs.findLast((run) => run.key === key);
  if (same?.result.kind === 'unclear') return unclear(same, same.result.why);
  const tried = same ?? runs.findLast(({ call }) => call.name === name);
  if (tried?.result.kind === 'failed') return { outcome: 'failed', why: tried.result.error };
  const phase = phaseOf(thread.status);
  if (isLast && (phase === 'running' || phase === 'paused'))
    return { outcome: 'approved, not ended yet', why: itIs(thread.status) };
  if (isLast && phase === 'other') return { outcome: "can't be seen", why: itIs(thread.status) };
  if (isLast && at === thread.messages.length - 1) return { outcome: "can't be seen", why: 'nothing followed' };
  if (!thread.messages.some(isResult)) return { outcome: "can't be seen", why: "the platform sends no tools' results" };
  return { outcome: 'not done', why: plainOrMarked(name) };
}

const unclear = ({ call }: Run, why: string): Became => ({
  outcome: "can't be seen",
  why: `the result of ${plainOrMarked(call.name)} ${why}`,
});

function afterRejection(noted: Noted): Became {
  const { thread, made, at, until, isLast } = noted;
  const outcome = 'went on after the rejection';
  const runs = runsAfter(noted);
  const run = runs.find(hasRun);
  if (run !== undefined) return { outcome, why: `${plainOrMarked(run.call.name)} was called` };
  // What the agent only says of a call, such as that it was rejected, asks for nothing.
  const asks = made.find(
    (call) => call.at > at && call.at < until && thread.messages[call.at]?.toolCalls !== undefined,
  );
  if (asks !== undefined) return { outcome, why: `it asked for ${plainOrMarked(asks.name)}` };
  if (!isLast) return { outcome, why: 'it asked again' };
  const phase = phaseOf(thread.status);
  if (phase === 'running' || phase === 'waiting') return { outcome, why: itIs(thread.status) };
  for (const one of runs) {
    if (one.result.kind === 'unclear') return unclear(one, one.result.why);
    // A refusal is how a gate repeats the decision; any other error may be one of a tool that was called.
    if (one.result.kind === 'failed' && !one.result.isRefusal) return unclear(one, `is an error: ${one.result.error}`);
  }
  if (hasEnded(thread.status)) return { outcome: 'rejected, ended' };
  return { outcome: "can't be seen", why: itIs(thread.status) };
}
