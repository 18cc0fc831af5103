/**
 * What a tool's result says of its call once a human has decided: that the call is still held back, that it failed, or that it was
 * carried out. Where the words don't show which, that is said: neither a failure nor a carried-out call may be made of them.
 */
import { array, boolean, isObject, text, unwrap } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import type { Message } from '../../platform/parse/records.ts';
import { type Call, errorWords, failureOf } from './failures.ts';
import { DONE, saysDone } from './failures-in-text.ts';

/** `ran`: it was called, whatever became of it; `why` goes on from "its result". */
export type ToolOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: string; readonly isRefusal: boolean }
  | { readonly kind: 'unclear'; readonly ran: boolean; readonly why: string };

/** Characters of what a gate says. */
const GATE_LENGTH = 400;
const GATE =
  /(?:needs?|requires?|required|awaiting|awaits?|waiting for|waits for|pending|without)(?: an?| your| the| human| manual| user){0,3} (?:approval|confirmation|authori[sz]ation|permission|review)|(?:approval|confirmation|authori[sz]ation|permission)(?: is)? (?:required|needed|pending)/i;

/** Whether a text speaks of a consent that is outstanding. */
const namesGate = (said: string): boolean => said.length <= GATE_LENGTH && GATE.test(said.replace(/[_-]+/g, ' '));

/** Fields in which a longer result in JSON says that it is a gate's; an order that awaits a review is none. */
const STATES = ['status', 'state', 'code', 'error'] as const;
const GATED =
  /^(?:pending|awaiting|waiting for|needs?|requires?)(?: human| user| manual)? (?:approval|permission)$|^(?:human )?(?:approval|permission) (?:required|needed|pending)$/i;

