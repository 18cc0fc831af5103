/** The question before a decision is sent: the whole request, over as many pages as needed. */
import { Refusal } from '../../mcp/contract/errors.ts';
import { type Choice, type Form, MAX_COMMENT, type Page, READ_ON } from '../../mcp/contract/question.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';
import { MAX_NAME } from '../../platform/parse/messages.ts';
import { clean, digest, type ForeignText, foreign, plainOrMarked } from '../../platform/text.ts';
import { excerpt } from '../../present/excerpt.ts';
import { agentNameText } from '../../present/plain.ts';
import { roundMoney } from '../../present/units.ts';
import { briefLines, hasContradiction, isUnusual } from './brief/brief.ts';
import { THREAD_FIELDS } from './calls.ts';
import { callBlocks, entriesInLine } from './draw-call.ts';
import { type Block, layOut } from './pages.ts';
import {
  type CallState,
  decidedCalls,
  type Extra,
  lacksConversation,
  type RequestCall,
  type Statement,
  waitText,
} from './request.ts';
import type { Sheet } from './sheet.ts';
import { withoutBlanks } from './without-blanks.ts';

/** Characters of a page: as much as people read in one go. */
const PAGE = 6_000;
/** Nobody reads more in a dialog, and clients of the protocol of 2026-07-28 answer at most ten questions of a call. */
const MAX_PAGES = 10;
/** Characters of the task: it explains the request, but isn't part of it. */
const TASK = 300;

/** The choice that sends nothing. */
export const LEAVE = 'LEAVE';
/** No choice came back for a request of a batch: nothing is sent either. */
export const OPEN = 'OPEN';

export const REJECT: Choice = { value: 'REJECTED', title: 'Reject' };
export const LEAVE_IT: Choice = { value: LEAVE, title: 'Leave it waiting' };
const NEXT_PAGE: Choice = { value: READ_ON, title: 'Read on' };

/** The decision that the assistant proposes. */
export interface Proposal {
  readonly status: Decision;
  readonly comment: string | undefined;
  /** How the decision is sent if the deployment's dialect differs: ` (sent as action: approved)`. */
  readonly sentAs: string;
}

/** What a caller asks for. */
export interface DecisionItem {
  readonly threadId: string;
  readonly status: Decision;
  readonly comment?: string | undefined;
  readonly reviewToken?: string | undefined;
}

/** An item that the human can decide on. */
export interface Decidable {
  readonly item: DecisionItem;
  readonly sheet: Sheet;
  readonly proposal: Proposal;
}

/** Name of the one decision in a question about one request. */
export const DECISION = 'decision';

/** The question about one request. */
export function asQuestion(sheet: Sheet, proposal: Proposal): Form {
  const { thread } = sheet;
  const { pages } = layOut(requestBlocks(sheet, agentLabel(sheet)), PAGE);
  const isTooLong = pages.length > MAX_PAGES;
  return {
    // The question also showed the agent and the proposal, whose comment may be sent.
    subject: `thread ${thread.id} of agent ${thread.agentId}, proposal ${digest([proposal.status, proposal.comment])}`,
    digest: sheet.digest,
    // A card that draws the question shows all of the request at once; a plain form shows it in pages.
    ...(pages.length === 1 && !lacksConversation(sheet) ? { viewOf: thread.id } : {}),
    page: (index): Page => {
      const lines = pages[index] ?? [];
      const isLast = index === pages.length - 1;
      const choices = isTooLong
        ? [REJECT, LEAVE_IT]
        : isLast
          ? lastChoices(sheet, proposal)
          : [NEXT_PAGE, REJECT, LEAVE_IT];
      const end = isTooLong ? [tooLong(pages.length)] : isLast ? [] : [pageOf(index, pages.length)];
      return {
        message: [...lines, ...end, ...footer(sheet, proposal, isLast && !isTooLong)].join('\n'),
        parts: [
          {
            name: DECISION,
            title: 'Your decision',
            choices,
            comment: { title: 'Comment (optional)', initial: proposal.comment },
          },
        ],
      };
    },
  };
}

