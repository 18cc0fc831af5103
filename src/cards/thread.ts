/** One thread: its request if it is waiting, and its conversation. */

import { ConversationView } from './conversation.ts';
import { type Fields, notesOf, number, text } from './data.ts';
import { DecidingView, watch } from './deciding.ts';
import { el, marked } from './dom.ts';
import { amount, errorMessage, moment } from './format.ts';
import { drawStructured, pill } from './request-parts.ts';
import { RequestRecord } from './request-record.ts';
import {
  banner,
  copyable,
  draw,
  empty,
  failure,
  fullScreenButton,
  loading,
  onContext,
  type ResultPage,
  read,
  textOnly,
} from './shell.ts';

const TOOL = 'get_thread';
const NEVER_SETTLED = /^(?:RUNNING|QUEUED|PROCESSING|PENDING|STARTING|ACTIVE)$/i;

let threadId: string | undefined;
/** The assistant asked for a part of it: a message, earlier ones, or the rest of a request. */
let isPart = false;
let data: Fields | undefined;
let request: DecidingView | undefined;
let conversation: ConversationView | undefined;
let stop: () => void = () => undefined;

async function fetchThread(message = ''): Promise<void> {
  if (request?.isBusy === true) return;
  if (threadId === undefined) {
    return draw(message === '' ? empty('No thread', 'The host did not say which thread to show.') : textOnly(message));
  }
  draw(loading('Loading the thread…'));
  try {
    const received = await read(TOOL, { threadId });
    if (received.data === undefined) return draw(textOnly(received.message));
    show(received.data);
  } catch (error) {
    draw(failure(errorMessage(error), () => void fetchThread()));
  }
}

function show(received: Fields): void {
  // The first result may come late.
  if (request?.isBusy === true) return;
  const id = text(received, 'threadId') ?? threadId;
  if (id === undefined) return void fetchThread();
  threadId = id;
  data = received;
  stop();
  conversation ??= new ConversationView(id);
  conversation.take(received);
  // A request that was shown is read again, since it says what changed; otherwise there is a token if the thread is waiting.
  if (request?.isWaiting !== true) {
    request?.close();
    const isWaiting = text(received, 'reviewToken') !== undefined;
    // If it can't be reloaded, the conversation stays as it was.
    const settled = (): void => void again().catch(() => undefined);
    request = isWaiting ? new DecidingView(new RequestRecord(id), settled) : undefined;
  }
  redraw();
  void request?.load();
  if (NEVER_SETTLED.test(text(received, 'status') ?? ''))
    stop = watch(() => again().then(() => !NEVER_SETTLED.test(text(data ?? {}, 'status') ?? '')));
}

/** Reloads the conversation; the request above keeps showing the outcome of a decision. */
async function again(): Promise<void> {
  const { data: received } = await read(TOOL, { threadId });
  if (received === undefined) return;
  // It asks for something now.
  if (request === undefined && text(received, 'reviewToken') !== undefined) return show(received);
  const isNew = JSON.stringify(received) !== JSON.stringify(data);
  data = received;
  conversation?.take(received);
  // Redrawing takes the focus and closes what the reader opened.
  if (request === undefined && isNew) redraw();
}

function redraw(): void {
  if (data === undefined || conversation === undefined) return;
  const tools = el(
    'div.tools',
    el('button.quiet', { onclick: () => void fetchThread() }, 'Refresh'),
    fullScreenButton(),
  );
  draw(
    ...(request === undefined ? [el('header.bar', el('h1', 'Thread'), tools), facts(data)] : [request.element]),
    // A request has notes of its own: these are for the model, which may not decide where the human may.
    ...(request ? [] : notesOf(data)).map((line) => banner('warning', 'Note.', ' ', ...marked(line))),
    conversation.element,
    request && tools,
  );
}

function facts(received: Fields): HTMLElement {
  const cost = number(received, 'cost');
  const changed = text(received, 'updatedAt') ?? text(received, 'createdAt');
  const agentId = text(received, 'agentId');
  return el(
    'section',
    el(
      'p.soft.facts',
      pill(text(received, 'outcome') === 'rejected' ? 'REJECTED' : (text(received, 'status') ?? 'UNKNOWN')),
      changed && el('time', { datetime: changed }, moment(changed)),
      cost !== undefined && el('span', `Cost so far ${amount(cost, text(received, 'currency'))}`),
    ),
    drawStructured(received, 'metadata'),
    drawStructured(received, 'otherFields'),
    copyable(`thread ${threadId}${agentId === undefined ? '' : `; agent ${agentId}`}`),
  );
}

onContext(redraw);
export const thread: ResultPage = {
  input: (args) => {
    threadId = text(args, 'threadId') ?? threadId;
    isPart = Object.keys(args).some((key) => key !== 'threadId' && key !== 'limit');
  },
  show: (received) => (isPart ? void fetchThread() : show(received)),
  ask: (message) => void fetchThread(message),
  end: () => {
    stop();
    request?.close();
  },
};
