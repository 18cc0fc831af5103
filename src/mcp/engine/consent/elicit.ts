/**
 * Asks the human through the host, in both protocol eras: the first round ends the handler with the question, the next
 * runs it again with the answer (MCP 2026-07-28, multi-round-trip requests). Clients of revisions up to 2025-11-25 are asked
 * within the call by mcp/protocol/ask-older-client.ts, which the handler does not notice.
 * No argument that a model can set counts as consent.
 */
import { type InputRequiredResult, inputRequired, type ServerContext } from '@modelcontextprotocol/server';
import type { Settings } from '../../../settings/table.ts';
import { digestForCard, viewUri } from '../../contract/card.ts';
import { Refusal } from '../../contract/errors.ts';
import { type ConsentAnswer, MAX_COMMENT, type Question } from '../../contract/question.ts';
import type { Obstacle } from '../client-capabilities.ts';
import { inert } from './inert.ts';
import { refuseUnlessHuman, replyIn, unusable } from './reply.ts';
import { type QuestionState, type States, UNTRUSTED } from './request-state.ts';

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

/** Key in a question's metadata of what this server's own view needs. */
const REQUEST_KEY = 'agent-platform/request';
/** Key of the question in the client's answers. */
const KEY = 'decision';

/** What a form asks, for one question or several. */
export interface Form extends Pick<Question, 'subject' | 'digest' | 'asOf' | 'message'> {
  readonly properties: Readonly<Record<string, StringField>>;
  readonly required: readonly string[];
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Titles that were offered, by field: signed with the question, where they may differ when the answer comes. */
  readonly offered?: Readonly<Record<string, readonly string[]>>;
}

/** A field of the form: one of several titles, or a text. */
export interface StringField {
  readonly type: 'string';
  readonly title: string;
  readonly enum?: string[];
  readonly maxLength?: number;
  readonly default?: string;
}

export type FormReply =
  /** Nobody is asked: `note` says why. */
  | { readonly kind: 'nobody'; readonly by: 'approvals-off' | 'not-asked'; readonly note?: string }
  | { readonly kind: 'filled in'; readonly content: Readonly<Record<string, unknown>>; readonly about: QuestionState }
  | { readonly kind: 'declined' | 'closed' };

/** Puts a form before the human, or reads what came back for it. @throws NeedsHuman with the form, Refusal */
export function createFormAsker({ tool, approvals, obstacle, states, context, redact }: AskOptions) {
  return async (form: Form): Promise<FormReply> => {
    if (approvals === 'off') return { kind: 'nobody', by: 'approvals-off' };
    const reply = replyIn(context.mcpReq.inputResponses, KEY);
    const state = context.mcpReq.requestState<string>();
    if (context.mcpReq.droppedInputResponseKeys?.includes(KEY)) throw unusable('an answer in a wrapper');
    if (reply.kind === 'none') {
      if (obstacle === undefined) throw new NeedsHuman(await asking(form));
      // A human who was asked is not bypassed by a request that no longer says there is one.
      if (state !== undefined) throw refuse('the host was given the question, and sent no answer');
      if (approvals === 'require' || obstacle.isLost) throw cannotAsk(obstacle, approvals);
      return { kind: 'nobody', by: 'not-asked', note: hostOnly(obstacle) };
    }
    if (typeof state !== 'string') throw refuse('it came without the state issued with the question');
    const verdict = await states.open(state, context);
    if (!verdict.valid) throw refuse(REASONS[verdict.why]);
    const { state: about } = verdict;
    if (about.tool !== tool || about.subject !== form.subject) throw refuse('it belongs to a different question');
    if (about.digest !== states.keyed(form.digest)) throw refuse('what it is about has changed since it was shown');
    if (reply.kind === 'unusable') throw unusable(reply.what);
    if (reply.kind === 'filled in') return { kind: 'filled in', content: reply.content, about };
    refuseUnlessHuman(reply.kind, about.askedAt === undefined ? undefined : Date.now() - about.askedAt);
    return { kind: reply.kind };
  };

  async function asking({ subject, digest, asOf, message, ...form }: Form): Promise<InputRequiredResult> {
    const text = inert(redact(typeof message === 'string' ? message : await message()));
    const { properties, required, meta, offered } = form;
    return inputRequired({
      inputRequests: {
        [KEY]: inputRequired.elicit({
          message: text,
          ...(meta === undefined ? {} : { _meta: meta }),
          requestedSchema: { type: 'object', properties, required: [...required] },
        }),
      },
      requestState: await states.sign(
        { tool, subject, digest: states.keyed(digest), asOf, askedAt: Date.now(), offered },
        context,
      ),
    });
  }
}

