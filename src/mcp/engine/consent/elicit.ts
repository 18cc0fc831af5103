/**
 * Asks the human through the host, in both protocol eras: the first round ends the handler with the question, the next
 * runs it again with the answer (MCP 2026-07-28, multi-round-trip requests; the SDK's shim does the same for 2025-11-25).
 * No argument that a model can set counts as consent.
 */
import {
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Settings } from '../../../settings/table.ts';
import { Refusal } from '../../contract/errors.ts';
import type { ConsentAnswer, Question } from '../../contract/question.ts';
import { inert } from './inert.ts';
import type { Seal } from './request-state.ts';

/** Thrown to end a handler with a question; the frame returns its result to the client. */
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
  readonly canAsk: boolean;
  readonly seal: Seal;
  readonly context: ServerContext;
  /** Takes secrets out of what is shown. */
  redact(text: string): string;
}

/** Key of the question in the client's answers. */
const KEY = 'decision';
/** The longest comment that is taken over from the dialog. */
const MAX_COMMENT = 2_000;

/** Whether the client can show a form: declared by the request (2026-07-28) or in the handshake (2025-11-25). */
export function canElicit(capabilities: unknown): boolean {
  const elicitation = field(capabilities, 'elicitation');
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  // An empty object means forms (2025-06-18); `url` alone means a browser page and no form.
  return 'form' in elicitation || !('url' in elicitation);
}

export function createAsk({ tool, approvals, canAsk, seal, context, redact }: AskOptions) {
  return async (question: Question): Promise<ConsentAnswer> => {
    if (approvals === 'off') return proceed(question, 'off');
    const response = inputResponse(context.mcpReq.inputResponses, KEY);
    const state = context.mcpReq.requestState<string>();
    if (response.kind === 'missing') {
      if (canAsk) throw new NeedsHuman(await asking(question));
      // A human who was asked is not got round by a request that no longer says that there is one.
      if (state !== undefined) throw refuse('the host was given the question, and sent no answer');
      if (approvals === 'require') throw cannotAsk(context);
      return proceed(question, 'host');
    }
    if (typeof state !== 'string') throw refuse('it came without the state that belongs to the question');
    const verdict = await seal.open(state, context);
    if (!verdict.valid) throw refuse(REASONS[verdict.why]);
    const { state: about } = verdict;
    if (about.tool !== tool || about.subject !== question.subject) throw refuse('it was given to another question');
    if (about.digest !== question.digest) throw refuse('what it was about has changed since it was shown');
    if (response.kind !== 'elicit') throw refuse('it is no answer to the form');
    if (response.action === 'decline') return { kind: 'declined' };
    if (response.action === 'cancel') return { kind: 'closed' };
    return decided(question, response.content ?? {}, about.asOf);
  };

  async function asking(question: Question): Promise<InputRequiredResult> {
    const { choices, takesComment, subject, digest, asOf } = question;
    const message = inert(redact(typeof question.message === 'string' ? question.message : await question.message()));
    const decision = { type: 'string' as const, title: 'Your decision', enum: choices.map((choice) => choice.title) };
    const comment = { type: 'string' as const, title: 'Comment (optional)', maxLength: MAX_COMMENT };
    return inputRequired({
      inputRequests: {
        [KEY]: inputRequired.elicit({
          message,
          requestedSchema: {
            type: 'object',
            properties: takesComment ? { decision, comment } : { decision },
            required: ['decision'],
          },
        }),
      },
      requestState: await seal.seal({ tool, subject, digest, asOf }, context),
    });
  }
}

function proceed({ proposed }: Question, by: 'off' | 'host'): ConsentAnswer {
  const { choice, comment } = proposed;
  return { kind: 'decided', by, choice, ...(comment === undefined ? {} : { comment }) };
}

function decided(
  { choices, takesComment }: Question,
  content: Readonly<Record<string, unknown>>,
  asOf: number | undefined,
): ConsentAnswer {
  const choice = choices.find(({ title }) => title === content.decision);
  if (choice === undefined) throw refuse('it names none of the choices');
  const { comment } = content;
  const said =
    takesComment && typeof comment === 'string' && comment.trim() !== '' ? comment.slice(0, MAX_COMMENT) : undefined;
  return { kind: 'decided', by: 'human', choice: choice.value, asOf, ...(said === undefined ? {} : { comment: said }) };
}

const REASONS = {
  expired: 'it came more than ten minutes after the question',
  forged: 'its seal is not this server’s',
  elsewhere: 'it was asked of another caller',
  replayed: 'it was used before',
  unchecked:
    'whether it was used before can’t be checked, since the store of AGENT_PLATFORM_STATE_REDIS_URL does not answer',
} as const;

function refuse(why: string): Refusal {
  return new Refusal(`The human's answer was not accepted: ${why}. Nothing was sent. Call again to ask anew.`);
}

function cannotAsk({ http, mcpReq }: ServerContext): Refusal {
  // Over HTTP an older request has no envelope, and its answer leaves no way to ask in between.
  const why =
    http !== undefined && mcpReq.envelope === undefined
      ? 'over HTTP a server can ask only clients that speak the protocol of 2026-07-28 or later'
      : 'it declared no form elicitation';
  return new Refusal(
    `Refused: AGENT_PLATFORM_APPROVALS is require, and this host cannot ask the human (${why}). Nothing was sent. Use a host that can ask, let the human decide in the platform itself, or have whoever configured this server set it to auto.`,
  );
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
