/** A waiting request as a line of the inbox: who asks for what, its warnings, and the token to decide with. */
import { join, present, RESULT_BUDGET } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { plainOrMarked } from '../../platform/text.ts';
import { excerpt } from '../../present/excerpt.ts';
import { agentNameText, marked } from '../../present/plain.ts';
import { age, count, DAY_MS, minute, second, grouped as thousands } from '../../present/units.ts';
import { hindranceOf } from '../agents/agents.ts';
import { isOverdue, waitText } from '../threads/request.ts';
import { isUndecided } from '../threads/request-calls.ts';
import { phaseOf } from '../threads/status.ts';
import { besideArguments, briefData, briefLines, firstFacts, inventedOf } from './brief/brief.ts';
import { abridge, type Block, type Drawing, drawingOf, endsOf, layOut, type Shown } from './drawing.ts';
import { fourEyesObjection } from './four-eyes.ts';
import { decidesByToken } from './may-approve.ts';
import { argumentsData, argumentText, blockLines, grouped } from './notation.ts';
import { PART } from './reading.ts';
import { reviewToken } from './review-token.ts';
import { type Sheet, TASK_ROOM } from './sheet.ts';

/** Characters of all calls, of one argument, of what the agent says, and of the task. */
interface Room {
  readonly calls: number;
  readonly argument: number;
  readonly says: number;
  readonly task: number;
}
const ROOM: Room = { calls: 500, argument: 100, says: 170, task: 100 };
/** The more requests wait, the less of each is shown: twelve take at most 7,000 characters. */
const CROWDED = 6;
const CROWDED_ROOM: Room = { calls: 250, argument: 50, says: 126, task: 40 };
/** A result holds some 26 of all kinds, or a hundred that are alike but for a dozen. */
const PACKED = 16;
const PACKED_ROOM: Room = { calls: 140, argument: 24, says: 126, task: 0 };

/**
 * Characters of a request that a line shows whole, so that its token approves: of a few requests more, and of none once more
 * than {@link MANY} wait. Beyond, get_thread shows it, with its paragraphs; where nobody is asked, an only request is shown as
 * far as there, since it would be read next.
 */
const wholeUpTo = (requests: number): number => (requests <= FEW ? 3_000 / requests : requests <= MANY ? 360 : 0);
const FEW = 3;
const MANY = 30;

/** Characters of a call's name in a line. */
const NAME = 60;

/** Facts of the brief in a line; of what is unsaid only what nobody said. */
const LISTED = ['contradictions', 'unsaid', 'unusual'] as const;

/** What the page around a line already says. */
interface Page {
  /** Requests on the page. */
  readonly requests: number;
  /** The currency that all costs have in common. */
  readonly currency?: string | undefined;
  /** The agent that the list was filtered by: its id isn't repeated. */
  readonly agentId?: string | undefined;
  readonly isWithoutTokens?: boolean;
}

/** A request as listed, and whether the line shows all that a decision needs: of one that is decided nothing is missing. */
export function asLine(
  sheet: Sheet,
  { requests, currency, agentId: asked, isWithoutTokens = false }: Page,
  context: ToolContext,
) {
  const isPacked = requests > PACKED;
  const room = isPacked ? PACKED_ROOM : requests > CROWDED ? CROWDED_ROOM : ROOM;
  const drawing = drawingOf(sheet);
  const isReadHere = requests === 1 && !isWithoutTokens && decidesByToken(context);
  const size = isReadHere ? RESULT_BUDGET : wholeUpTo(requests);
  const whole = { calls: size, argument: size, says: size };
  const isShort = isReadHere ? layOut(drawing, PART).next === undefined : drawing.size <= size;
  const { thread, agent, brief, cost, since, task } = sheet;
  const { id: threadId, status } = thread;
  const agentId = thread.agentId === asked ? undefined : thread.agentId;
  // It may have been decided between the list and the read.
  const isWaiting = phaseOf(status) === 'waiting';
  const { calls, moreCalls, says, also, omitted } = isShort
    ? layOutLine(drawing, whole, 2 * size)
    : layOutLine(drawing, room, 0);
  // Read once: text and data show the same moment.
  const waitingFor = age(since);
  const waited = since === undefined ? waitText(thread) : waitingFor && `waiting for ${waitingFor}${longSince(since)}`;
  const agentName = agent?.name === undefined ? undefined : agentNameText(agent.name);
  const agentState = hindranceOf(agent);
  // One of a few that is decided on here, not in get_thread: as much of it as a question shows.
  const taskRoom = isShort && requests <= FEW ? TASK_ROOM : room.task;
  const about = isPacked ? undefined : task && excerpt(task, taskRoom);
  const warnings = { ...brief, unsaid: firstFacts(inventedOf(brief), isPacked ? 1 : requests > CROWDED ? 3 : 8) };
  // Without them, who reads it here would take a long text for checked.
  const sources = isReadHere && isShort ? besideArguments(brief).lines : [];
  const facts = isWaiting ? [...briefLines(warnings, LISTED), ...sources] : [];
  const late = isOverdue(thread, context.settings.overdueHours);
  const isBarred = fourEyesObjection(thread, context) !== undefined;
  const isDecidable = isWaiting && !sheet.isDecided && !isBarred;
  // A thread that wasn't read as a decision will read it gets none: a token over less would not match.
  const hasToken = isDecidable && !sheet.isFromList && !isWithoutTokens;
  const token = hasToken ? reviewToken(sheet, context, omitted > 0 ? 0 : undefined) : undefined;
  return {
    item: {
      data: {
        threadId,
        agentId: isPacked && agentName !== undefined ? undefined : agentId,
        agentName,
        agentState,
        calls: calls.map(({ call, args, more }) => ({
          name: plainOrMarked(call.text),
          arguments: argumentsData(args, more),
          state: isUndecided(call) ? undefined : call.state,
        })),
        moreCalls: moreCalls > 0 ? moreCalls : undefined,
        about,
        brief: isWaiting ? briefData(warnings, sources.length > 0 ? [...LISTED, 'sources'] : LISTED) : undefined,
        asks: says,
        also: also.length === 0 ? undefined : also,
        waitingSince: since && second(since),
        waitingFor: isPacked ? undefined : waitingFor,
        overdue: late ? 1 : undefined,
        createdAt: since || !waited ? undefined : thread.createdAt && second(thread.createdAt),
        cost,
        currency: cost?.currency === currency ? undefined : cost?.currency,
        isDecided: sheet.isDecided || undefined,
        isBarred: (isWaiting && isBarred) || undefined,
        reviewToken: token,
        isCut: (token !== undefined && omitted > 0 && requests <= MANY) || undefined,
        status: isWaiting ? undefined : status,
      },
      line: present(
        `- ${join(threadId, agentName ?? (agentId && `agent ${agentId}`), agentState && `agent ${agentState}`, late ? `${waited}, overdue` : waited, cost !== undefined && `cost ${cost}`)}`,
        ...calls.map(callLine),
        moreCalls > 0 && `  and ${moreCalls} more calls`,
        ...facts.map((fact) => `  ${fact}`),
        about && `  task: ${about}`,
        says && `  says: ${says}`,
        ...also.map((text) => `  ${text}`),
        // Before the token: what stands behind it is copied with it.
        token && `  ${omitted > 0 ? '(part) ' : ''}reviewToken ${token}`,
        sheet.isDecided && '  already decided: a decision on it was sent, or is being sent',
        isWaiting && isBarred && '  not yours to decide: four eyes bar you from it',
        !isWaiting && `  no longer waiting: it is now ${status}`,
      ).join('\n'),
    },
    isWhole: !isDecidable || omitted === 0,
  };
}

