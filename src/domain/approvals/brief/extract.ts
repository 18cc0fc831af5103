/** Extracts the input of a brief from a request. */

import { array, fieldsThat, isEmpty, isObject } from '../../../platform/parse/coerce.ts';
import { isCutOff } from '../../../platform/parse/json-scan.ts';
import { hasKeyTwice, jsonText } from '../../../platform/parse/json-text.ts';
import { mayBeAgent, spokenText } from '../../../platform/parse/messages.ts';
import type { Message } from '../../../platform/parse/records.ts';
import { clean, plainOrMarked } from '../../../platform/text.ts';
import { count } from '../../../present/units.ts';
import { holdsResult, isGate } from '../../threads/calls.ts';
import { callsInText, withoutCalls } from '../../threads/calls-in-text.ts';
import type { Request } from '../../threads/request.ts';
import { decidedCalls } from '../../threads/request-calls.ts';
import { type BriefInput, FEW_VALUES, MAX_VALUES, readLeaves } from './input.ts';
import { callValues } from './notations.ts';
import { turnsOf } from './turns.ts';

/** Names of a thread's fields that may repeat the request itself. */
const OF_REQUEST = /approv|pending|action|question|prompt|confirm|call|tool|require|message|summary|preview/i;
/** Characters of the agent's text that are compared, and of the beginning and the end of a longer one. */
const MAX_CHARACTERS = 100_000;
const HALF = MAX_CHARACTERS / 2;
/** Calls that are compared. */
const MAX_CALLS = 20;

/** Fields of an agent's message, and types of its parts, that hold a call in a form that is shown and not read. */
const CALL_FIELD = /^(?:invalid_)?(?:tool_?(?:calls?|uses?|invocations?|call_chunks)|function_?calls?)$/i;
const CALL_TYPE = /tool[-_]?(?:use|call)|function[-_]?call|^tool-/i;

/** Whether an agent's message holds a call in such a form. */
function holdsOtherCall(message: Message | undefined): boolean {
  if (message?.rest === undefined || !mayBeAgent(message)) return false;
  const { content, parts, ...fields } = message.rest;
  const isCall = ([key, value]: [string, unknown]): boolean => CALL_FIELD.test(key) && !isEmpty(value);
  const all = [...array(content), ...array(parts)].filter(isObject);
  return (
    Object.entries(fields).some(isCall) ||
    all.some((part) => CALL_TYPE.test(String(part.type)) || Object.entries(part).some(isCall))
  );
}

/** The texts of an agent's message that was sent in parts. */
const partsOf = (message: Message | undefined): string[] =>
  message === undefined || !mayBeAgent(message) || !message.content.isEmpty ? [] : [spokenText(message)];

/** As it is read: without invisible characters, and the marks of Markdown and HTML. */
const wordsOf = (text: string): string => clean(text).replace(/\*\*|__|`|<\/?[a-z]{1,10}>/gi, '');

/** The calls to decide on, and the conversation around them. */
export function briefInputOf({
  thread,
  calls,
  statements,
  extras,
}: Pick<Request, 'thread' | 'calls' | 'statements' | 'extras'>): BriefInput {
  const all = decidedCalls({ calls });
  const read = all.slice(0, MAX_CALLS).map((call) => ({
    ...call,
    ...readLeaves(call.arguments),
    before: call.message || Number.POSITIVE_INFINITY,
  }));
  const values = callValues(read);
  const texts = [
    ...statements.flatMap(({ isAgent, text }) => (isAgent ? text.raw : [])),
    // Sent in parts, its words are no statement.
    ...extras.flatMap(({ message }) => partsOf(thread.messages[message - 1])),
  ];
  const prose = texts.map((text) => wordsOf(withoutCalls(text, callsInText(text)))).join('\n');
  // What a tool's result followed was decided on.
  const results = thread.messages.findLastIndex((message) => holdsResult(message) && !isGate(message)) + 1;
  const unread = extras.flatMap(({ message }) =>
    message > results && holdsOtherCall(thread.messages[message - 1]) ? message : [],
  );
  const isLong = prose.length > MAX_CHARACTERS;
  const left = (prose.length - MAX_CHARACTERS).toLocaleString('en');
  return {
    threadId: thread.id,
    calls: read,
    values,
    few: values.length > FEW_VALUES ? [] : values,
    prose: isLong ? `${prose.slice(0, HALF)}\n${prose.slice(-HALF)}` : prose,
    malformed: read.flatMap(({ name, argumentsText: { raw } }) =>
      hasKeyTwice(raw)
        ? [`the arguments of ${plainOrMarked(name)} have a field twice`]
        : isCutOff(raw)
          ? [`the arguments of ${plainOrMarked(name)} are cut off`]
          : [],
    ),
    notCompared: [
      ...(isLong ? [`${left} characters in the middle of what the agent says`] : []),
      ...unread.map((message) => `a call in message ${message}, whose form is not read`),
      ...(all.length > MAX_CALLS ? [`the arguments of ${count(all.length - MAX_CALLS, 'more call')}`] : []),
      ...(read.every(({ isWhole }) => isWhole)
        ? []
        : [`arguments beyond ${MAX_VALUES.toLocaleString('en')} values of a call, or deeper than eight levels`]),
    ],
    conversation: {
      turns: turnsOf(thread.messages),
      platform: jsonText([fieldsThat((key) => !OF_REQUEST.test(key), thread.rest ?? {}), thread.tenants]),
      time: thread.createdAt,
      isCut: thread.lacksMessages === true,
    },
  };
}
