/** The approvals inbox: waiting requests and groups of alike ones, riskiest first; opening one shows all of it. */
import { type Fields, fields, notesOf, number, records, text } from './data.ts';
import { DecidingView } from './deciding.ts';
import { bare, el, foreign, marked } from './dom.ts';
import { errorMessage, moment, whole } from './format.ts';
import { GroupView } from './group.ts';
import { agentOf, drawItem, drawNone, entryOf, focusOn, inOrder, waitingCount } from './inbox-item.ts';
import { RequestRecord } from './request-record.ts';
import {
  banner,
  choice,
  draw,
  failure,
  fullScreenButton,
  loading,
  onContext,
  type ResultPage,
  read,
  say,
  textOnly,
} from './shell.ts';

const TOOL = 'list_pending_approvals';

const ORDERS = [
  ['', 'Riskiest first'],
  ['wait', 'Longest wait'],
] as const;

const FILTERS: readonly string[] = ['query', 'agentId', 'agentName', 'projectId'];

let args: Fields = {};
/** The assistant asked for a part of what waits: for what is new, one group, or another page. */
let isPart = false;
let items: Fields[] = [];
/** Entries after the last item. */
let left = 0;
/** The currency of all requests' costs, if they share one. */
let currency: string | undefined;
let rest: Fields | undefined;
let notes: readonly string[] = [];
/** When the list was read from its beginning; undefined if that isn't known. */
let readAt: number | undefined;
let isDrawn = false;
let opened: DecidingView | undefined;
let lastOpened: string | undefined;
/** The members of a group, if they are shown one by one in place of the list. */
let members: readonly Fields[] = [];
/** A group of the list is no longer what it was. */
let isOutdated = false;
/** Number of the page's latest request: responses to earlier ones are ignored. */
let turn = 0;
/** Otherwise the longest wait comes first. */
let isByRisk = true;
/** The human has chosen a filter. */
let hasChosen = false;
/** Outcomes of threads decided here. */
const settled = new Map<string, Fields>();
const agents = new Map<string, string>();

/** @param offset of the received entries: those of a later page are added to the items */
function applyResult(data: Fields, offset = 0): void {
  const received = records(data, 'approvals');
  items = offset > 0 ? [...items, ...received] : [...received];
  left = Math.max(0, (number(data, 'total') ?? 0) - offset - received.length);
  currency = text(data, 'currency');
  const next = fields(data, 'rest');
  rest = Object.keys(next).length > 0 ? fields(next, 'arguments') : undefined;
  notes = notesOf(data);
  for (const item of received) {
    const id = text(item, 'agentId');
    if (id !== undefined) agents.set(id, bare(text(item, 'agentName') ?? id));
  }
}

/** @param received what is drawn if the list can't be read */
async function refresh(received?: Fields): Promise<void> {
  members = [];
  opened?.close();
  opened = undefined;
  const thisTurn = ++turn;
  // Nothing draws the old list meanwhile.
  isDrawn = false;
  readAt = undefined;
  draw(loading('Loading approvals…'));
  try {
    const { data, message } = await read(TOOL, args);
    if (thisTurn !== turn) return;
    if (data === undefined) return draw(head(), textOnly(message));
    // One of them may have asked again.
    settled.clear();
    applyResult(data);
    readAt = Date.now();
    isOutdated = false;
    drawList();
    say(`${waitingCount(items, left)} waiting.`);
  } catch (error) {
    if (thisTurn !== turn) return;
    if (received !== undefined) {
      applyResult(received);
      drawList();
    }
    // What was asked for may be what fails: an agent of that name, a project.
    else
      draw(
        failure(errorMessage(error), () => void refresh()),
        narrowed(),
      );
  }
}

