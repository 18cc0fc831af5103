/** The question before a decision is sent: the whole request, over as many pages as needed. */

import { type Choice, type Form, type Given, type Page, type Part, READ_ON } from '../../mcp/contract/question.ts';
import { present } from '../../mcp/contract/result.ts';
import type { Decision } from '../../platform/operations/schemas.ts';
import { digest, type ForeignText, foreign, plainOrMarked } from '../../platform/text.ts';
import { excerpt } from '../../present/excerpt.ts';
import { agentNameText, marked, plain } from '../../present/plain.ts';
import { count, roundMoney } from '../../present/units.ts';
import { hindranceOf } from '../agents/agents.ts';
import { lacksConversation, waitText } from '../threads/request.ts';
import { decidedCalls, isUndecided } from '../threads/request-calls.ts';
import {
  besideArguments,
  briefLines,
  hasContradiction,
  isComparedWhole,
  isUnusual,
  unsaidBeside,
  WARNINGS,
} from './brief/brief.ts';
import { chosenDecision, type DecisionItem, type Proposal } from './chosen.ts';
import { type Drawing, drawingOf, type Layout } from './drawing.ts';
import { MAX_PAGES, questionPages } from './may-approve.ts';
import { grouped, partLines } from './notation.ts';
import { newerLines, olderLines, olderOf, themIn } from './older.ts';
import { ASK_AGAIN, REDO, wordsIn } from './redo.ts';
import { type Sheet, TASK_ROOM } from './sheet.ts';

/** The choice that sends nothing. */
export const LEAVE = 'LEAVE';
/** No choice came back for a request of a batch: nothing is sent either. */
export const OPEN = 'OPEN';

export const REJECT: Choice = { value: 'REJECTED', title: 'Reject' };
export const LEAVE_IT: Choice = { value: LEAVE, title: 'Leave it waiting' };
const NEXT_PAGE: Choice = { value: READ_ON, title: 'Read on' };

/** An item that the human can decide on. */
export interface Decidable {
  readonly item: DecisionItem;
  readonly sheet: Sheet;
  readonly proposal: Proposal;
}

/** Name of the one decision in a question about one request. */
export const DECISION = 'decision';

/** The field about older requests for the same, if there are any. @param name of the field about the newest */
export function olderParts(name: string, older: readonly string[], number?: number): Part[] {
  if (older.length === 0) return [];
  const title = `${number === undefined ? '' : `${number}. `}${count(older.length, 'older request')} for the same`;
  return [
    {
      name: olderField(name),
      title,
      choices: [
        { ...LEAVE_IT, title: `Leave ${themIn(older)} waiting` },
        { ...REJECT, title: `Reject ${themIn(older)}, too` },
      ],
      initial: LEAVE,
      open: OPEN,
    },
  ];
}

const olderField = (name: string): string => (name === DECISION ? 'older' : `older_${name}`);

/** Whether the human chose to reject the older ones. @param name of the field about the newest */
export const rejectsOlder = (name: string, given: Given): boolean =>
  given.get(olderField(name))?.choice === REJECT.value;

/** The question about one request. @param redo the line about starting again, where that is offered: on the last page */
export function asQuestion(sheet: Sheet, proposal: Proposal, redo?: string): Form {
  const { thread } = sheet;
  const drawing = drawingOf(sheet);
  const shown = questionPages(drawing);
  const pages = shown.length;
  const isTooLong = pages > MAX_PAGES;
  const older = olderOf([sheet]);
  return {
    // The question also showed the agent and the proposal, whose comment may be sent.
    subject: `thread ${thread.id} of agent ${thread.agentId}, proposal ${digest([proposal.status, proposal.comment])}`,
    // Older requests that the question names, and no others, are rejected.
    digest: older.length === 0 ? sheet.digest : digest([sheet.digest, older]),
    // Once more, if the human wants to start again and gave no words; clients answer at most ten questions of a call.
    goesOn: (index, given) => {
      const chosen = given.get(DECISION);
      const isWordless =
        chosen?.choice === REDO.value && wordsIn(chosenDecision(chosen, proposal).comment) === undefined;
      return isWordless && index === pages - 1 && pages < MAX_PAGES;
    },
    page: (index): Page => {
      const isAgain = index === pages;
      const isLast = isAgain || index === pages - 1;
      const lines = pageLines(sheet, drawing, (shown[index] ?? shown.at(-1)) as Layout);
      const choices = isTooLong
        ? [REJECT, LEAVE_IT]
        : isLast
          ? [...lastChoices(sheet, proposal), ...(redo === undefined ? [] : [REDO])]
          : [NEXT_PAGE, REJECT, LEAVE_IT];
      const end = present(
        isTooLong ? TOO_LONG : !isLast && `Page ${index + 1} of ${pages}; Approve is on the last one.`,
      );
      return {
        message: present(
          isAgain && ASK_AGAIN,
          ...(index === 0 ? newerLines(sheet.repeated.newest) : []),
          ...lines,
          ...end,
          isLast && !isTooLong && redo,
          ...(isLast ? olderLines(older, [sheet]) : []),
          ...footer(sheet, proposal),
        ).join('\n'),
        parts: [
          {
            name: DECISION,
            title: 'Your decision',
            choices,
            comment: {
              title: redo !== undefined && isLast ? 'Comment (optional; needed to start again)' : 'Comment (optional)',
              initial: isAgain ? undefined : proposal.comment,
            },
          },
          ...(isLast ? olderParts(DECISION, older) : []),
        ],
      };
    },
  };
}

