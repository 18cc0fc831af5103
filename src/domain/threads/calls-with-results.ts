/** The calls of a conversation with the results that followed each, and whether a tool failed. */

import { parsedArguments } from '../../platform/parse/calls.ts';
import { boolean, isObject, type Json, text, unwrap } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { mayBeAgent } from '../../platform/parse/messages.ts';
import { isErrorObject } from '../../platform/parse/outcomes.ts';
import type { Message } from '../../platform/parse/records.ts';
import { foreign } from '../../platform/text.ts';
import { answersCall, isGate } from './calls.ts';
import { callsInText } from './calls-in-text.ts';

/** A call in the conversation, and the results that followed. */
export interface Made {
  /** Index of its message. */
  readonly at: number;
  readonly id: string | undefined;
  readonly name: string;
  readonly args: unknown;
  readonly results: { readonly at: number; readonly message: Message }[];
}

/** Characters of a tool's result that only repeats the decision. */
const SHORT = 100;
const REPEATS_DECISION = /^\W*(?:(?:the )?(?:user|human|reviewer) )?(?:has )?(?:approv|reject|declin|denied|refus)/i;

/** Whether a result says what the tool did: neither that it waits for a human, nor what the human decided. */
export const isResult = (message: Message): boolean =>
  answersCall(message) &&
  !isGate(message) &&
  !(message.content.length <= SHORT && REPEATS_DECISION.test(message.content.raw));

/** The calls of the conversation in order, also those that stand in the agent's text only, each with its results. */
export function callsMade(messages: readonly Message[]): Made[] {
  const made: Made[] = [];
  const byId = new Map<string, Made>();
  for (const [at, message] of messages.entries()) {
    const { toolCalls = [], toolCallId = '', content } = message;
    if (isResult(message)) (byId.get(toolCallId) ?? namedIn(made, message))?.results.push({ at, message });
    for (const call of toolCalls) {
      const one: Made = { at, id: call.id, name: call.name.raw, args: parsedArguments(call), results: [] };
      made.push(one);
      if (call.id !== undefined) byId.set(call.id, one);
    }
    if (toolCalls.length > 0 || !mayBeAgent(message)) continue;
    for (const { name, arguments: args } of callsInText(content.raw))
      made.push({ at, id: undefined, name, args, results: [] });
  }
  return made;
}

/** Calls that a result without a known id may belong to, from the latest. */
const LATEST = 50;

/** The call that such a result belongs to: the first open one of its name in the latest message that has one. */
function namedIn(made: readonly Made[], { toolCallId, name }: Message): Made | undefined {
  const latest = made
    .slice(-LATEST)
    .filter((call) => (call.id === undefined || toolCallId === undefined) && call.name === (name?.raw ?? call.name));
  const open = latest.filter(({ results }) => results.length === 0);
  return open.length === 0 ? latest.at(-1) : open.find(({ at }) => at === open.at(-1)?.at);
}

/** Characters of an error that are shown. */
const ERROR = 140;
const FAILURE = /^\W*(?:(?:an )?error|failed|failure|exception|traceback)\b/i;

/** The tool's error in its own words; undefined if it did not fail. */
export function errorIn({ content, rest = {} }: Message): string | undefined {
  const value = unwrap(parsedJson(content.raw));
  const isMarked = [rest.is_error, rest.isError].some((mark) => boolean(mark) === true) || rest.status === 'error';
  const isError = isMarked || (value === undefined ? FAILURE.test(content.raw) : isErrorValue(value));
  if (!isError) return undefined;
  const { error, message }: Json = isObject(value) ? value : {};
  const words = text(isObject(error) ? error.message : error) ?? text(message);
  return String(foreign(words ?? content.raw).line(ERROR));
}

const isErrorValue = (value: unknown): boolean =>
  typeof value === 'string'
    ? FAILURE.test(value)
    : isObject(value) &&
      (isErrorObject(value) ||
        boolean(value.isError ?? value.is_error) === true ||
        boolean(value.success ?? value.ok) === false ||
        /^(?:error|failed|failure)$/i.test(text(value.status) ?? ''));
