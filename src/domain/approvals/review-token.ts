/**
 * Tokens bind a decision to what was shown, of which state of a thread, and to whom. They are keyed digests: nothing is
 * stored, replicas with the same settings agree, and nothing that was sent earlier yields a later token. A token begins with
 * the number of messages, so that a refusal can say how many were added. It is valid until the thread changes or is decided;
 * reading the same again gives the same token.
 *
 * - `12-9f3a…`: all of the request was shown.
 * - `12-9000-9f3a…`: all of it up to place 9,000 was shown. It rejects, and reads on; it doesn't approve.
 * - `card-12-9f3a…`, `card-12-9000-9f3a…`: the same, for a card. Neither kind is taken for the other. A card may stay open for
 *   hours, so its token also holds that the same was approved before, if it was.
 */
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { count } from '../../present/units.ts';
import type { Request } from '../threads/request.ts';
import type { Brief } from './brief/brief.ts';
import { approvalFacts, approvalsIn } from './brief/unusual.ts';

/** What a token is for: `review` for what a model read, `card` for what a card drew. */
export type TokenKind = 'review' | 'card';

/** Hex digits of the digest in a token: 96 bits. */
const LENGTH = 24;

/** Who reads: the caller, and the key that seals. */
export type TokenReader = Pick<ToolContext, 'caller' | 'decisions'>;
interface State extends Pick<Request, 'thread' | 'digest'> {
  readonly brief: Pick<Brief, 'unusual'>;
}

/** @param shownTo the place up to which the request was shown without a gap; undefined: all of it */
export const reviewToken = (state: State, reader: TokenReader, shownTo?: number, kind: TokenKind = 'review'): string =>
  sealedToken(state, reader, { shownTo, kind, approvals: approvalsOf(state, kind) });

interface Sealed {
  readonly shownTo: number | undefined;
  readonly kind: TokenKind;
  /** How often the same was approved before, as far as the brief says. */
  readonly approvals: number;
}

function sealedToken({ thread, digest }: State, { caller, decisions }: TokenReader, sealed: Sealed): string {
  const { shownTo, kind, approvals } = sealed;
  // Anonymous callers are one reader.
  const parts = [caller.key, digest, shownTo ?? 'all', ...(approvals > 0 ? [approvals] : [])];
  const place = shownTo === undefined ? '' : `${shownTo}-`;
  const seal = decisions.seal(kind, JSON.stringify(parts)).slice(0, LENGTH);
  return `${kind === 'card' ? 'card-' : ''}${thread.messages.length}-${place}${seal}`;
}

/** Of each call at most two, since three are a routine: more calls than these differ only in how many. */
const MOST_APPROVALS = 9;

const approvalsOf = ({ brief }: State, kind: TokenKind): number =>
  kind === 'card' ? Math.min(MOST_APPROVALS, approvalsIn(brief.unusual)) : 0;

const TOKEN = /^(card-)?(\d{1,9})-(?:(\d{1,9})-)?[0-9a-f]{24}$/;

/** How much a valid token stands for. */
export type Review =
  | { readonly kind: 'all' }
  | { readonly kind: 'part'; readonly shownTo: number }
  /** `why` is a clause: what changed, or what is wrong with the token. */
  | { readonly kind: 'invalid'; readonly why: string };

/** Checks a token against the thread as it is now. */
export function reviewOf(token: string, state: State, reader: TokenReader, kind: TokenKind = 'review'): Review {
  const [, card, before, place] = TOKEN.exec(token) ?? [];
  if (before === undefined)
    return { kind: 'invalid', why: 'this server did not issue that reviewToken, or it is not complete' };
  if ((card === undefined) !== (kind === 'review'))
    return { kind: 'invalid', why: `that reviewToken was ${OTHER_KIND[kind]}` };
  const shownTo = place === undefined ? undefined : Number(place);
  const now = approvalsOf(state, kind);
  const most = kind === 'card' ? MOST_APPROVALS : 0;
  for (let approvals = 0; approvals <= most; approvals++) {
    if (token !== sealedToken(state, reader, { shownTo, kind, approvals })) continue;
    // Fewer than the card showed are no news: the history may not be readable now.
    if (approvals < now) return { kind: 'invalid', why: `meanwhile, ${approvalFacts(state.brief.unusual)[0]}` };
    return shownTo === undefined ? { kind: 'all' } : { kind: 'part', shownTo };
  }
  return { kind: 'invalid', why: changeSince(Number(before), state, reader, kind) };
}

/** Of each kind that a token should be: what it was made for instead. */
export const OTHER_KIND: Readonly<Record<TokenKind, string>> = {
  review: 'made for a card, and only the card can use it',
  card: 'not made for a card',
};

function changeSince(then: number, { thread }: State, { caller }: TokenReader, kind: TokenKind): string {
  const { messages, status } = thread;
  const now = messages.length;
  // A card copies nothing by hand, and has one reader.
  const orOther = kind === 'card' ? '' : ", or the token is another thread's";
  if (now > then) {
    return `${now - then} message${now - then === 1 ? ' was' : 's were'} added since then (${then} then, ${now} now)${orOther}`;
  }
  if (now < then) return `it has ${count(now, 'message')} now, and had ${then}${orOther}`;
  const copied = kind === 'card' ? [] : ['not copied exactly'];
  const made = caller.subject === undefined ? [] : ['made for another caller'];
  const was = [...copied, ...made].map((how) => ` was ${how}`).join(', or');
  return `its status or a message changed${was === '' ? '' : `, or the token${was}`}; it is ${status} now, with ${now} messages as before`;
}
