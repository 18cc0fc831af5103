/** Extracts the input of a brief from a request. */

import { isObject } from '../../../platform/parse/coerce.ts';
import { keySentBefore } from '../../../platform/parse/json-scan.ts';
import { jsonText } from '../../../platform/parse/json-text.ts';
import { plainOrMarked } from '../../../platform/text.ts';
import { callsInText, withoutCalls } from '../../threads/calls-in-text.ts';
import { decidedCalls, type Request } from '../../threads/request.ts';
import { type BriefInput, MAX_VALUES, readLeaves } from './input.ts';

/** Characters of the agent's text that are compared, and of the beginning and the end of a longer one. */
const MAX_CHARACTERS = 100_000;
const HALF = MAX_CHARACTERS / 2;
/** Calls that are compared. */
const MAX_CALLS = 20;

/** The calls to decide on, and the conversation around them. */
export function briefInputOf({
  thread,
  calls,
  statements,
}: Pick<Request, 'thread' | 'calls' | 'statements'>): BriefInput {
  const all = decidedCalls({ calls });
  const read = all.slice(0, MAX_CALLS).map((call) => ({ ...call, ...readLeaves(call.arguments) }));
  const prose = statements
    .filter(({ isAgent }) => isAgent)
    .map(({ text }) => withoutCalls(text.raw, callsInText(text.raw)))
    .join('\n');
  const isLong = prose.length > MAX_CHARACTERS;
  const left = (prose.length - MAX_CHARACTERS).toLocaleString('en');
  return {
    threadId: thread.id,
    calls: read.map(({ name, argumentsText, leaves, state, message }) => ({
      ...{ name, argumentsText, leaves, message },
      kind: state === 'in-text' || state === 'answered' ? state : 'open',
    })),
    prose: isLong ? `${prose.slice(0, HALF)}\n${prose.slice(-HALF)}` : prose,
    repeated: [
      ...repeatedFields(thread.source).map(placeText),
      ...read.flatMap(({ name, arguments: args }) =>
        repeatedFields(args).map((place) => `${plainOrMarked(place)} of ${plainOrMarked(name)}`),
      ),
    ],
    notCompared: [
      ...(isLong ? [`${left} characters in the middle of what the agent says`] : []),
      ...(all.length > MAX_CALLS ? [`the arguments of ${all.length - MAX_CALLS} more calls`] : []),
      ...(read.every(({ isWhole }) => isWhole)
        ? []
        : [`arguments beyond ${MAX_VALUES.toLocaleString('en')} values of a call, or deeper than eight levels`]),
    ],
    conversation: {
      messages: thread.messages,
      platform: thread.rest === undefined ? '' : (jsonText(thread.rest) ?? ''),
      time: thread.createdAt,
      isCut: thread.lacksMessages === true,
    },
  };
}

/** `content of message 2` for `messages[1].content`. */
function placeText(place: string): string {
  const [, index, field] = /^(?:messages|threadContent)\[(\d+)\]\.(.+)$/s.exec(place) ?? [];
  return field === undefined ? plainOrMarked(place) : `${plainOrMarked(field)} of message ${Number(index) + 1}`;
}

/**
 * Fields that the platform sent twice in one object, with different values, each once: `messages[2].tool_calls`. Which of them
 * it acts on is not known, so both are drawn, and they count as a contradiction.
 */
function repeatedFields(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (part: unknown, place: string): void => {
    if (Array.isArray(part)) for (const [index, entry] of part.entries()) visit(entry, `${place}[${index}]`);
    if (!isObject(part)) return;
    for (const [name, entry] of Object.entries(part)) {
      const at = (key: string): string => (place === '' ? key : `${place}.${key}`);
      visit(entry, at(name));
      const key = keySentBefore(name);
      if (key === undefined || !Object.hasOwn(part, key)) continue;
      if (jsonText(part[key], true) !== jsonText(entry, true)) found.add(at(key));
    }
  };
  visit(value, '');
  return [...found];
}