/** Whether a result is taken for a gate's before a decision. */
export function holdsBack(said: string): boolean {
  if (said.length <= GATE_LENGTH) return namesGate(said);
  const value = said.length > LONGEST || !/^\s*\{/.test(said) ? undefined : parsedJson(said);
  return isObject(value) && STATES.some((key) => GATED.test((text(value[key]) ?? '').replace(/[_-]+/g, ' ')));
}
const LONGEST = 100_000;

/** The words of a result, with the parts that it was sent in. */
export function resultText({ content, rest }: Pick<Message, 'content' | 'rest'>): string {
  const parts = array(rest?.content).flatMap((part) =>
    isObject(part) ? (text(part.text) ?? text(part.content) ?? text(part.output) ?? []) : (text(part) ?? []),
  );
  return [content.raw, ...parts].filter((part) => part !== '').join('\n');
}

/** The values of JSON as words, and the names of what is true; other text as it is. */
function wordsOf(said: string): string {
  const value = parsedJson(said);
  return (value === undefined ? said : words(value)).replace(/[_-]+/g, ' ');
}
function words(value: unknown): string {
  if (isObject(value))
    return Object.entries(value)
      .map(([key, part]) => (isYes(part) ? key : words(part)))
      .filter((part) => part !== '')
      .join('. ');
  if (Array.isArray(value)) return value.map(words).join('. ');
  return boolean(value) === undefined ? (text(value) ?? '') : '';
}
const isYes = (value: unknown): boolean => boolean(value) === true || /^yes$/i.test(text(value) ?? '');

/** What gates speak of, and words that make a deed one of the future: `approval request created`, `before it can be sent`. */
const OF_A_CALL =
  /\b(?:call|action|operation|(?<!pull |merge )request|execution|command|tool|human|reviewer|paused?|held|on hold|blocked|suspended|interrupted|until|unless|before|once|will|would|must|can|cannot|could|to be|not|nothing)\b|n['’]t\b/i;
/** Characters of a result that are read for it: JSON has more of them than words. */
const MOST_READ = 5 * GATE_LENGTH;
/** Words beside those of {@link GATE} that leave a result a gate's alone. */
const FEW = 5;

/** Whether a result is a gate's and no more, or may be one: `Ticket 7 created, awaiting review` is a tool's. */
function heldBack(said: string): 'wholly' | 'maybe' | undefined {
  if (said.length > MOST_READ) return undefined;
  const plain = wordsOf(said);
  if (!namesGate(plain)) return undefined;
  const isOfCall = OF_A_CALL.test(plain);
  if (saysDone(plain)) return isOfCall ? 'maybe' : undefined;
  const others = plain.replace(new RegExp(GATE, 'gi'), ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  const isShort = others.length <= FEW && !others.some((word) => /\d/.test(word));
  return isOfCall || isShort ? 'wholly' : 'maybe';
}

const WHO = '(?:the |a |your )?(?:user|human|reviewer|operator|approver)\\b';
const VERDICT = '(?:approved|rejected|declined|denied|refused)';
/** A human is named, or the decision is: that is no tool's word. */
const BY_HUMAN = new RegExp(
  `^\\W*(?:(?:approval |human )?decision\\W{1,3}${VERDICT}|${WHO}(?: has)? ${VERDICT}|(?:${VERDICT}|approval|permission)(?: (?:is|was|has been|given|granted|received|${VERDICT})){0,3} by ${WHO})`,
  'i',
);
/** What a human wrote beside it. */
const COMMENT = /^\s*(?:[:(–—-]|(?:[.,;]\s*)?(?:comment|reason|note)\b)/i;

/** Whether a result only repeats what a human decided: `Approved by the human`. */
function isVerdict(said: string): boolean {
  const found = BY_HUMAN.exec(said);
  if (found === null) return false;
  const after = said.slice(found[0].length);
  return !/approv|given|granted|received/i.test(found[0]) || COMMENT.test(after) || !saysDone(after);
}

/** Whether a result says no more than that the call waits, or what a human decided. */
export const isNoResult = (message: Message): boolean => {
  const said = resultText(message);
  return heldBack(said) === 'wholly' || isVerdict(said);
};

/** Characters of a result that may only repeat the decision, and what shows that a tool did something. */
const SHORT = 100;
const APPROVED = /^\W*approv(?:ed|al)\b/i;
const PROOF = /\b(?:auth\w*|codes?|ref(?:erence)?|transaction|receipt|number|no\.|id)\b|#\s?\d/i;
const OF_A_DECISION =
  /^(?:status|state|result|decision|approv\w*|by|\w*by|comment|reason|note|message|time\w*|\w*at|user|reviewer)$/i;

/** `Approved.` and `{"status":"approved"}` are what a bank says, too. */
function mayRepeatApproval(said: string): boolean {
  if (said.length > SHORT) return false;
  const value = unwrap(parsedJson(said));
  if (isObject(value) && Object.entries(value).some(([key, part]) => part !== null && !OF_A_DECISION.test(key)))
    return false;
  const plain = wordsOf(said);
  return APPROVED.test(plain) && !PROOF.test(plain) && !DONE.test(plain);
}

/** What speaks of a refusal, as a gate's result after a rejection does; any other error is one of a tool that was called. */
const REFUSAL =
  /approv|interrupt|skipp|permission|forbidden|allowed|permitted|authori[sz]|not (?:run|executed|called|made)|(?:call|execution|action) (?:was |is |has been )?(?:reject|declin|deni|refus)/i;

/** At the beginning it is the decision; `Claim 7 is rejected` may be what was done. */
const REFUSED = /^\W*(?:reject|declin|denied|refus)/i;

export function toolOutcome(message: Message, call: Call): ToolOutcome {
  const said = resultText(message);
  const failure = failureOf(message, said, call);
  if (failure === 'failed')
    return { kind: 'failed', error: errorWords(said), isRefusal: REFUSAL.test(said) || REFUSED.test(wordsOf(said)) };
  if (failure === 'ended') return { kind: 'unclear', ran: false, why: 'may name a failure, or what was asked for' };
  if (failure === 'partly') return { kind: 'unclear', ran: true, why: 'tells of an error, too' };
  if (failure === 'maybe') return { kind: 'unclear', ran: true, why: 'may be an error' };
  if (heldBack(said) === 'maybe') return { kind: 'unclear', ran: false, why: 'may only say that it waits' };
  return mayRepeatApproval(said)
    ? { kind: 'unclear', ran: false, why: 'may only repeat the decision' }
    : { kind: 'done' };
}
