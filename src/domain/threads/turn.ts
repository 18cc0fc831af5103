/** Turns of a conversation: where the agent's last one begins, and what its messages say. */
import { isHuman, mayBeAgent } from '../../platform/parse/messages.ts';
import type { Message } from '../../platform/parse/records.ts';
import type { ForeignText } from '../../platform/text.ts';
import { answersCall, isGate } from './calls.ts';
import { decisionNotedIn } from './rejection.ts';

/** The text of one message of the request. */
export interface Statement {
  /** Number of the message, from 1. */
  readonly message: number;
  /** The role as the platform sent it. */
  readonly role: string;
  readonly isAgent: boolean;
  readonly name: ForeignText | undefined;
  readonly text: ForeignText;
}

/** Index of the first message of the agent's last uninterrupted run. */
export function beginOfRequest(messages: readonly Message[]): number {
  const last = lastOfAgent(messages);
  if (last < 0) return beginOfTurn(messages);
  return messages.slice(0, last).findLastIndex(interrupts) + 1;
}

/** Index of the agent's last message; -1 if there is none. */
export const lastOfAgent = (messages: readonly Message[]): number =>
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
  isHumanTurn(message) || (answersCall(message) && !isGate(message) && message.toolCalls === undefined);

/** The name of an empty message, such as a tool's result, may still say what it waits for. */
export function statementsIn(message: Message, number: number): Statement[] {
  const { role, name, content } = message;
  if (content.isEmpty && name === undefined) return [];
  return [{ message: number, role, isAgent: mayBeAgent(message), name, text: content }];
}
