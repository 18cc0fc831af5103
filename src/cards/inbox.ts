/** The approvals inbox: waiting requests, riskiest first; opening a request shows all of it. */
import { briefOf, type Fields, fields, notesOf, number, records, text } from './data.ts';
import { DecidingView } from './deciding.ts';
import { bare, el, marked } from './dom.ts';
import { errorMessage, moment, whole } from './format.ts';
import { drawItem } from './inbox-item.ts';
import {
  banner,
  choice,
  draw,
  empty,
  failure,
  fullScreenButton,
  loading,
  onContext,
  read,
  say,
  startShowing,
  textOnly,
} from './shell.ts';

const TOOL = 'list_pending_approvals';
/** An older list is marked as stale. */
const STALE_MS = 5 * 60_000;

const ORDERS = [
  ['', 'At stake'],
  ['wait', 'Longest wait'],
] as const;

/** Arguments that filter by agent or project. */
const FILTERS = ['agentId', 'agentName', 'projectId'] as const;

let args: Fields = {};
let items: Fields[] = [];
let total = 0;
/** The currency of all requests' costs, if they share one. */
let currency: string | undefined;
let rest: Fields | undefined;
let notes: readonly string[] = [];
let readAt = 0;
let opened: DecidingView | undefined;
let lastOpened: string | undefined;
/** Number of the page's latest request: responses to earlier ones are ignored. */
let turn = 0;
/** Otherwise the longest wait comes first. */
let isByRisk = true;
/** The human has chosen a filter. */
let hasChosen = false;
/** Outcomes of threads decided here. */
const settled = new Map<string, Fields>();
const agents = new Map<string, string>();

function applyResult(data: Fields, isMore = false): void {
  const received = records(data, 'approvals');
  items = isMore ? [...items, ...received] : [...received];
  total = number(data, 'total') ?? items.length;
  currency = text(data, 'currency');
  const next = fields(data, 'rest');
  rest = Object.keys(next).length > 0 ? fields(next, 'arguments') : undefined;
  notes = notesOf(data);
  readAt = Date.now();
  for (const item of received) {
    const id = text(item, 'agentId');
    if (id !== undefined) agents.set(id, bare(text(item, 'agentName') ?? id));
  }
}

async function refresh(): Promise<void> {
  opened?.close();
  opened = undefined;
  const thisTurn = ++turn;
  draw(loading('Loading approvals…'));
  try {
    const { data, message } = await read(TOOL, args);
    if (thisTurn !== turn) return;
    if (data === undefined) return draw(head(), textOnly(message));
    applyResult(data);
    drawList();
    say(`${whole(total)} waiting.`);
  } catch (error) {
    if (thisTurn === turn) draw(failure(errorMessage(error), () => void refresh()));
  }
}

async function more(): Promise<void> {
  const before = items.length;
  const thisTurn = ++turn;
  try {
    const { data } = await read(TOOL, rest ?? {});
    if (thisTurn !== turn) return;
    if (data !== undefined) applyResult(data, true);
    // A request opened meanwhile stays open.
    if (opened !== undefined) return;
    drawList();
    focusOn(text(items[before] ?? {}, 'threadId'));
  } catch (error) {
    if (thisTurn === turn && opened === undefined)
      drawList(banner('danger', 'The next page can’t be loaded.', ` ${errorMessage(error)}`));
  }
}

/** Shows only these agents' requests. */
function showOnly(filters: Fields): void {
  args = filters;
  hasChosen = true;
  void refresh();
}

/** The assistant's filter, and a button to show all; undefined without a filter, or for one agent. */
function narrowed(): HTMLElement | undefined {
  const name = text(args, 'agentName');
  const projectId = text(args, 'projectId');
  if (name === undefined && projectId === undefined) return undefined;
  const filterText = name === undefined ? `Only agents of project ${projectId}.` : `Only agents named like “${name}”.`;
  return banner('info', filterText, ' ', el('button.quiet', { onclick: () => showOnly({}) }, 'Show all agents'));
}

function head(): HTMLElement {
  const chosen = text(args, 'agentId') ?? '';
  const isChoice = agents.size > 1 || chosen !== '';
  return el(
    'header.bar',
    el('h1', 'Approvals', total > 0 && ` (${whole(total)})`),
    el(
      'div.tools',
      items.length > 1 &&
        choice('Sort by', isByRisk ? '' : 'wait', ORDERS, (value) => {
          isByRisk = value === '';
          drawList();
        }),
      isChoice &&
        choice('Filter by agent', chosen, [['', 'All agents'], ...agents], (agentId) =>
          showOnly(agentId === '' ? {} : { agentId }),
        ),
      el('button.quiet', { onclick: () => void refresh() }, 'Refresh'),
      fullScreenButton(),
    ),
  );
}

/** The items arrive longest wait first, and sorting is stable. */
const inOrder = (): readonly Fields[] =>
  isByRisk ? [...items].sort((a, b) => briefOf(b).risk - briefOf(a).risk) : items;

const focusOn = (threadId = ''): void =>
  document.querySelector<HTMLElement>(`[data-thread="${CSS.escape(threadId)}"]`)?.focus();

function drawList(note?: HTMLElement): void {
  const isStale = readAt > 0 && Date.now() - readAt > STALE_MS;
  draw(
    head(),
    note,
    narrowed(),
    isStale &&
      banner(
        'info',
        `As of ${moment(new Date(readAt).toISOString())}.`,
        ' More may be waiting by now; Refresh checks again.',
      ),
    ...notes.map((line) => banner('warning', 'Note.', ' ', ...marked(line))),
    items.length === 0
      ? empty(
          'Nothing is waiting',
          text(args, 'agentId') !== undefined
            ? 'This agent is not waiting for a decision.'
            : narrowed() !== undefined
              ? 'None of these agents is waiting for a decision.'
              : 'No agent is waiting for a decision.',
          'h2',
        )
      : el('ul.list', ...inOrder().map(drawOne)),
    rest !== undefined &&
      el('button.wide', { onclick: () => void more() }, `Show more (${whole(Math.max(0, total - items.length))} left)`),
  );
}

/** Items leave out what was requested: the agent, the currency. */
const drawOne = (item: Fields): HTMLElement =>
  drawItem({ agentId: args.agentId, currency, ...item, ...settled.get(text(item, 'threadId') ?? '') }, open);

function open(threadId: string): void {
  lastOpened = threadId;
  const back = el('nav', el('button.quiet', { onclick: close }, 'Back to all approvals'));
  opened = new DecidingView(threadId, (status) => settled.set(threadId, { status }), back);
  draw(opened.element);
  void opened.load().then(() => document.querySelector<HTMLElement>('h1')?.focus());
}

function close(): void {
  opened?.close();
  opened = undefined;
  drawList();
  focusOn(lastOpened);
}

draw(loading('Loading approvals…'));
onContext(() => opened === undefined && readAt > 0 && drawList());
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && opened === undefined && Date.now() - readAt > STALE_MS && readAt > 0) drawList();
});
startShowing('inbox', {
  input: (asked) => {
    if (hasChosen) return;
    args = Object.fromEntries(
      FILTERS.flatMap((key) => {
        const value = text(asked, key);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  },
  show: (data) => {
    // Ignored if the human has meanwhile opened a request or chosen a filter.
    if (opened !== undefined || hasChosen) return;
    applyResult(data);
    drawList();
  },
  fetch: () => {
    if (opened === undefined) void refresh();
  },
  end: () => opened?.close(),
});
