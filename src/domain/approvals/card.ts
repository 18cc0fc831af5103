/** A whole request as a card draws it: parts, page by page. */
import type { Item } from '../../mcp/contract/answer.ts';
import { cut, type ForeignText, foreign } from '../../platform/text.ts';
import { plain } from '../../present/plain.ts';
import { THREAD_FIELDS } from './calls.ts';
import type { Request } from './request.ts';

/** Characters of a request that a card gets at once: far more than most requests have, and quick to draw. */
const CARD_PAGE = 60_000;

/** A page of a request, with totals of the whole. */
export interface CardRequest {
  readonly items: readonly Item[];
  /** Offset of the next page; undefined on the last. */
  readonly rest: number | undefined;
  /** Total characters. */
  readonly characters: number;
  /** Number of invisible and control characters left out. */
  readonly dropped: number;
}

/** The page that begins at offset `from`. */
export function asCard(request: Request, from: number): CardRequest {
  const parts = partsOf(request).map((part) => ({ ...part, shown: plain(part.text) }));
  const characters = parts.reduce((sum, { shown }) => sum + shown.text.length, 0);
  const items: Item[] = [];
  let at = 0;
  let end = from;
  for (const [index, { shown, ...part }] of parts.entries()) {
    const { text } = shown;
    const start = Math.max(from, at) - at;
    const room = from + CARD_PAGE - Math.max(from, at);
    const isHere = at + text.length > from || (text === '' && at >= from);
    if (isHere && room > 0) {
      const here = cut(text.slice(start), room);
      items.push(itemOf({ ...part, text: foreign(here) }, index, start));
      end = at + start + here.length;
    }
    at += text.length;
  }
  return {
    items,
    rest: end < characters ? end : undefined,
    characters,
    dropped: parts.reduce((sum, { shown }) => sum + shown.dropped, 0),
  };
}

interface Part {
  readonly kind: 'call' | 'says' | 'also';
  /** The call's name, or the speaker's role. */
  readonly title: ForeignText | string;
  readonly text: ForeignText;
  /** Of a call: `open`, `in-text`, `answered` or `earlier`. */
  readonly state?: string;
  readonly message: number;
}

function itemOf({ kind, title, state, message, text }: Part, part: number, from: number): Item {
  const data = { part, kind, title, state, message, from, text };
  return { data, line: `${kind} ${title}${state === undefined ? '' : ` (${state})`}: ${text}` };
}

function partsOf({ calls, statements, extras }: Request): readonly Part[] {
  return [
    ...calls.map(
      ({ name, argumentsText, more, state, message }): Part => ({
        kind: 'call',
        title: name,
        // Includes whatever else the platform sent with the call.
        text: more === undefined ? argumentsText : foreign(`${argumentsText.raw}\n${more.raw}`),
        state,
        message,
      }),
    ),
    ...statements.map(
      ({ role, name, text, message }): Part => ({
        kind: 'says',
        title: name === undefined ? role : foreign(`${role} ${name.raw}`),
        text,
        message,
      }),
    ),
    ...extras.map(
      ({ message, json }): Part => ({
        kind: 'also',
        title: message === THREAD_FIELDS ? 'thread' : `message ${message}`,
        text: json,
        message,
      }),
    ),
  ];
}