async function more(): Promise<void> {
  const shown = items.length;
  const thisTurn = ++turn;
  const next = rest ?? {};
  try {
    const { data } = await read(TOOL, next);
    if (thisTurn !== turn) return;
    if (data !== undefined) applyResult(data, number(next, 'offset') ?? shown);
    // A request opened meanwhile stays open.
    if (opened !== undefined) return;
    drawList();
    focusOn(entryOf(items[shown] ?? {}));
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
  const [query, name, projectId] = ['query', 'agentName', 'projectId'].map((key) => text(args, key));
  const only = [
    query === undefined ? [] : `requests with “${query}”`,
    name === undefined ? [] : `agents named like “${name}”`,
    projectId === undefined ? [] : `agents of project ${projectId}`,
  ].flat();
  if (only.length === 0) return undefined;
  const all = query === undefined ? 'Show all agents' : 'Show all requests';
  return banner('info', `Only ${only.join(', ')}.`, ' ', el('button.quiet', { onclick: () => showOnly({}) }, all));
}

function head(): HTMLElement {
  const chosen = text(args, 'agentId') ?? '';
  // One that was decided here waits no more, but the older ones that it stands for do.
  const waiting = items.map((item) => (settled.has(entryOf(item)) ? { ...item, alike: 0 } : item));
  const isChoice = agents.size > 1 || chosen !== '';
  return el(
    'header.bar',
    el('h1', 'Approvals', items.length > 0 && ` (${waitingCount(waiting, left)})`),
    readAt !== undefined && el('p.soft', `As of ${moment(new Date(readAt).toISOString())}`),
    el(
      'div.tools',
      // Of some, the longest wait may be on another page.
      items.length > 1 &&
        rest === undefined &&
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

function drawList(note?: HTMLElement): void {
  isDrawn = true;
  if (members.length > 0) {
    draw(
      back('Back to all approvals', () => close(true)),
      el('h1', foreign(agentOf(members[0] ?? {})), `: ${whole(members.length)} alike requests, one by one`),
      el('ul.list', ...members.map(drawOne)),
    );
    return;
  }
  draw(
    head(),
    note,
    narrowed(),
    ...notes.map((line) => banner('warning', 'Note.', ' ', ...marked(line))),
    items.length === 0 ? drawNone(args, notes.length > 0) : el('ul.list', ...inOrder(items, isByRisk).map(drawOne)),
    rest !== undefined && el('button.wide', { onclick: () => void more() }, `Show more (${whole(left)} left)`),
  );
}

/** Items leave out what was requested: the agent, the currency. */
const drawOne = (item: Fields): HTMLElement =>
  drawItem({ ...chosenAgent(), currency, ...item, ...settled.get(entryOf(item)) }, () => open(item));

function chosenAgent(): Fields {
  const agentId = text(args, 'agentId');
  return { agentId, agentName: agentId && agents.get(agentId) };
}

const back = (label: string, press: () => void): HTMLElement =>
  el('nav', el('button.quiet', { onclick: press }, label));

function open(item: Fields): void {
  lastOpened = entryOf(item);
  const threadId = text(item, 'threadId');
  const above = back(members.length > 0 ? 'Back to the rows' : 'Back to all approvals', () => close());
  const view = threadId === undefined ? group(item, above) : request(threadId, above);
  opened = view;
  // What was said of the list is not true of a request.
  say('');
  draw(view.element);
  void view.load().then(() => document.querySelector<HTMLElement>('h1')?.focus());
}

const request = (threadId: string, above: HTMLElement): DecidingView =>
  new DecidingView(new RequestRecord(threadId), (status) => settled.set(threadId, { status }), above);

const group = (item: Fields, above: HTMLElement): GroupView =>
  new GroupView(entryOf(item), above, (entries) => {
    members = entries.map((entry) => ({ ...entry, agentName: item.agentName }));
    close();
  });

/** Back to the list, or to the members of a group unless they are left, too. */
function close(leavesMembers = false): void {
  // The list shows the end of a single request, but not what it asks for by now.
  if (members.length > 0 || opened instanceof GroupView || opened?.isWaiting === true)
    isOutdated ||= opened !== undefined && (opened.isOutdated || settled.has(lastOpened ?? ''));
  opened?.close();
  opened = undefined;
  if (leavesMembers) members = [];
  if (isOutdated && members.length === 0) return void refresh().then(() => focusOn(lastOpened));
  drawList();
  focusOn(lastOpened);
}

onContext(() => opened === undefined && isDrawn && drawList());
export const inbox: ResultPage = {
  input: (asked) => {
    if (hasChosen) return;
    isPart = Object.keys(asked).some((key) => !FILTERS.includes(key));
    const filters = FILTERS.map((key) => [key, text(asked, key)] as const);
    args = Object.fromEntries(filters.filter(([, value]) => value !== undefined));
  },
  show: (data) => {
    // Ignored if the human has meanwhile opened a request or chosen a filter.
    if (opened !== undefined || hasChosen) return;
    // A host may not say what was asked for: nothing in it doesn't mean that nothing waits.
    const isEmpty = records(data, 'approvals').length === 0;
    if (isPart || isEmpty) return void refresh(isEmpty ? undefined : data);
    applyResult(data);
    readAt = Date.now();
    drawList();
  },
  ask: (_, received) => {
    if (opened === undefined) void refresh(received);
  },
  end: () => {
    turn++;
    isDrawn = false;
    opened?.close();
  },
};