const pageOf = (index: number, all: number): string => `Page ${index + 1} of ${all}; Approve comes with the last one.`;

const tooLong = (pages: number): string =>
  `This is the first of ${pages} pages, and at most ${MAX_PAGES} are shown here, so it can't be approved here: a card shows all of it, and so does the platform itself.`;

/** The proposed choice first, but never Approve under a contradiction. */
function lastChoices(sheet: Sheet, { status }: Proposal): readonly Choice[] {
  const approve: Choice = { value: 'APPROVED', title: approveTitle(sheet) };
  const first = status === 'APPROVED' && hasContradiction(sheet.brief) ? LEAVE : status === 'PENDING' ? LEAVE : status;
  const all = [approve, REJECT, LEAVE_IT];
  return [...all.filter(({ value }) => value === first), ...all.filter(({ value }) => value !== first)];
}

/** `Approve create_refund`: a choice that names its action. */
function approveTitle(sheet: Sheet): string {
  const calls = decidedCalls(sheet);
  const [only] = calls;
  if (only === undefined) return 'Approve';
  return calls.length === 1 ? `Approve ${plainOrMarked(only.name, 40)}` : `Approve all ${calls.length} calls`;
}

/** The lines below a page. */
function footer({ agent, thread, cost, startedBy }: Sheet, proposal: Proposal, isDecidable: boolean): string[] {
  const facts = [waitText(thread), cost && `cost so far ${roundMoney(cost)}`];
  const known = facts.filter((fact) => fact !== undefined).join('; ');
  const state = agent?.state;
  const disabled = state === undefined || state === 'enabled' ? '' : ` (${state} now)`;
  return [
    `${isDecidable ? 'Approve lets it go on. ' : ''}Reject ends the thread as FAILED with your comment as the reason. Closing this sends nothing.`,
    `Proposed by the assistant: ${proposalText(proposal)}.${known === '' ? '' : ` ${known[0]?.toUpperCase()}${known.slice(1)}.`}`,
    `Agent ${thread.agentId ?? 'unknown'}${disabled}, thread ${thread.id}.`,
    ...(startedBy === undefined ? [] : [startedBy.line]),
  ];
}

const TITLES: Readonly<Record<Decision, string>> = {
  APPROVED: 'Approve',
  REJECTED: 'Reject',
  PENDING: 'Leave it waiting',
};

/** `Approve, no comment`. */
export const proposalText = ({ status, comment, sentAs }: Proposal): string =>
  `${TITLES[status]}${sentAs}, ${comment === undefined ? 'no comment' : `with the comment ${foreign(comment)}`}`;

/** `Refund Agent`, or `Agent` and its id if it has no name. */
export function agentLabel({ agent, thread }: Sheet): string {
  return agent?.name === undefined ? `Agent ${thread.agentId ?? 'unknown'}` : agentNameText(agent.name);
}

/**
 * The whole request: the calls, warnings, the task, the agent's text, and all other fields.
 * @param who begins the first line
 */
export function requestBlocks(sheet: Sheet, who: string): Block[] {
  const { calls, statements, extras, brief, task, lastUserMessage } = sheet;
  const now = decidedCalls(sheet);
  const others = calls.filter((call) => !now.includes(call));
  const briefs = briefLines(brief, [
    'contradictions',
    'unusual',
    ...(isUnusual(sheet.brief) ? [] : ['earlier' as const]),
  ]);
  const isEmpty = calls.length === 0 && statements.length === 0 && extras.length === 0;
  return [
    ...headBlocks(now, who),
    // Facts about earlier requests may change while the human reads.
    ...briefs.map((line): Block => ({ before: line, after: '', isAside: true })),
    ...taskBlock('The task: ', task),
    ...taskBlock('The user’s last words: ', lastUserMessage),
    ...statements.map((statement, index) => statementBlock(statement, [...now, ...others], now.length, index > 0)),
    ...others.flatMap((call) => callBlocks(call, OTHER_CALL_LABELS[call.state])),
    ...extras.map(extraBlock),
    ...(lacksConversation(sheet)
      ? [{ before: LEFT_OUT, after: '' }]
      : isEmpty
        ? [{ before: 'The thread does not say what it asks for.', after: '' }]
        : []),
  ];
}