/** The field of a comment; `standing` is its default. */
export const commentField = (title: string, standing: string | undefined): StringField => ({
  type: 'string',
  title,
  maxLength: MAX_COMMENT,
  ...(standing === undefined ? {} : { default: standing }),
});

/** The comment of an answer, if it has one. @throws Refusal if it can't be sent as it is */
export function commentIn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  // A decision without it may not be what the human meant, and nobody knows how the host's words for it would read.
  if (typeof value !== 'string') throw refuse('its comment is not text');
  if (value.trim() === '') return undefined;
  if (value.length > MAX_COMMENT) {
    throw refuse(`its comment has ${value.length} characters, and at most ${MAX_COMMENT} are sent`);
  }
  return value;
}

/** Asks one question. */
export function createAsk(options: AskOptions) {
  const answerTo = createFormAsker(options);
  return async (question: Question): Promise<ConsentAnswer> => {
    const { choices, takesComment, viewOf, digest, proposed } = question;
    const decision = { type: 'string' as const, title: 'Your decision', enum: choices.map(({ title }) => title) };
    const standing = proposed.comment === undefined ? undefined : options.redact(proposed.comment);
    const properties = takesComment
      ? { decision, comment: commentField('Comment (optional)', standing) }
      : { decision };
    const meta = options.byView && viewOf !== undefined ? { meta: viewMeta(viewOf, digest) } : {};
    const reply = await answerTo({ ...question, ...meta, properties, required: ['decision'] });
    if (reply.kind === 'filled in') return decided(question, reply.content, reply.about.asOf);
    return reply.kind === 'nobody' ? proceed(question, reply) : reply;
  };
}

/** What a view that draws the question needs (SEP-3118): its own address, and what to read. */
const viewMeta = (threadId: string, digest: string) => ({
  ui: { resourceUri: viewUri('question') },
  [REQUEST_KEY]: { threadId, digest: digestForCard(digest) },
});

function proceed(
  { proposed: { choice, comment } }: Question,
  { by, note }: Extract<FormReply, { kind: 'nobody' }>,
): ConsentAnswer {
  const said = { ...(comment === undefined ? {} : { comment }), ...(note === undefined ? {} : { note }) };
  return { kind: 'decided', by, choice, ...said };
}

function decided(
  { choices, takesComment }: Question,
  content: Readonly<Record<string, unknown>>,
  asOf: number | undefined,
): ConsentAnswer {
  const choice = choices.find(({ title }) => title === content.decision);
  if (choice === undefined) throw namesNoChoice(choices.map(({ title }) => title));
  const comment = takesComment ? commentIn(content.comment) : undefined;
  return { kind: 'decided', by: 'human', choice: choice.value, asOf, ...(comment === undefined ? {} : { comment }) };
}

/** The refusal of a form whose decision is not among the choices it offered. */
export const namesNoChoice = (titles: readonly string[]): Refusal =>
  unusable(`a form that names none of its choices (${titles.join(', ')})`);

const REASONS = {
  expired: 'it came more than ten minutes after the question',
  elsewhere: 'a different caller was asked',
  ...UNTRUSTED,
} as const;

function refuse(why: string): Refusal {
  return new Refusal(`The human's answer was not accepted: ${why}. Nothing was sent. Call again to ask once more.`);
}

function cannotAsk({ why, fix }: Obstacle, approvals: Settings['approvals']): Refusal {
  const isRequired = approvals === 'require';
  const because = `${isRequired ? 'AGENT_PLATFORM_APPROVALS is require, and ' : ''}the human can't be asked, because ${why}`;
  const setting = isRequired ? ', or have whoever configured this server set it to auto' : '';
  return new Refusal(
    `Refused: ${because}. Nothing was sent. ${fix} Or let the human decide in the platform itself${setting}.`,
  );
}

/** Said where it goes ahead without a human's answer to this server. */
const hostOnly = ({ why, fix, short }: Obstacle): string =>
  `This server did not ask a human, because ${short === undefined ? `${why}. ${fix}` : `${short}.`}`;