const TOO_LONG = `This is the first of more than ${MAX_PAGES} pages, which is too long for a question, so it can't be approved here: a card shows all of it, and so does the platform itself.`;

/**
 * A part of a request with what helps to decide on it: the act, warnings, the task, and the rest of the part. Contradictions
 * stand on each part, everything else beside the first.
 */
export function pageLines(sheet: Sheet, drawing: Drawing, part: Layout): string[] {
  const { brief, task, lastUserMessage } = sheet;
  const isFirst = part.from === 0;
  const isWhole = isFirst && part.next === undefined;
  const beside = besideArguments(brief);
  const { head, body } = partLines(drawing, part, agentLabel(sheet), beside.of);
  const facts = isFirst
    ? [
        ...briefLines({ ...brief, unsaid: unsaidBeside(brief, argumentsIn(drawing)) }, [
          ...WARNINGS,
          ...(isUnusual(brief) ? [] : ['earlier' as const]),
        ]),
        ...beside.lines,
      ]
    : briefLines(brief, ['contradictions']);
  return present(
    ...head,
    ...(isWhole ? [] : finishedLines(sheet)),
    ...facts,
    ...(isFirst ? [...taskLines('The task', task), ...taskLines('The user’s last words', lastUserMessage)] : []),
    ...body,
    lacksConversation(sheet) ? LEFT_OUT : drawing.blocks.length === 0 && 'The thread does not say what it asks for.',
  );
}

/** The names of the arguments of each call to decide on, as far as each is drawn by itself. */
const argumentsIn = ({ blocks }: Drawing): string[][] =>
  grouped(blocks.filter(({ isAct }) => isAct)).flatMap(({ call, args }) =>
    call === undefined ? [] : [args.map(({ title }) => title)],
  );

/** Counts the calls of the turn with a result, which stand on one page only. */
function finishedLines({ calls, finishedBefore }: Sheet): string[] {
  const answered = calls.filter(({ state }) => state === 'answered').length + finishedBefore.length;
  return answered === 0 ? [] : [`Tools have answered ${count(answered, 'call')} of this turn.`];
}

/** Why nobody can see what a thread asks for. */
export const LEFT_OUT =
  "The platform's answer leaves out the conversation, so what the thread asks for can't be shown: look at it in the platform itself.";

const taskLines = (label: string, text: ForeignText | undefined): string[] =>
  text === undefined ? [] : [`${label}: ${excerpt(text, TASK_ROOM)}`];

/** The proposed choice first, but never Approve under a contradiction, nor where one may have been missed. */
function lastChoices(sheet: Sheet, { status }: Proposal): readonly Choice[] {
  const approve: Choice = { value: 'APPROVED', title: approveTitle(sheet) };
  const isBarred = hasContradiction(sheet.brief) || !isComparedWhole(sheet.brief);
  const first = status === 'PENDING' || (status === 'APPROVED' && isBarred) ? LEAVE : status;
  return withFirst(first, [approve, REJECT, LEAVE_IT]);
}

/** The choices with that of a value in front. */
export const withFirst = (value: string, choices: readonly Choice[]): readonly Choice[] =>
  choices.toSorted((a, b) => Number(b.value === value) - Number(a.value === value));

/** A gate that is a function itself: the act is among its arguments, and its name would stand for what is approved. */
const GATE =
  /^(?:request|ask|get|await|wait)(?:[_-]?(?:for|human|user|manual|an?))*[_-]?(?:approval|confirmation|permission)$/i;

/** `Approve create_refund`: a choice that names its action, which is never a call with a result. */
export function approveTitle(sheet: Pick<Sheet, 'calls'>): string {
  const calls = decidedCalls(sheet);
  const [only] = calls;
  if (only === undefined || !isUndecided(only)) return 'Approve';
  if (calls.length === 1 && GATE.test(only.name.visible)) return 'Approve';
  if (calls.length === 1) return `Approve ${plainOrMarked(only.name, 40)}`;
  return calls.length === 2 ? 'Approve both calls' : `Approve all ${calls.length} calls`;
}

/** The lines below a page. */
function footer({ agent, thread, cost, startedBy }: Sheet, proposal: Proposal): string[] {
  const known = present(waitText(thread), cost && `cost so far ${roundMoney(cost)}`).join('; ');
  const state = hindranceOf(agent);
  const disabled = state === undefined ? '' : ` (${state} now)`;
  return present(
    'Reject ends the thread with your comment as the reason. Closing this sends nothing.',
    `Proposed by the assistant: ${proposalText(proposal)}.${known === '' ? '' : ` ${known[0]?.toUpperCase()}${known.slice(1)}.`}`,
    `Agent ${thread.agentId ?? 'unknown'}${disabled}, thread ${thread.id}.`,
    startedBy?.line,
  );
}

const TITLES: Readonly<Record<Decision, string>> = {
  APPROVED: 'Approve',
  REJECTED: 'Reject',
  PENDING: 'Leave it waiting',
};

/** `Approve`. The comment is the assistant's: it is drawn like every text by others. */
export const proposalText = ({ status, comment, sentAs }: Proposal): string =>
  `${TITLES[status]}${sentAs}${comment === undefined ? '' : `, with the comment ${marked(plain(foreign(comment)).text)}`}`;

/** `Refund Agent`, or `Agent` and its id if it has no name. */
export const agentLabel = ({ agent, thread }: Pick<Sheet, 'agent' | 'thread'>): string =>
  agent?.name === undefined ? `Agent ${thread.agentId ?? 'unknown'}` : agentNameText(agent.name);
