/**
 * Asks the human through the host, in both protocol eras: the first round ends the handler with the question, the next
 * runs it again with the reply (MCP 2026-07-28, multi-round-trip requests). For clients of revisions up to 2025-11-25,
 * mcp/protocol/ask-older-client.ts asks within the call, transparently to the handler.
 * A question of several pages is asked page by page; the signed state says which page was answered, so that any replica
 * can ask the next. No argument that a model can set counts as consent.
 */
import {
  type InputRequiredResult,
  inputRequired,
  type PrimitiveSchemaDefinition,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { ownField } from '../../../platform/parse/coerce.ts';
import type { Settings } from '../../../settings/table.ts';
import { Refusal } from '../../contract/errors.ts';
import {
  type Form,
  type FormReply,
  type Given,
  MAX_COMMENT,
  type Page,
  type Part,
  type PartAnswer,
  READ_ON,
} from '../../contract/question.ts';
import type { Obstacle } from '../client-capabilities.ts';
import { inert } from './inert.ts';
import { type Reply, refuseUnlessHuman, replyIn, unusableReply } from './reply.ts';
import type { QuestionState, States, Verdict } from './request-state.ts';

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
  /** Why no question reaches the human; undefined if it does. */
  readonly obstacle: Obstacle | undefined;
  readonly states: States;
  readonly context: ServerContext;
  redact(text: string): string;
}

/** Key of the question in the client's replies. */
const KEY = 'decision';

/** Asks, or reads the reply, which came `afterMs` after the question. @throws NeedsHuman with a page; Refusal */
export function createAsk(options: AskOptions): (form: Form) => Promise<FormReply & { readonly afterMs?: number }> {
  const { approvals, obstacle, context } = options;
  return async (form) => {
    if (approvals === 'off') return { kind: 'nobody', by: 'approvals-off' };
    const reply = replyIn(context.mcpReq.inputResponses, KEY);
    if (context.mcpReq.droppedInputResponseKeys?.includes(KEY)) throw unusableReply('an answer in a wrapper');
    if (reply.kind === 'none') {
      if (obstacle === undefined) throw new NeedsHuman(await questionResult(form, 0, new Map(), options));
      // A human who was asked must not be bypassed by a request that no longer declares elicitation.
      if (context.mcpReq.requestState() !== undefined) {
        throw refuse('the host was given the question, and sent no answer');
      }
      if (approvals === 'require' || obstacle.isLost) throw cannotAsk(obstacle, approvals);
      return { kind: 'nobody', by: 'not-asked', why: obstacle.short ?? `${obstacle.why}. ${obstacle.fix}` };
    }
    const about = await opened(form, options);
    if (reply.kind === 'unusable') throw unusableReply(reply.what);
    const { ms: afterMs, isExact } = about.age;
    if (reply.kind !== 'filled in') {
      if (isExact) refuseUnlessHuman(reply.kind, afterMs);
      return { kind: reply.kind, afterMs };
    }
    const { page, offered, given = {} } = about.state;
    const before: Given = new Map(Object.entries(given));
    const { parts } = await form.page(page, before);
    const chosen = choicesIn(reply, parts, offered, shownBy(options));
    const isReadOn = [...chosen.values()].some(({ choice }) => choice === READ_ON);
    const all: Given = isReadOn ? before : new Map([...before, ...chosen]);
    if (isReadOn || form.goesOn?.(page, all) === true) {
      // The SDK would refuse it without saying what to do.
      if (obstacle !== undefined) throw cannotAsk(obstacle, approvals);
      throw new NeedsHuman(await questionResult(form, page + 1, all, options));
    }
    return { kind: 'answered', parts: all, afterMs };
  };
}

type Opened = Extract<Verdict, { valid: true }>;

/** The state that came with a reply. @throws Refusal unless it belongs to this form */
async function opened({ subject, digest }: Form, { context, states, tool }: AskOptions): Promise<Opened> {
  const sent = context.mcpReq.requestState();
  if (typeof sent !== 'string') throw refuse('it came without the state issued with the question');
  const verdict = await states.open(sent, context);
  if (!verdict.valid) throw refuse(REASONS[verdict.why]);
  const { state } = verdict;
  if (state.tool !== tool || state.subject !== subject) throw refuse('it belongs to a different question');
  if (state.digest !== states.keyed(digest)) throw refuse('what it is about has changed since it was shown');
  return verdict;
}

