/** A waiting request as a line of the inbox: who asks for what, its warnings, and the token to decide with. */
import type { Item } from '../../mcp/contract/answer.ts';
import { join } from '../../mcp/contract/answer.ts';
import { structured } from '../../mcp/contract/structured.ts';
import type { ForeignText } from '../../platform/text.ts';
import { foreign, MAX_PLAIN_NAME, plainOrMarked } from '../../platform/text.ts';
import { excerpt, isWhole } from '../../present/excerpt.ts';
import { agentNameText } from '../../present/plain.ts';
import { age, minute } from '../../present/units.ts';
import { phaseOf } from '../threads/status.ts';
import { briefData, briefLines } from './brief/brief.ts';
import { amountsOf } from './brief/contradict-money.ts';
import { leavesOf } from './brief/input.ts';
import { decidedCalls, type RequestCall, waitText } from './request.ts';
import type { Sheet } from './sheet.ts';

/** Characters of a call's arguments, of the agent's text, and of the task. */
interface Room {
  readonly args: number;
  readonly asks: number;
  readonly task: number;
}
const ROOM: Room = { args: 200, asks: 100, task: 60 };
/** The more requests wait, the less of each is shown: twelve take about 6,000 characters. */
const CROWDED = 6;
const CROWDED_ROOM: Room = { args: 120, asks: 40, task: 40 };
/** Calls that a line names. */
const CALLS = 3;
/** Amounts shown beside arguments of which only the beginning is shown, and characters of each. */
const AMOUNTS = 2;
const AMOUNT = 60;

/** A request as listed, and whether the line shows all of it. */
export interface Line {
  readonly threadId: string;
  readonly item: Item;
  readonly isWhole: boolean;
}

/** What the page around a line already says, and the token. */
interface Page {
  /** Number of lines. */
  readonly lines: number;
  /** The currency that all costs have in common. */
  readonly currency: string | undefined;
  /** The agent that the list was filtered by: its id isn't repeated. */
  readonly agentId: string | undefined;
  /** The token; undefined if the thread wasn't read as a decision will read it: a token over less would not match. */
  tokenOf(isPart: boolean): string | undefined;
}

export function asLine(sheet: Sheet, { lines, currency, agentId: asked, tokenOf }: Page): Line {
  const room = lines > CROWDED ? CROWDED_ROOM : ROOM;
  const { thread, agent, brief, cost, since, task } = sheet;
  const { id: threadId, status } = thread;
  const agentId = thread.agentId === asked ? undefined : thread.agentId;
  // It may have been decided between the list and the read.
  const isWaiting = phaseOf(status) === 'waiting';
  const calls = decidedCalls(sheet);
  const text = statementText(sheet);
  const waitingFor = age(since);
  const waited = waitText(thread);
  const agentName = agent?.name === undefined ? undefined : agentNameText(agent.name);
  const about = task && excerpt(task, room.task);
  const asks = text && excerpt(text, room.asks);
  const named = calls.slice(0, CALLS);
  const more = calls.length - named.length;
  const facts = isWaiting ? briefLines(brief, ['contradictions', 'unusual']) : [];
  const isShownWhole =
    (text === undefined || isWhole(text, room.asks)) &&
    sheet.statements.every(({ isAgent }) => isAgent) &&
    sheet.calls.length === named.length &&
    sheet.extras.length === 0 &&
    named.every(
      ({ name, argumentsText, more }) =>
        name.length <= MAX_PLAIN_NAME && more === undefined && isWhole(argumentsText, room.args),
    );
  const token = isWaiting ? tokenOf(!isShownWhole) : undefined;
  return {
    threadId,
    item: {
      data: {
        threadId,
        agentId,
        agentName,
        calls: named.map((call) => ({
          name: plainOrMarked(call.name),
          arguments: structured(call.argumentsText, call.arguments, argumentsOf(call, room.args)),
        })),
        moreCalls: more > 0 ? more : undefined,
        about,
        brief: isWaiting ? briefData({ ...brief, calls: [], earlier: [] }) : undefined,
        asks,
        waitingSince: since && minute(since),
        waitingFor,
        createdAt: since || !waited ? undefined : thread.createdAt && minute(thread.createdAt),
        cost,
        currency: cost?.currency === currency ? undefined : cost?.currency,
        reviewToken: token,
        status: isWaiting ? undefined : status,
      },
      line: [
        `- ${join(threadId, agentName ?? (agentId && `agent ${agentId}`), waited, cost !== undefined && `cost ${cost}`)}`,
        ...named.map((call) => `  wants ${plainOrMarked(call.name)} ${argumentsOf(call, room.args)}`),
        more > 0 && `  and ${more} more calls`,
        ...facts.map((fact) => `  ${fact}`),
        about && `  task: ${about}`,
        asks && `  says: ${asks}`,
        token && `  reviewToken ${token}`,
        !isWaiting && `  no longer waiting: it is now ${status}`,
      ]
        .filter((line) => typeof line === 'string')
        .join('\n'),
    },
    isWhole: !isWaiting || isShownWhole,
  };
}

/** The arguments, cut ones with their amounts: `⟦{"text":"Dear…⟧ (199 of 1,594 characters), ⟦amount 249 EUR⟧`. */
function argumentsOf({ argumentsText, arguments: args }: RequestCall, max: number): string {
  const all = isWhole(argumentsText, max) ? [] : amountsOf({ leaves: leavesOf(args) });
  const amounts = all.slice(0, AMOUNTS).map(({ leaf: { path, value }, currency }) => {
    const unit = typeof value === 'number' && currency !== undefined ? ` ${currency}` : '';
    return foreign(`${path} ${value}${unit}`).line(AMOUNT);
  });
  return [excerpt(argumentsText, max), ...amounts, ...(all.length > AMOUNTS ? ['and more amounts'] : [])].join(', ');
}

/** The agent's text without the calls shown above; if it is empty, other fields that were sent. */
function statementText({ statements: all, calls, extras }: Sheet): ForeignText | undefined {
  const raw = all
    .filter(({ isAgent }) => isAgent)
    .map(({ name, text }) => [name?.raw, text.raw].filter((part) => part !== undefined && part !== '').join(': '));
  const isJson = ({ argumentsText }: RequestCall): boolean => argumentsText.raw.startsWith('{');
  const text = calls
    .filter(isJson)
    .reduce((left, { argumentsText }) => left.replaceAll(argumentsText.raw, '…'), raw.join('\n'));
  if (text.trim() !== '') return foreign(text);
  return calls.length === 0 ? extras[0]?.json : undefined;
}
