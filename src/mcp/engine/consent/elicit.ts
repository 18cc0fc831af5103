/**
 * Asks the human through the host, in both protocol eras: the first round ends the handler with the question, the next
 * runs it again with the answer (MCP 2026-07-28, multi-round-trip requests; the SDK's shim does the same for 2025-11-25).
 * No argument that a model can set counts as consent.
 */
import { type InputRequiredResult, inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import type { Settings } from '../../../settings/table.ts';
import { viewUri } from '../../contract/card.ts';
import { Refusal } from '../../contract/errors.ts';
import { type ConsentAnswer, MAX_COMMENT, type Question } from '../../contract/question.ts';
import type { Obstacle } from '../client-capabilities.ts';
import { inert } from './inert.ts';
import { refuseUnlessHuman, replyIn, unusable } from './reply.ts';
import type { States } from './request-state.ts';

/** Thrown to end a handler with a question; the engine returns its result to the client. */
export class NeedsHuman extends Error {
  override readonly name = 'NeedsHuman';
  readonly result: InputRequiredResult;

  constructor(result: InputRequiredResult) {
    super('A human must answer first.');
    this.result = result;
  }
}

export interface AskOptions {
  readonly tool: string;
  readonly approvals: Settings['approvals'];
  /** Why no question reaches the human; undefined where it does. */
  readonly obstacle: Obstacle | undefined;
  readonly states: States;
  /** Whether the client draws questions by a view. */
  readonly byView: boolean;
  readonly context: ServerContext;
  /** Takes secrets out of what is shown. */
  redact(text: string): string;
}

/** Key of what is for this server's own view in the metadata of a question. */
const REQUEST_KEY = 'agent-platform/request';
/** Hex digits of a digest that a view compares: 96 bits. */
export const DIGEST_SHOWN = 24;
/** Key of the question in the client's answers. */
const KEY = 'decision';

export function createAsk({ tool, approvals, obstacle, states, byView, context, redact }: AskOptions) {
  return async (question: Question): Promise<ConsentAnswer> => {
    if (approvals === 'off') return proceed(question, 'off');
    const reply = replyIn(context.mcpReq.inputResponses, KEY);
    const state = context.mcpReq.requestState<string>();
    if (context.mcpReq.droppedInputResponseKeys?.includes(KEY)) throw unusable('an answer in a wrapper');
    if (reply.kind === 'none') {
      if (obstacle === undefined) throw new NeedsHuman(await asking(question));
      // A human who was asked is not got round by a request that no longer says that there is one.
      if (state !== undefined) throw refuse('the host was given the question, and sent no answer');
      if (approvals === 'require' || obstacle.isLost) throw cannotAsk(obstacle, approvals);
      return { ...proceed(question, 'host'), note: hostOnly(obstacle) };
    }
    if (typeof state !== 'string') throw refuse('it came without the state issued with the question');
    const verdict = await states.open(state, context);
    if (!verdict.valid) throw refuse(REASONS[verdict.why]);
    const { state: about } = verdict;
    if (about.tool !== tool || about.subject !== question.subject) throw refuse('it belongs to a different question');
    if (about.digest !== states.keyed(question.digest)) throw refuse('what it is about has changed since it was shown');
    if (reply.kind === 'unusable') throw unusable(reply.what);
    if (reply.kind !== 'filled in') {
      refuseUnlessHuman(reply.kind, about.askedAt === undefined ? undefined : Date.now() - about.askedAt);
      return { kind: reply.kind };
    }
    return decided(question, reply.content, about.asOf);
  };

  async function asking(question: Question): Promise<InputRequiredResult> {
    const { choices, takesComment, subject, digest, asOf, viewOf } = question;
    const message = inert(redact(typeof question.message === 'string' ? question.message : await question.message()));
    const decision = { type: 'string' as const, title: 'Your decision', enum: choices.map((choice) => choice.title) };
    const standing = question.proposed.comment;
    const comment = {
      type: 'string' as const,
      title: 'Comment (optional)',
      maxLength: MAX_COMMENT,
      ...(standing === undefined ? {} : { default: redact(standing) }),
    };
    return inputRequired({
      inputRequests: {
        [KEY]: inputRequired.elicit({
          message,
          ...(byView && viewOf !== undefined ? { _meta: viewMeta(viewOf, digest) } : {}),
          requestedSchema: {
            type: 'object',
            properties: takesComment ? { decision, comment } : { decision },
            required: ['decision'],
          },
        }),
      },
      requestState: await states.sign(
        { tool, subject, digest: states.keyed(digest), asOf, askedAt: Date.now() },
        context,
      ),
    });
  }
}

/** What a view that draws the question needs (SEP-3118): its own address, and what to read. */
const viewMeta = (threadId: string, digest: string) => ({
  ui: { resourceUri: viewUri('question') },
  [REQUEST_KEY]: { threadId, digest: digest.slice(0, DIGEST_SHOWN) },
});

function proceed({ proposed }: Question, by: 'off' | 'host'): ConsentAnswer & { kind: 'decided' } {
  const { choice, comment } = proposed;
  return { kind: 'decided', by, choice, ...(comment === undefined ? {} : { comment }) };
}

function decided(
  { choices, takesComment }: Question,
  content: Readonly<Record<string, unknown>>,
  asOf: number | undefined,
): ConsentAnswer {
  const choice = choices.find(({ title }) => title === content.decision);
  if (choice === undefined) {
    throw unusable(`a form that names none of its choices (${choices.map(({ title }) => title).join(', ')})`);
  }
  const { comment } = content;
  const said = takesComment && typeof comment === 'string' && comment.trim() !== '' ? comment : undefined;
  if (said !== undefined && said.length > MAX_COMMENT) {
    throw refuse(`its comment has ${said.length} characters, and at most ${MAX_COMMENT} are sent`);
  }
  return { kind: 'decided', by: 'human', choice: choice.value, asOf, ...(said === undefined ? {} : { comment: said }) };
}

const REASONS = {
  expired: 'it came more than ten minutes after the question',
  forged: 'this server did not sign it',
  elsewhere: 'a different caller was asked',
  replayed: 'it was used before',
  unchecked:
    'whether it was used before can’t be checked, because the store at AGENT_PLATFORM_STATE_REDIS_URL does not answer',
} as const;

function refuse(why: string): Refusal {
  return new Refusal(`The human's answer was not accepted: ${why}. Nothing was sent. Call again to ask once more.`);
}

function cannotAsk({ why, fix }: Obstacle, approvals: Settings['approvals']): Refusal {
  const isRequired = approvals === 'require';
  const because = `${isRequired ? 'AGENT_PLATFORM_APPROVALS is require, and ' : ''}the human can't be asked, since ${why}`;
  const setting = isRequired ? ', or have whoever configured this server set it to auto' : '';
  return new Refusal(
    `Refused: ${because}. Nothing was sent. ${fix} Or let the human decide in the platform itself${setting}.`,
  );
}

/** Said where it goes ahead without a human's answer to this server. */
const hostOnly = ({ why, fix }: Obstacle): string => `This server asked no human, since ${why}. ${fix}`;