/** @throws Refusal if the reply could not be used */
async function questionResult(
  form: Form,
  index: number,
  given: Given,
  options: AskOptions,
): Promise<InputRequiredResult> {
  const { subject, digest } = form;
  const { tool, states, context } = options;
  if (!(await states.isReady())) {
    throw new Refusal(
      'Refused: the store of AGENT_PLATFORM_STATE_REDIS_URL does not answer or can’t be written, so the human was not asked: their answer could not be used. Nothing was sent. Whoever runs this server can fix it; then call again.',
      'store',
    );
  }
  const { message, parts }: Page = await form.page(index, given);
  const shown = shownBy(options);
  const fields = parts.flatMap((part) => Object.entries(fieldsOf(part, shown, options.redact)));
  return inputRequired({
    inputRequests: {
      [KEY]: inputRequired.elicit({
        message: shown(message),
        requestedSchema: {
          type: 'object',
          properties: Object.fromEntries(fields),
          required: parts.map(({ name }) => decisionKey(name)),
        },
      }),
    },
    requestState: await states.sign(
      {
        tool,
        subject,
        digest: states.keyed(digest),
        page: index,
        ...(given.size === 0 ? {} : { given: Object.fromEntries(given) }),
        offered: Object.fromEntries(parts.map(({ name, choices }) => [name, choices.map(({ value }) => value)])),
      },
      context,
    ),
  });
}

/** The names of a part's fields in the form. */
const decisionKey = (name: string): string => (name === KEY ? KEY : `decision_${name}`);
const commentKey = (name: string): string => (name === KEY ? 'comment' : `comment_${name}`);

/** Prepares text for display: without secrets and without active Markdown. */
type Shown = (text: string) => string;
const shownBy =
  ({ redact }: AskOptions): Shown =>
  (text) =>
    inert(redact(text));

/** The choice of a part, and its comment if it takes one. */
function fieldsOf(
  { name, title, choices, initial: chosen, comment }: Part,
  shown: Shown,
  redact: AskOptions['redact'],
): Record<string, PrimitiveSchemaDefinition> {
  const initial = choices.find(({ value }) => value === chosen);
  return {
    [decisionKey(name)]: {
      type: 'string',
      title: shown(title),
      enum: choices.map((choice) => shown(choice.title)),
      ...(initial && { default: shown(initial.title) }),
    },
    ...(comment && {
      [commentKey(name)]: {
        type: 'string',
        title: shown(comment.title),
        maxLength: MAX_COMMENT,
        ...(comment.initial !== undefined && { default: redact(comment.initial) }),
      },
    }),
  };
}

function choicesIn(
  { content }: Extract<Reply, { kind: 'filled in' }>,
  parts: readonly Part[],
  offered: QuestionState['offered'],
  shownAs: Shown,
): ReadonlyMap<string, PartAnswer> {
  const shown = parts.filter(({ name }) => Object.hasOwn(offered, name));
  // A human may leave parts open, but a form without any choice didn't come from a human.
  if (Object.keys(offered).every((name) => isBlank(ownField(content, decisionKey(name)))))
    throw unusableReply('a form without any choice');
  return new Map(
    shown.map((part) => {
      const choices = part.choices.filter(({ value }) => offered[part.name]?.includes(value));
      return [part.name, choiceIn({ ...part, choices }, content, shownAs)];
    }),
  );
}

function choiceIn(part: Part, content: Readonly<Record<string, unknown>>, shownAs: Shown): PartAnswer {
  const { name, choices } = part;
  const value = ownField(content, decisionKey(name));
  if (isBlank(value) && part.open !== undefined) return { choice: part.open };
  const choice = choices.find(({ title }) => shownAs(title) === value);
  if (choice === undefined) {
    const titles = choices.map(({ title }) => shownAs(title));
    throw unusableReply(`a form that names none of its choices in full (${titles.join(', ')})`);
  }
  const comment = part.comment === undefined ? undefined : commentIn(content[commentKey(name)]);
  return { choice: choice.value, ...(comment === undefined ? {} : { comment }) };
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The comment of a reply, if it has one. @throws Refusal if it can't be sent as it is */
function commentIn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  // Dropping it could change the human's meaning, and so could converting it to text.
  if (typeof value !== 'string') throw refuse('its comment is not text');
  if (value.trim() === '') return undefined;
  if (value.length > MAX_COMMENT) {
    throw refuse(`its comment has ${value.length} characters, and at most ${MAX_COMMENT} are sent`);
  }
  return value;
}

/** Why a state is not accepted, as the end of a sentence. */
const REASONS = {
  expired: 'it came more than ten minutes after the question',
  elsewhere: 'a different caller was asked',
  forged: 'this server did not sign it',
  replayed: 'it was used before, and may have been carried out then',
  unchecked:
    'whether it was used before can’t be checked, because the store of AGENT_PLATFORM_STATE_REDIS_URL does not answer or can’t be written',
} as const;

function refuse(why: string): Refusal {
  return new Refusal(
    `The human's answer was not accepted: ${why}. Nothing was sent now. Call again to ask once more.`,
    'answer',
  );
}

function cannotAsk({ why, fix }: Obstacle, approvals: Settings['approvals']): Refusal {
  const isRequired = approvals === 'require';
  const reason = `${isRequired ? 'AGENT_PLATFORM_APPROVALS is require, and ' : ''}the human can't be asked, because ${why}`;
  const setting = isRequired ? ', or have whoever configured this server set it to auto' : '';
  return new Refusal(
    `Refused: ${reason}. Nothing was sent. ${fix} Or let the human decide in the platform itself${setting}.`,
    'no_human',
  );
}
