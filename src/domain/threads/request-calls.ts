/** The agent's last turn: where it begins, what its messages say, and the calls that it asks for. */
import { isObject } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { isHuman, mayBeAgent } from '../../platform/parse/messages.ts';
import type { Message, Thread } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { callsOf, holdsResult, isGate, type MadeCall, THREAD_FIELDS } from './calls.ts';
import { callsInText } from './calls-in-text.ts';
import { decisionNotedIn } from './status.ts';

/** The text of one message of the request, with its number, from 1, and its role as the platform sent it. */
export type Statement = ReturnType<typeof statementsIn>[number];

/** Index of the first message of the agent's last uninterrupted run. */
export function beginOfRequest(messages: readonly Message[]): number {
  const last = lastOfAgent(messages);
  if (last < 0) return beginOfTurn(messages);
  return messages.slice(0, last).findLastIndex(interrupts) + 1;
}

/** Index of the agent's last message; -1 if there is none. */
const lastOfAgent = (messages: readonly Message[]): number =>
  messages.findLastIndex((message) => mayBeAgent(message) && !interrupts(message));

/** Index of the first message after the last human turn that the agent responded to. */
export function beginOfTurn(messages: readonly Message[]): number {
  const last = messages.findLastIndex((message) => !isHumanTurn(message));
  return messages.slice(0, Math.max(0, last)).findLastIndex(isHumanTurn) + 1;
}

/** Whether a human spoke or decided. Some platforms carry calls and their results in messages with the user's role. */
function isHumanTurn(message: Message): boolean {
  if (isHuman(message)) return message.toolCalls === undefined && message.holdsToolResult !== true;
  return decisionNotedIn(message) !== undefined;
}

/** A gate answers nothing: what it holds back is still asked for, also where only the words before it name it. */
const interrupts = (message: Message): boolean =>
  isHumanTurn(message) || (holdsResult(message) && !isGate(message) && message.toolCalls === undefined);

/** The name of an empty message, such as a tool's result, may still say what it waits for. */
export function statementsIn(message: Message, number: number) {
  const { role, name, content } = message;
  if (content.isEmpty && name === undefined) return [];
  return [{ message: number, role, isAgent: mayBeAgent(message), name, text: content }];
}

/**
 * `open`: made since the last human turn, without a result; `in-text`: named in the agent's text only; `answered`: with a
 * result of a tool or a gate; `earlier`: made before the last human turn, without a result.
 */
export type CallState = 'open' | 'in-text' | 'answered' | 'earlier';

/** A call that a human decides on. */
export interface RequestCall extends Omit<MadeCall, 'hasResult'> {
  readonly state: CallState;
}

/** The calls of the turn that had no result when the agent last spoke. */
export function openWhenAsked({ messages, toolCalls }: Thread): MadeCall[] {
  const isOpen = isOpenSince(beginOfTurn(messages));
  return callsOf(messages.slice(0, lastOfAgent(messages) + 1), toolCalls).filter(isOpen);
}

/** Arguments without the way in which they are written: a platform may write them anew. */
export const meaningOf = ({ arguments: args, argumentsText }: Omit<MadeCall, 'hasResult'>): string =>
  isObject(args)
    ? jsonText(Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null)), true)
    : argumentsText.raw;

/**
 * A call that still waits may have a result of a gate ("needs approval"), and a harmless call may have run after it. So if no
 * call is open, all with a result in the turn are shown; otherwise the last ones, and the others are counted. If no call is
 * known otherwise, those that the agent's words named earlier in the turn are.
 */
