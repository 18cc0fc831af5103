/** Which threads match a search, where the text was found, and what is kept of a match. */

import { join } from '../../mcp/contract/result.ts';
import type { ThreadStatus } from '../../platform/operations/schemas.ts';
import { type Json, metadataOf } from '../../platform/parse/coerce.ts';
import { wholeText } from '../../platform/parse/messages.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { type AgentNote, hindranceOf } from '../agents/agents.ts';
import type { MoneyOf } from '../costs/currency.ts';
import { type CountFields, createCounter, dayOf, monthOf } from '../counts.ts';
import { hasMetadata, ofTenants, SeenMetadata } from '../filters.ts';
import { around, compareTexts, copied, holds, lowerCase, wordsOf } from '../found-text.ts';
import { type Became, becameOf, type Outcome } from './became.ts';
import { lineOf, linesOf, MATCH_LINE } from './line.ts';
import { decisionRecord, fitsStatus, recordText, wasRejected } from './status.ts';

/** Filters on threads; absent ones match all. */
export interface ThreadFilter {
  /** Text in messages, calls and metadata, ignoring case. */
  readonly query?: string | undefined;
  readonly status?: ThreadStatus | undefined;
  /** Only threads that were rejected, or only others. */
  readonly rejected?: boolean | undefined;
  /** Only threads whose decision is known, with what became of it; or only others. */
  readonly decided?: boolean | undefined;
  readonly tenantId?: string | undefined;
  readonly subtenantId?: string | undefined;
  /** First and last day of the last change, `YYYY-MM-DD`, both included, in UTC. */
  readonly fromDate?: string | undefined;
  readonly toDate?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** A thread and the agent whose list holds it. */
interface Listed {
  readonly thread: Thread;
  readonly agent: AgentNote;
}

/** What threads are counted by, beside their metadata: days and months are those of their last change. */
const FIELDS: CountFields<Listed> = {
  agent: ({ agent: { id, name } }) => join(id, name?.line(60)),
  status: ({ thread: { status } }) => status,
  day: ({ thread }) => dayOf(changedAt(thread)),
  month: ({ thread }) => monthOf(changedAt(thread)),
};

const valuesOf = (thread: Thread): Json => metadataOf(thread.rest ?? {});

/** Which matches are kept, and how many; or what to count them by instead. */
export interface Wanted {
  readonly keep: number;
  /** Those of the highest cost instead of the newest. */
  readonly byCost?: boolean | undefined;
  readonly countBy?: string | undefined;
  /** Whether a thread was rejected, also as far as only this process knows. */
  readonly isRejected?: ((thread: Thread) => boolean) | undefined;
}

/** A match as its line shows it. */
export type Match = ReturnType<typeof matchOf>;

/** Matches as lines. If they are all of one agent, it stands beside them. */
export function matchLines(matches: readonly Match[], moneyOf: MoneyOf) {
  const [first] = matches;
  const isOfOne = matches.length > 1 && matches.every(({ agentId }) => agentId === first?.agentId);
  const lines = linesOf(MATCH_LINE, matches, moneyOf, (match) =>
    isOfOne ? { ...match, agentId: undefined, agentName: undefined } : { ...match },
  );
  return { ...lines, agentId: isOfOne ? first?.agentId : undefined, agentName: isOfOne ? first?.agentName : undefined };
}

/** Takes threads and keeps the newest matches, or the most expensive ones. */
export function createMatches(filter: ThreadFilter, { keep, byCost, countBy, isRejected = wasRejected }: Wanted) {
  const { status, fromDate, toDate, metadata, decided } = filter;
  const isByDate = (fromDate ?? toDate) !== undefined;
  const fitsTenants = ofTenants(filter);
  const words = wordsOf(filter.query);
  const counter =
    countBy === undefined ? undefined : createCounter(countBy, FIELDS, (one: Listed) => valuesOf(one.thread));
  const seenMetadata = new SeenMetadata();
  const currencies = new Set<string>();
  /** The ids of all matches by what became of the decision; apart, of those whose decision only their metadata names. */
  const outcomes = { recorded: new Map<Outcome, string[]>(), claimed: new Map<Outcome, string[]>() };
  let kept: Match[] = [];
  const counts = {
    matching: 0,
    rejected: 0,
    threadsSearched: 0,
    /** Threads listed without a conversation, whose text could not be searched. */
    withoutText: 0,
    /** Threads without a date, left out of a search by date. */
    undated: 0,
    /** Matches by date whose last change has no time: their creation was compared. */
    byCreation: 0,
    /** Matches without a cost. */
    withoutCost: 0,
  };

  function fits(thread: Thread): boolean {
    // A platform silently ignores unknown filters.
    if (fitsTenants?.matches(thread) === false) return false;
    const values = metadata === undefined ? undefined : valuesOf(thread);
    if (values !== undefined) seenMetadata.add(values);
    if (status !== undefined && !fitsStatus(thread.status, status)) return false;
    const day = changedAt(thread)?.slice(0, 10);
    if (isByDate && day === undefined) {
      counts.undated++;
      return false;
    }
    if (day !== undefined && ((fromDate && day < fromDate) || (toDate && day > toDate))) return false;
    return metadata === undefined || values === undefined || hasMetadata(values, metadata);
  }

  function trim(): void {
    // Agents answer in any order: without the id, a page could repeat what the one before had.
    kept.sort(
      (a, b) =>
        (byCost ? (b.cost ?? -1) - (a.cost ?? -1) : 0) ||
        compareTexts(changedAt(b) ?? '', changedAt(a) ?? '') ||
        compareTexts(a.id, b.id),
    );
    kept = kept.slice(0, keep);
  }

  return {
    add(thread: Thread, agent: AgentNote): void {
      counts.threadsSearched++;
      if (!fits(thread)) return;
      if (words !== undefined && thread.messages.length === 0) counts.withoutText++;
      const hit = words === undefined ? undefined : hitIn(thread, words, counter === undefined);
      if (words !== undefined && hit === undefined) return;
      const rejected = isRejected(thread);
      if (filter.rejected !== undefined && filter.rejected !== rejected) return;
      const recorded = decided === undefined ? undefined : becameOf(thread);
      // A rejection made here may be recorded nowhere, or only claimed otherwise.
      const isHere = decided !== undefined && rejected && (recorded === undefined || recorded.isClaimed === true);
      const became: Became | undefined = isHere ? { outcome: 'rejected, ended', record: recorded?.record } : recorded;
      if (decided !== undefined && decided !== (became !== undefined)) return;
      counts.matching++;
      if (rejected) counts.rejected++;
      if (became !== undefined) {
        const some = became.isClaimed === true ? outcomes.claimed : outcomes.recorded;
        const ids = some.get(became.outcome) ?? [];
        ids.push(thread.id);
        some.set(became.outcome, ids);
      }
      if (isByDate && thread.updatedAt === undefined) counts.byCreation++;
      if (counter !== undefined) return void counter.add({ thread, agent });
      if (thread.cost === undefined) counts.withoutCost++;
      else if (thread.currency !== undefined) currencies.add(thread.currency);
      kept.push(matchOf({ thread, agent, hit, words, isRejected: rejected, became }));
      if (kept.length >= 2 * keep + 64) trim();
    },
    /** The matches kept, latest change or highest cost first, and counts of the whole search. */
    result() {
      trim();
      return {
        matches: kept,
        /** Undefined if nothing was to be counted. */
        counted: counter?.result(),
        ...counts,
        outcomes,
        /** Of the matches. */
        currencies: currencies.size,
        seenMetadata,
      };
    },
  };
}

type Dated = { readonly [K in 'updatedAt' | 'createdAt']?: string | undefined };
const changedAt = ({ updatedAt, createdAt }: Dated): string | undefined => updatedAt ?? createdAt;

interface Matching extends Listed {
  readonly hit: Hit | undefined;
  readonly words: readonly string[] | undefined;
  readonly isRejected: boolean;
  readonly became: Became | undefined;
}

/** Texts are copied, so that a match does not keep the whole thread in memory. */
function matchOf({ thread, agent, hit, words, isRejected, became }: Matching) {
  const { cost, currency } = thread;
  const line = lineOf(thread, isRejected);
  const [about, last, asks] = [line.about, line.last, line.asks].map((text) => text && copied(text));
  const isShown =
    words !== undefined &&
    [about, last].some((text) => text !== undefined && words.every((word) => lowerCase(text).includes(word)));
  return {
    ...line,
    outcome: outcomeOf(line.outcome, thread, became),
    // Only if the time of its last change is unknown.
    createdAt: line.updatedAt === undefined ? line.createdAt : undefined,
    about,
    last,
    asks,
    agentId: agent.id,
    agentName: agent.name,
    agentState: hindranceOf(agent),
    cost,
    currency,
    foundIn: hit && placeOf(hit),
    // The excerpt of the first or last message may already show it.
    found: isShown ? undefined : hit && copied(hit.excerpt),
  };
}

/** What became of its decision, or that it was rejected; and whom the record names. */
function outcomeOf(rejected: string | undefined, thread: Thread, became: Became | undefined): string | undefined {
  const outcome = became === undefined ? rejected : [became.outcome, became.why ?? []].flat().join(': ');
  const record = became === undefined ? rejected && decisionRecord(thread) : became.record;
  return outcome && copied([outcome, record ? recordText(record) : []].flat().join('; '));
}

/** Older messages that are named. */
const ALSO = 3;
/** Characters of an excerpt around the text that was found. */
const EXCERPT = 140;

/** Where the text was found. */
interface Hit {
  /** Number of the message, from 1; absent for the thread's own calls and metadata. */
  readonly message?: number;
  /** The role of its writer; `metadata`; `pending call`. */
  readonly place: string;
  readonly excerpt: string;
  /** The latest other messages with the text, `#2`: at most one more than are named. */
  readonly also: readonly string[];
}

const placeOf = ({ message, place, also }: Hit): string =>
  `${message === undefined ? place : `#${message} ${place}`}${also.length === 0 ? '' : `, also in ${also.slice(0, ALSO).join(', ')}`}${also.length > ALSO ? ' and others' : ''}`;

/** Whether a search for these words, as `wordsOf` returns them, finds the thread. */
export const hasWords = (thread: Thread, words: readonly string[]): boolean =>
  hitIn(thread, words, false) !== undefined;

/** The newest message with the text, else the thread's own calls or metadata; others only if `isShown`. */
function hitIn(thread: Thread, words: readonly string[], isShown: boolean): Hit | undefined {
  const { messages, toolCalls, metadata } = thread;
  let hit: Hit | undefined;
  const also: string[] = [];
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    const whole = message && wholeText(message);
    if (message === undefined || whole === undefined || !holds(whole, words)) continue;
    if (hit === undefined)
      hit = { message: index + 1, place: message.role, excerpt: around(whole, words, EXCERPT), also };
    else also.push(`#${index + 1}`);
    if (!isShown || also.length > ALSO) break;
  }
  if (hit !== undefined) return hit;
  const calls = toolCalls && wholeText({ content: foreign(''), toolCalls });
  if (calls !== undefined && holds(calls, words)) {
    return { place: 'pending call', excerpt: around(calls, words, EXCERPT), also };
  }
  if (metadata === undefined || !holds(metadata, words)) return undefined;
  return { place: 'metadata', excerpt: around(metadata, words, EXCERPT), also };
}
