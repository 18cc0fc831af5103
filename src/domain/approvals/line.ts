/** A waiting request as a line of the inbox: who asks for what, what speaks against it, and the token to decide with. */
import type { Item } from '../../mcp/contract/answer.ts';
import { join } from '../../mcp/contract/answer.ts';
import type { ForeignText } from '../../platform/text.ts';
import { foreign, plainOrMarked } from '../../platform/text.ts';
import { excerpt, isWhole } from '../../present/excerpt.ts';
import { agentNameWords } from '../../present/plain.ts';
import { age, minute } from '../../present/units.ts';
import { phaseOf } from '../threads/status.ts';
import { briefData, briefLines } from './brief/brief.ts';
import { decidedCalls, type RequestCall } from './request.ts';
import { reviewToken } from './review-token.ts';
import type { Sheet } from './sheet.ts';

/** Characters of a call's arguments, of the agent's words, and of the task. */
const ARGUMENTS = 200;
const SAYS = 100;
const TASK = 60;
/** Calls that a line names. */
const CALLS = 3;

/** A request as it is listed, and whether that is all of it. */
export interface Line {
  readonly threadId: string;
  readonly item: Item;
  readonly isWhole: boolean;
}

/** What the page of a line says already, or knows. */
interface Page {
  /** The currency that all costs have in common. */
  readonly currency: string | undefined;
  /** The agent that was asked for: its id is not repeated. */
  readonly agentId: string | undefined;
  /** Whether the thread was read as a decision will read it: a token over less fits nothing. */
  readonly hasToken: boolean;
}

export function asLine(sheet: Sheet, { currency, agentId: asked, hasToken }: Page): Line {
  const { thread, agent, brief, cost, since, task } = sheet;
  const { id: threadId, status } = thread;
  const agentId = thread.agentId === asked ? undefined : thread.agentId;
  // Somebody may have decided between the list and the read.
  const isWaiting = phaseOf(status) === 'waiting';
  const calls = decidedCalls(sheet);
  const words = says(sheet);
  const token = isWaiting && hasToken ? reviewToken(sheet) : undefined;
  const waitingFor = age(since);
  const agentName = agent?.name === undefined ? undefined : agentNameWords(agent.name);
  const about = task && excerpt(task, TASK);
  const asks = words && excerpt(words, SAYS);
  const named = calls.slice(0, CALLS);
  const more = calls.length - named.length;
  const facts = isWaiting ? briefLines(brief, ['contradictions', 'unusual']) : [];
  return {
    threadId,
    item: {
      data: {
        threadId,
        agentId,
        agentName,
        calls: named.map((call) => ({ name: plainOrMarked(call.name), arguments: argumentsOf(call) })),
        moreCalls: more > 0 ? more : undefined,
        about,
        brief: isWaiting ? briefData({ ...brief, calls: [], earlier: [] }) : undefined,
        asks,
        waitingSince: since && minute(since),
        waitingFor,
        cost,
        currency: cost?.currency === currency ? undefined : cost?.currency,
        reviewToken: token,
        status: isWaiting ? undefined : status,
      },
      line: [
        `- ${join(threadId, agentName, agentId && `agent ${agentId}`, waitingFor && `waiting for ${waitingFor}, since ${since && minute(since)}`, cost !== undefined && `cost ${cost}`)}`,
        ...named.map((call) => `  wants ${plainOrMarked(call.name)} ${argumentsOf(call)}`),
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
    isWhole:
      !isWaiting ||
      ((words === undefined || isWhole(words, SAYS)) &&
        more === 0 &&
        named.every(({ argumentsText }) => isWhole(argumentsText, ARGUMENTS))),
  };
}

const argumentsOf = ({ argumentsText }: RequestCall): string => excerpt(argumentsText, ARGUMENTS);

/** What the agent says, without the calls that stand above; what else was sent if it says nothing. */
function says({ says: all, calls, beside }: Sheet): ForeignText | undefined {
  const raw = all.filter(({ isAgent }) => isAgent).map(({ text }) => text.raw);
  const text = calls.reduce((left, { argumentsText }) => left.replaceAll(argumentsText.raw, '…'), raw.join('\n'));
  if (text.trim() !== '') return foreign(text);
  return calls.length === 0 ? beside[0]?.json : undefined;
}