/** A day on, when it began: nobody counts back from days and hours. */
const longSince = (since: string): string =>
  Date.now() - Date.parse(since) > DAY_MS ? `, since ${minute(since)}` : '';

interface LineCall {
  readonly call: Shown;
  readonly args: readonly Shown[];
  /** Arguments left out. */
  readonly more: number;
}

/**
 * The drawing in a line: the act with each long value by its ends, and what the agent says by its ends.
 * @param roomForRest characters of what else was sent, if all of it fits
 */
function layOutLine({ blocks }: Drawing, room: Omit<Room, 'task'>, roomForRest: number) {
  const act = blocks.filter(({ isAct, kind }) => isAct && kind !== 'also');
  const shown = abridge(act, room.argument, room.calls);
  const calls = grouped(shown).flatMap(({ call, args }): LineCall[] =>
    call === undefined ? [] : [{ call, args, more: (call.arguments ?? 0) - args.length }],
  );
  const others = blocks.filter(({ isAct }) => !isAct);
  // Without words and calls, another field may be the request.
  const said = others.filter(({ kind, isAgent }) => kind === 'says' && isAgent);
  const words = said.length > 0 ? said : calls.length === 0 ? others.slice(0, 1) : [];
  const text = words.map(wordsOf).join(' ');
  const short = endsOf(text, room.says);
  const isShown = new Set<Block>([...act, ...words]);
  const rest = blocks.filter((block) => !isShown.has(block));
  const also = alsoLines(rest);
  const fits = also.join('').length <= roomForRest;
  return {
    also: fits ? also : [],
    calls,
    moreCalls: act.filter(({ kind }) => kind === 'call').length - calls.length,
    says:
      text === ''
        ? undefined
        : short === text
          ? marked(flat(text))
          : `${marked(flat(short))} (${thousands(text.length)} characters)`,
    omitted:
      shown.reduce((sum, { left }) => sum + left, 0) +
      (act.length - shown.length) +
      (text.length - short.length) +
      (fits ? 0 : rest.length) +
      // A line has no room to say whose name, of whose call, or what was left out.
      blocks.filter(({ kind, text }) => kind === 'call' && text.length > NAME).length +
      (calls.length > 1 ? rest.filter(({ isAct }) => isAct).length : 0) +
      words.filter(({ title }) => title !== '').length +
      blocks.reduce((sum, { dropped }) => sum + dropped, 0),
  };
}

/** Whole blocks beside the act and the agent's words, each in a line of the question's words. */
const alsoLines = (rest: readonly Block[]): string[] =>
  blockLines(rest.map((block) => ({ ...block, title: flat(block.title), text: flat(block.text), from: 0, left: 0 })));

const flat = (text: string): string => text.replace(/\s+/g, ' ');
const wordsOf = ({ title, text }: Block): string => flat([title, text].filter((part) => part !== '').join(': '));

function callLine({ call, args, more }: LineCall): string {
  const verb = isUndecided(call)
    ? 'wants'
    : call.state === 'answered'
      ? 'may wait for (answered by a tool)'
      : 'requested before';
  const named = `  ${verb} ${plainOrMarked(call.text)}`;
  const all = [...args.map(argumentText), ...(more > 0 ? [`and ${count(more, 'more argument')}`] : [])];
  return all.length === 0 ? named : `${named}: ${all.join(', ')}`;
}