/** Why nobody can see what a thread asks for. */
export const LEFT_OUT =
  "The platform's answer leaves out the conversation, so what the thread asks for can't be shown: look at it in the platform itself.";

/** Short metadata in one line, everything else as JSON. */
function extraBlock({ message, json }: Extra): Block {
  const where = message === THREAD_FIELDS ? 'the thread' : `message ${message}`;
  const fields = parsedJson(json.raw);
  const metadata = isObject(fields) && Object.keys(fields).length === 1 ? fields.metadata : undefined;
  const line = isObject(metadata) ? entriesInLine(Object.entries(metadata)) : undefined;
  if (line !== undefined && line.dropped === 0) return { before: `Metadata of ${where}: ${line.text}.`, after: '' };
  return { before: `Also sent with ${where}: `, text: json, after: '' };
}

const OTHER_CALL_LABELS: Readonly<Record<CallState, string>> = {
  open: 'Also open: ',
  'in-text': 'Also named: ',
  answered: 'Called in this turn: ',
  earlier: 'Still open: ',
};

function headBlocks(calls: readonly RequestCall[], who: string): Block[] {
  const [only] = calls;
  if (only === undefined) return [{ lead: who, before: ' asks to go on.', after: '' }];
  if (calls.length === 1) return callBlocks(only, ' wants to call ', who);
  return [
    { lead: who, before: ` wants to make ${calls.length} calls:`, after: '' },
    ...calls.flatMap((call, index) => callBlocks(call, `${index + 1}. `)),
  ];
}

function taskBlock(label: string, text: ForeignText | undefined): Block[] {
  return text === undefined ? [] : [{ before: `${label}${excerpt(text, TASK)}`, after: '' }];
}

function statementBlock(
  { role, isAgent, name, text }: Statement,
  calls: readonly RequestCall[],
  above: number,
  isMore: boolean,
): Block {
  const by = name === undefined ? '' : ` ${plainOrMarked(name, MAX_NAME)}`;
  const who = isAgent ? `The agent${by}` : `${plainOrMarked(foreign(role), 200)}${by}`;
  return {
    before: `${who} ${isMore && isAgent ? 'goes on' : 'says'}: `,
    text: withoutCalls(text, calls, above),
    after: '',
  };
}

/**
 * Replaces exact repetitions of a call's arguments, so that the call is shown once. The first `above` calls are above. Several
 * below have no numbers, so they are repeated.
 */
function withoutCalls(text: ForeignText, calls: readonly RequestCall[], above: number): ForeignText {
  let left = text.raw;
  const named = calls.length - above === 1 ? calls : calls.slice(0, above);
  for (const [index, { argumentsText }] of named.entries()) {
    const { raw } = argumentsText;
    const place = index >= above ? '[the call below]' : above === 1 ? '[the call above]' : `[call ${index + 1} above]`;
    if (raw.length <= place.length || !raw.startsWith('{')) continue;
    if (left.includes(raw)) left = left.replaceAll(raw, place);
    else if (left.includes(withoutBlanks(raw))) left = left.replaceAll(withoutBlanks(raw), place);
  }
  return left === text.raw ? text : foreign(left);
}

/** A comment as shown and sent: without invisible characters. @throws Refusal if it is too long to be shown */
export function checkedComment(comment: string | undefined): string | undefined {
  if (comment === undefined) return undefined;
  const seen = clean(comment).trim();
  if (seen.length > MAX_COMMENT) {
    throw new Refusal(
      `Refused: the comment has ${seen.length} characters; at most ${MAX_COMMENT} can be shown to the human who decides. Nothing was sent. Shorten it.`,
    );
  }
  return seen === '' ? undefined : seen;
}
