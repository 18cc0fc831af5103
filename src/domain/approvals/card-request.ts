/**
 * A request as a card shows it: all of it, in parts, each text without what nobody sees. What is too long for one read is
 * given page by page; that all was shown is noted, since only then may it be approved.
 */
import type { Item } from '../../mcp/contract/answer.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { wordsOfJson } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { cut, type ForeignText, foreign } from '../../platform/text.ts';
import { plain } from '../../present/plain.ts';
import { type PendingCall, THREAD_FIELDS } from './message-calls.ts';
import { requestOf } from './request.ts';
import { reviewDigest } from './review-token.ts';

/** Characters of a request that a card is given at once: far more than most requests have, and quickly drawn. */
const CARD_PAGE = 60_000;

/** A call, what was said, or what the platform sent beside both. */
interface Part {
  readonly kind: 'call' | 'says' | 'also';
  /** The call's name, or the speaker's role. */
  readonly title: ForeignText | string;
  readonly text: string;
  /** Whether a tool has answered the call. */
  readonly isAnswered?: boolean;
  readonly message: number;
}

/** A page of a request as a card draws it, and what is known of the whole. */
export interface CardRequest {
  readonly items: readonly Item[];
  /** The character from which on the next page goes; undefined where nothing is left. */
  readonly rest: number | undefined;
  /** Characters in all. */
  readonly characters: number;
  /** Invisible and control characters that were left out. */
  readonly dropped: number;
  /** Messages of this turn before the request. */
  readonly earlierMessages: number;
  /** Whether this caller was shown all of it by now. */
  readonly isWhole: boolean;
}

/** The page of the request that begins at a character; it is noted as shown to that caller. */
export function cardRequest(
  thread: Thread,
  from: number,
  { caller, readParts }: Pick<ToolContext, 'caller' | 'readParts'>,
): CardRequest {
  const { parts, dropped, earlierMessages } = partsOf(thread);
  const characters = parts.reduce((sum, { text }) => sum + text.length, 0);
  const items: Item[] = [];
  let at = 0;
  let end = from;
  for (const [index, part] of parts.entries()) {
    const start = Math.max(from, at) - at;
    const room = from + CARD_PAGE - Math.max(from, at);
    const isHere = at + part.text.length > from || (part.text === '' && at >= from);
    if (isHere && room > 0) {
      const text = cut(part.text.slice(start), room);
      items.push(itemOf(part, index, start, text));
      end = at + start + text.length;
    }
    at += part.text.length;
  }
  const digest = `card ${reviewDigest(thread)}`;
  readParts.note(caller, digest, { message: 0, from, to: end });
  return {
    items,
    rest: end < characters ? end : undefined,
    characters,
    dropped,
    earlierMessages,
    isWhole: readParts.firstUnread(caller, digest, 0, characters) === undefined,
  };
}

function itemOf({ kind, title, isAnswered, message }: Part, part: number, from: number, text: string): Item {
  const shown = foreign(text);
  const data = { part, kind, title, isAnswered, message, from, text: shown };
  return { data, line: `${kind} ${title}${isAnswered === true ? ' (answered)' : ''}: ${shown}` };
}

function partsOf(thread: Thread): { parts: readonly Part[]; dropped: number; earlierMessages: number } {
  const { calls, from, to, turnFrom } = requestOf(thread);
  const { messages } = thread;
  const said = messages
    .slice(from, to)
    .map((message, index) => ({ message, number: from + index + 1 }))
    // A tool's answer without words may still say by its name what it waits for.
    .filter(
      ({ message: { content, name, toolCalls } }) =>
        content.raw.trim() !== '' || (name !== undefined && toolCalls === undefined),
    );
  // Also of earlier messages of the turn: what nobody understood may be what it is about.
  const beside = messages.slice(turnFrom, to).map(({ rest }, index) => ({ rest, number: turnFrom + index + 1 }));
  const others = [{ rest: thread.rest, number: THREAD_FIELDS }, ...beside].filter(({ rest }) => rest !== undefined);
  const all = [
    ...calls.map((call) => ({
      kind: 'call' as const,
      title: call.name.line(200),
      foreign: argumentsOf(call),
      isAnswered: call.isAnswered,
      message: call.message,
    })),
    ...said.map(({ message, number }) => ({
      kind: 'says' as const,
      title: message.name === undefined ? message.role : foreign(`${message.role} ${message.name.line(80).raw}`),
      foreign: message.content,
      message: number,
    })),
    ...others.map(({ rest, number }) => ({
      kind: 'also' as const,
      title: number === THREAD_FIELDS ? 'thread' : `message ${number}`,
      foreign: wordsOfJson(rest) ?? foreign(''),
      message: number,
    })),
  ];
  let dropped = 0;
  const parts = all.map(({ foreign: text, ...part }) => {
    const shown = plain(text);
    dropped += shown.dropped;
    return { ...part, text: shown.text };
  });
  return { parts, dropped, earlierMessages: from - turnFrom };
}

/** What the call would do, with whatever the platform sent beside its arguments. */
const argumentsOf = ({ argumentsText, more }: PendingCall): ForeignText =>
  more === undefined ? argumentsText : foreign(`${argumentsText.raw}\n${more.raw}`);
