/** What a thread asks a human for, and since when. */
import { callWords } from '../../platform/parse/calls.ts';
import { wordsOfJson } from '../../platform/parse/coerce.ts';
import { wholeText } from '../../platform/parse/messages.ts';
import type { Message, Thread } from '../../platform/parse/records.ts';
import { isAgent, isHuman } from '../../platform/parse/roles.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { decisionNotedIn } from '../threads/rejection.ts';
import { callsOf, messageCalls, type PendingCall, type Places, placesOf, THREAD_FIELDS } from './message-calls.ts';

/** What a human decides on, in the order it is shown. */
export interface Request {
  /** Calls since the last human turn or decision, and those before it that nothing has answered: open ones first, then the newest. */
  readonly calls: readonly PendingCall[];
  /** The messages that ask, by index from 0, the first and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** Where the agent's turn began: messages from here to `from` are only named, but for their calls. */
  readonly turnFrom: number;
}

/** The request that waits: what the agent did since the last human turn or decision, and what it said last. */
export function requestOf(thread: Thread): Request {
  const { messages } = thread;
  const turnFrom = beginOfTurn(messages);
  const from = Math.max(turnFrom, beginOfRequest(messages));
  const places = placesOf(messages);
  const calls = [
    ...callsOf(thread.toolCalls, THREAD_FIELDS, () => false),
    ...messages.slice(turnFrom).flatMap((message, index) => messageCalls(messages, message, turnFrom + index, places)),
    ...openCallsBefore(messages, turnFrom, places),
  ];
  const open = calls.filter(({ isAnswered }) => !isAnswered);
  const answered = calls.filter(({ isAnswered }) => isAnswered).reverse();
  const ordered = [
    ...open.filter(({ isBeforeDecision }) => !isBeforeDecision),
    ...open.filter(({ isBeforeDecision }) => isBeforeDecision),
    ...answered,
  ];
  return { calls: ordered, from, to: messages.length, turnFrom };
}

/** The calls that are decided on, unanswered ones first: what facts about them are built from. */
export const pendingCalls = (thread: Thread): readonly PendingCall[] => requestOf(thread).calls;

/** What it asks for as one text, calls first: for excerpts. */
export function pendingRequest(thread: Thread): ForeignText | undefined {
  const { calls, from, to } = requestOf(thread);
  const said = thread.messages.slice(from, to).map(({ content }) => content.raw);
  const beside = wordsOfJson(thread.messages.at(-1)?.rest)?.raw ?? '';
  const open = calls.filter(({ isAnswered }) => !isAnswered);
  // Of those that a decision passed over nothing is said where there are newer ones: an excerpt is short.
  const hasNew = open.some(({ isBeforeDecision }) => !isBeforeDecision);
  const asked = calls.filter(
    ({ isAnswered, isBeforeDecision, message }) => message > from || !(isAnswered || (isBeforeDecision && hasNew)),
  );
  const parts = [...asked.map(wordsOf), ...said, beside].filter((part) => part.trim() !== '');
  return parts.length === 0 ? wordsOfJson(thread.rest) : foreign(parts.join('\n'));
}

const wordsOf = ({ argumentsText, ...call }: PendingCall): string => callWords({ ...call, arguments: argumentsText });

/** All of one message as text, or of the thread's own fields. Undefined where there is no such message. */
export function textOfMessage(thread: Thread, number: number): ForeignText | undefined {
  if (number !== THREAD_FIELDS) {
    const message = thread.messages[number - 1];
    return message && wholeText(message);
  }
  return wholeText({
    content: foreign(''),
    toolCalls: thread.toolCalls ?? [],
    ...(thread.rest && { rest: thread.rest }),
  });
}

/** Whether a human spoke. A user's message that holds calls or a tool's answer is the platform's own way to carry these. */
function isHumanTurn(message: Message): boolean {
  if (isHuman(message)) return message.toolCalls === undefined && message.holdsToolResult !== true;
  return decisionNotedIn(message) !== undefined;
}

/** Index of the first message after the last human turn or decision that anything of the agent's follows. */
function beginOfTurn(messages: readonly Message[]): number {
  const last = messages.findLastIndex((message) => !isHumanTurn(message));
  return messages.slice(0, Math.max(0, last)).findLastIndex(isHumanTurn) + 1;
}

/**
 * Index of the first message of the request itself: the last thing that the agent said, with all that came since. Where it
 * holds no call, but the agent's message right before it does, that one belongs to it: talk after a call must not hide it.
 */
function beginOfRequest(messages: readonly Message[]): number {
  const first = messages.findLastIndex(isAgent);
  if (first < 0) return 0;
  const isAgentAt = (index: number): boolean => messages[index] !== undefined && isAgent(messages[index]);
  let begin = first;
  while (isAgentAt(begin) && messages[begin]?.toolCalls === undefined) begin--;
  return isAgentAt(begin) ? begin : first;
}

/**
 * The calls of the last turn before this one that had any, where nothing has answered them: a human who spoke meanwhile
 * decided nothing, and a decision may have been about one call of several.
 */
function openCallsBefore(messages: readonly Message[], turnFrom: number, places: Places): PendingCall[] {
  const before = messages.slice(0, turnFrom);
  const last = before.findLastIndex(({ toolCalls }) => toolCalls !== undefined);
  if (last < 0) return [];
  const isBeforeDecision = before.slice(last).some((one) => !isHuman(one) && isHumanTurn(one));
  const first = before.slice(0, last).findLastIndex(isHumanTurn) + 1;
  return before
    .slice(first, last + 1)
    .flatMap((message, index) => messageCalls(messages, message, first + index, places))
    .filter(({ isAnswered }) => !isAnswered)
    .map((call) => ({ ...call, isBeforeDecision }));
}

/** ISO time since when it waits: its last change, which is the change to waiting. */
export function waitingSince(thread: Thread): string | undefined {
  return thread.updatedAt ?? thread.createdAt;
}
