/** The page of agents' costs, and the actions of its buttons. */
import { bars, byPeriod } from './costs-chart.ts';
import { type Fields, fields, notesOf, number, records, text } from './data.ts';
import { bare, type Child, el, foreign, marked, named } from './dom.ts';
import { amount, errorMessage, percent, period } from './format.ts';
import {
  banner,
  choice,
  copyable,
  draw,
  empty,
  failure,
  fullScreenButton,
  loading,
  onContext,
  read,
  startShowing,
  textOnly,
} from './shell.ts';

const TOOL = 'get_agent_costs';
const PERIODS = [
  ['summary', 'Summary'],
  ['daily', 'By day'],
  ['monthly', 'By month'],
] as const;

let args: Fields = {};
let data: Fields | undefined;
/** Number of the page's latest request: responses to earlier ones are ignored. */
let turn = 0;
/** Names of agents that were listed or read: the costs of one agent may come without it. */
const names = new Map<string, string>();
/** The human has chosen a view. */
let hasChosen = false;

async function load(next: Fields = args): Promise<void> {
  hasChosen ||= next !== args;
  args = next;
  const thisTurn = ++turn;
  data = undefined;
  draw(head(), loading('Adding up…'));
  try {
    const received = await read(TOOL, args);
    if (thisTurn !== turn) return;
    if (received.data === undefined) return draw(head(), textOnly(received.message));
    show(received.data);
  } catch (error) {
    if (thisTurn !== turn) return;
    draw(
      head(),
      failure(errorMessage(error), () => void load(), 'h2'),
    );
  }
}

/** The shown period, which the arguments may only imply. */
function periodShown(): string {
  const has = (...keys: readonly string[]): boolean => keys.some((key) => args[key] !== undefined);
  const byArguments = has('days', 'startDate', 'endDate')
    ? 'daily'
    : has('months', 'startMonth', 'endMonth')
      ? 'monthly'
      : 'summary';
  return text(args, 'period') ?? byArguments;
}

function head(): HTMLElement {
  const agentId = text(args, 'agentId');
  return el(
    'header.bar',
    el('h1', 'Costs of ', agentId === undefined ? 'all agents' : foreign(names.get(agentId) ?? 'one agent')),
    el(
      'div.tools',
      ...(agentId === undefined
        ? [
            args.offset !== undefined &&
              el('button.quiet', { onclick: () => void load({ ...args, offset: undefined }) }, 'Show the first ones'),
          ]
        : [
            el('button.quiet', { onclick: () => void load({}) }, 'Show all agents'),
            choice('Show costs', periodShown(), PERIODS, (period) => void load({ agentId, period })),
          ]),
      fullScreenButton(),
    ),
  );
}

function show(received: Fields): void {
  data = received;
  const currency = text(received, 'currency');
  const rows = records(received, 'rows');
  const agents = records(received, 'agents');
  const categories = records(received, 'breakdown');
  const rest = fields(fields(received, 'rest'), 'arguments');
  const agentId = text(received, 'agentId');
  // An agent requested by name: use its id from now on.
  if (agentId !== undefined) args = { ...args, agentId, agentName: undefined };
  const name = text(received, 'agentName');
  if (agentId !== undefined && name !== undefined) names.set(agentId, bare(name));
  const figure = figureOf(agents);
  const sums = figures(received, currency);
  draw(
    head(),
    sums,
    ...notesOf(received).map((line) => banner('warning', 'Note.', ' ', ...marked(line))),
    rows.length > 0 && byPeriod(rows, currency),
    agents.length > 0 && bars(agents, ['Agent', FIGURES[figure]], nameOf, (row) => number(row, figure), currency),
    categories.length > 0 &&
      bars(
        categories,
        ['Category', 'Cost'],
        (row) => foreign(bare(text(row, 'category') ?? 'other')),
        (row) => number(row, 'cost'),
        currency,
      ),
    rows.length + agents.length + categories.length === 0 &&
      sums === undefined &&
      empty('No costs', 'The platform has none for this period.', 'h2'),
    Object.keys(rest).length > 0 &&
      el('button.wide', { onclick: () => void load(rest) }, rows.length > 0 ? 'Show earlier ones' : 'Show the rest'),
    agentId && copyable(`agent ${agentId}`),
  );
}

const SUMS = [
  ['totalCost', 'Total'],
  ['windowCost', 'In this period'],
  ['totalOfAgents', 'Total'],
  ['currentMonthOfAgents', 'This month'],
  ['todayOfAgents', 'Today'],
  ['today', 'Today'],
  ['currentMonth', 'This month'],
  ['projectedMonth', 'Whole month, at this rate'],
  ['averagePerDay', 'Average a day'],
  ['averagePerMonth', 'Average a month'],
] as const;

/** The sums above a chart, as far as the platform sent them; undefined if there are none. */
function figures(received: Fields, currency: string | undefined): HTMLElement | undefined {
  const shown = SUMS.flatMap(([key, label]): Child[] => {
    const value = number(received, key);
    return value === undefined ? [] : [el('div.figure', el('dt', label), el('dd', amount(value, currency)))];
  });
  const change = number(received, 'changePercent');
  if (change !== undefined)
    shown.push(
      el(
        'div.figure',
        el('dt', `Change, ${(text(received, 'changeOf') ?? '').replace(/[\d-]{7,}/g, (one) => period(one))}`),
        el('dd', percent(change)),
      ),
    );
  return shown.length === 0 ? undefined : el('dl.figures', ...shown);
}

/** Figures for comparing agents, and their column titles. */
const FIGURES = {
  windowCost: 'Cost in this period',
  totalCost: 'Cost',
  currentMonth: 'Cost this month',
  today: 'Cost today',
} as const;

/** The figure that most agents have: a column must not mix figures. */
function figureOf(agents: readonly Fields[]): keyof typeof FIGURES {
  const known = (figure: string): number => agents.filter((row) => number(row, figure) !== undefined).length;
  return (['windowCost', 'totalCost', 'currentMonth', 'today'] as const).reduce((best, one) =>
    known(one) > known(best) ? one : best,
  );
}

const nameOf = (row: Fields): HTMLElement => {
  const agentId = text(row, 'agentId') ?? '';
  const name = text(row, 'name');
  names.set(agentId, bare(name ?? 'Agent'));
  return el(
    'button.link',
    {
      'aria-label': named(`Show costs of ${bare(name ?? agentId)}`),
      onclick: () => void load({ agentId, period: 'daily' }),
    },
    foreign(bare(name ?? agentId)),
  );
};

draw(loading('Adding up…'));
onContext(() => data && show(data));
startShowing('costs', {
  input: (asked) => {
    if (!hasChosen) args = asked;
  },
  // Ignored if the human has meanwhile chosen another view.
  show: (received) => hasChosen || show(received),
  ask: () => void load(),
});
