/** A request as the inbox lists it: who asks, the brief, what the agent says, and the token to decide with. */
import type { Item, Money } from '../../mcp/contract/answer.ts';
import { join } from '../../mcp/contract/answer.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { excerpt, isWhole as isShownWhole } from '../../present/excerpt.ts';
import { age, minute } from '../../present/units.ts';
import { phaseOf } from '../threads/status.ts';
import { aboutOf } from '../threads/topic.ts';
import { type Brief, briefData, briefLines, shownArguments } from './brief/brief.ts';
import { askedBy } from './brief/calls.ts';
import type { ReadRequest } from './inbox.ts';
import { pendingRequest, waitingSince } from './request.ts';
import { reviewToken } from './review-token.ts';

/** Characters of a request that names no call, and of the agent's words where the brief holds the calls. */
const EXCERPT = 600;
const WORDS = 160;

/** What the page knows beside the request. */
interface Known {
  readonly brief: Brief;
  readonly cost: Money | undefined;
  /** The currency that all costs of the page have in common. */
  readonly currency: string | undefined;
  readonly asOf: number;
  /** The agent that was asked for: it is not repeated in each line. */
  readonly agentId: string | undefined;
}

/** A request as it is listed, and whether that is all of it. */
interface Approval {
  readonly threadId: string;
  readonly item: Item;
  readonly isWhole: boolean;
}

/** The request as a line with its brief, and as data. */
export function approvalOf({ thread, agent, isWhole }: ReadRequest, known: Known): Approval {
  const { cost, currency } = known;
  const waitingFrom = waitingSince(thread);
  const waitingFor = age(waitingFrom);
  const shownFrom = waitingFrom && minute(waitingFrom);
  const agentName = agent.name?.line(60);
  // As the thread has it, and the question will: the list of an agent may hold threads of others.
  const owner = thread.agentId ?? agent.id;
  const agentId = owner === known.agentId ? undefined : owner;
  // Somebody may have decided between the list and the read.
  const isWaiting = phaseOf(thread.status) === 'waiting';
  const token = isWaiting && isWhole ? reviewToken(thread, known.asOf) : undefined;
  const { id: threadId } = thread;
  const brief = isWaiting ? known.brief : undefined;
  const about = aboutOf(thread);
  const words = wordsOf(thread, brief);
  const asks = words && excerpt(words.text, words.room);
  const item = {
    data: {
      threadId,
      agentId,
      agentName,
      about,
      brief: brief && briefData(brief),
      asks,
      waitingSince: shownFrom,
      waitingFor,
      cost,
      currency: cost?.currency === currency ? undefined : cost?.currency,
      reviewToken: token,
      status: isWaiting ? undefined : thread.status,
    },
    line: [
      `- ${join(threadId, agentName, agentId && `agent ${agentId}`, waitingFor && `waiting for ${waitingFor}, since ${shownFrom}`, cost !== undefined && `cost ${cost}`, about && `about ${about}`)}`,
      ...(brief === undefined ? [] : briefLines(brief).map((line) => `  ${line}`)),
      asks && `  asks: ${asks}`,
      token && `  reviewToken ${token}`,
      isWaiting ? undefined : `  no longer waiting: it is now ${thread.status}`,
    ]
      .filter((line) => line !== undefined)
      .join('\n'),
  };
  return { threadId, item, isWhole: !isWaiting || isAllShown(thread, words) };
}

interface Words {
  readonly text: ForeignText;
  readonly room: number;
}

/** What it asks for: the calls are in the brief, where it has any. */
function wordsOf(thread: Thread, brief: Brief | undefined): Words | undefined {
  if (brief === undefined || brief.calls.length === 0) {
    const text = pendingRequest(thread);
    return text && { text, room: EXCERPT };
  }
  const { words } = askedBy(thread);
  return words.trim() === '' ? undefined : { text: foreign(words), room: WORDS };
}

/** Whether a line holds everything asked for: the calls, and what the agent says. */
function isAllShown(thread: Thread, words: Words | undefined): boolean {
  const { calls } = askedBy(thread);
  return (words === undefined || isShownWhole(words.text, words.room)) && shownArguments(calls).size === calls.length;
}