export function requestCalls(
  { messages, toolCalls }: Thread,
  statements: readonly Statement[],
  from: number,
): { readonly calls: readonly RequestCall[]; readonly finishedBefore: readonly ForeignText[] } {
  const turn = beginOfTurn(messages);
  const all = callsOf(messages, toolCalls);
  const isOpen = isOpenSince(turn);
  const latest = all.findLast(({ message }) => message > turn)?.message;
  const open = withoutRepeated(all.filter(isOpen));
  const hasOpen = open.length > 0;
  const inText = hasOpen ? [] : callsInWords(statements, messages);
  const namedBefore = (): RequestCall[] => {
    const said = messages
      .slice(turn, from)
      .slice(-MOST_READ)
      .flatMap((one, index) =>
        one.toolCalls === undefined ? statementsIn(one, Math.max(turn, from - MOST_READ) + index + 1) : [],
      );
    return callsInStatements(said, 'answered');
  };
  const made = (state: CallState, calls: readonly MadeCall[]): RequestCall[] =>
    calls.map(({ hasResult: _, ...call }) => ({ ...call, state }));
  const answered = all.filter(({ hasResult, message }) => hasResult && message > turn);
  const isShown = ({ message, more }: MadeCall): boolean =>
    !hasOpen || message > from || message === latest || more !== undefined;
  return {
    calls: [
      ...made('open', open),
      ...inText,
      ...made('answered', answered.filter(isShown)),
      ...(hasOpen || inText.length > 0 ? [] : namedBefore()),
      ...made(
        'earlier',
        all.filter((call) => !call.hasResult && !isOpen(call)),
      ),
    ],
    finishedBefore: answered.filter((call) => !isShown(call)).map(({ name }) => name),
  };
}

/** Open calls, without those beside the messages that a message has, too: a refund that is sent twice is asked for once. */
function withoutRepeated(open: readonly MadeCall[]): readonly MadeCall[] {
  if (open.every(({ message }) => message !== THREAD_FIELDS)) return open;
  const keyOf = (call: MadeCall): string => JSON.stringify([call.id, call.name.raw, meaningOf(call), call.more?.raw]);
  const placed = new Set(open.filter(({ message }) => message !== THREAD_FIELDS).map(keyOf));
  return open.filter((call) => call.message !== THREAD_FIELDS || call.id === undefined || !placed.has(keyOf(call)));
}

/** Messages of a turn, the latest, in which calls are looked for if no call is known otherwise. */
const MOST_READ = 20;

/** Calls that the agent's words name. If some are named after the latest result of a tool, those before it were answered. */
function callsInWords(statements: readonly Statement[], messages: readonly Message[]): RequestCall[] {
  const result = messages.findLastIndex(holdsResult) + 1;
  const isLater = ({ message }: Statement): boolean => message === THREAD_FIELDS || message > result;
  const later = callsInStatements(statements.filter(isLater), 'in-text');
  const earlier = statements.filter((statement) => !isLater(statement));
  return [...later, ...callsInStatements(earlier, later.length > 0 ? 'answered' : 'in-text')];
}

/** Whether a call has no result, and was made in the turn that begins at this index. */
const isOpenSince =
  (turn: number) =>
  ({ hasResult, message }: MadeCall): boolean =>
    !hasResult && (message === THREAD_FIELDS || message > turn);

/** The calls named in the agent's text: the specification's messages have no field for calls. */
const callsInStatements = (statements: readonly Statement[], state: CallState): RequestCall[] =>
  statements
    .filter(({ isAgent }) => isAgent)
    .flatMap(({ text, message }) =>
      callsInText(text.raw).map(
        ({ name, argumentsText, arguments: parsed }): RequestCall => ({
          id: undefined,
          name: foreign(name),
          arguments: parsed,
          argumentsText: foreign(argumentsText),
          more: undefined,
          state,
          message,
        }),
      ),
    );

/** Whether nothing has answered a call, and nobody has spoken since: `open`, or named in the agent's text only. */
export const isUndecided = ({ state }: { readonly state?: CallState | undefined }): boolean =>
  state === 'open' || state === 'in-text';

/** The calls to decide on; those with a result and earlier ones only if there are no others. */
export function decidedCalls({ calls }: { readonly calls: readonly RequestCall[] }): readonly RequestCall[] {
  const now = calls.filter(isUndecided);
  return now.length > 0 ? now : calls;
}
