/** What agents cost: a chart with its table. */
import { type Fields, fields, notesOf, number, records, text } from './data.ts';
import { bare, type Child, el, foreign, marked } from './dom.ts';
import { amount, errorWords, percent, period, whole } from './format.ts';
import {
  banner,
  draw,
  empty,
  failure,
  fullScreenButton,
  loading,
  onContext,
  onlyWords,
  read,
  startShowing,
} from './shell.ts';

const TOOL = 'get_agent_costs';
const PERIODS = [
  ['summary', 'Summary'],
  ['daily', 'By day'],
  ['monthly', 'By month'],
] as const;

let args: Fields = {};
let data: Fields | undefined;

async function load(next: Fields = args): Promise<void> {
  args = next;
  draw(head(), loading('Adding up…'));
  try {
    const came = await read(TOOL, args);
    if (came.data === undefined) return draw(head(), onlyWords(came.words));
    show(came.data);
  } catch (error) {
    draw(
      head(),
      failure(errorWords(error), () => void load(), 'h2'),
    );
  }
}

function head(): HTMLElement {
  const agentId = text(args, 'agentId');
  const chosen = text(args, 'period') ?? 'summary';
  return el(
    'header',
    { class: 'bar' },
    el('h1', {}, 'Costs', agentId === undefined ? ' of all agents' : ''),
    el(
      'div',
      { class: 'tools' },
      ...(agentId === undefined
        ? []
        : [
            el('button', { class: 'quiet', onclick: () => void load({}) }, '‹ All agents'),
            el(
              'div',
              { class: 'tabs', role: 'group', 'aria-label': 'Period' },
              ...PERIODS.map(([value, label]) =>
                el(
                  'button',
                  {
                    'aria-pressed': value === chosen ? 'true' : 'false',
                    onclick: () => void load({ agentId, period: value }),
                  },
                  label,
                ),
              ),
            ),
          ]),
      fullScreenButton(),
    ),
  );
}

function show(came: Fields): void {
  data = came;
  const currency = text(came, 'currency');
  const rows = records(came, 'rows');
  const agents = records(came, 'agents');
  const categories = records(came, 'breakdown');
  const rest = fields(fields(came, 'rest'), 'arguments');
  const agentId = text(came, 'agentId');
  draw(
    head(),
    agentId !== undefined && el('p', { class: 'muted facts' }, el('span', {}, 'Agent ', el('code', {}, agentId))),
    figures(came, currency),
    ...notesOf(came).map((line) => banner('warning', 'Note.', ' ', ...marked(line))),
    rows.length > 0 && byPeriod(rows, currency),
    agents.length > 0 &&
      bars(
        agents,
        'Agent',
        (row) => nameOf(row),
        (row) => number(row, 'totalCost') ?? number(row, 'currentMonth') ?? 0,
        currency,
      ),
    categories.length > 0 &&
      bars(
        categories,
        'Category',
        (row) => foreign(bare(text(row, 'category') ?? 'other')),
        (row) => number(row, 'cost') ?? 0,
        currency,
      ),
    rows.length + agents.length + categories.length === 0 &&
      figureCount(came) === 0 &&
      empty('No costs', 'The platform has none for this period.', 'h2'),
    Object.keys(rest).length > 0 &&
      el(
        'button',
        { class: 'wide', onclick: () => void load(rest) },
        rows.length > 0 ? 'Show earlier ones' : 'Show the rest',
      ),
  );
}

const FIGURES = [
  ['totalCost', 'Total'],
  ['windowCost', 'In this period'],
  ['totalOfAgents', 'All agents'],
  ['currentMonthOfAgents', 'All agents, this month'],
  ['todayOfAgents', 'All agents, today'],
  ['today', 'Today'],
  ['currentMonth', 'This month'],
  ['projectedMonth', 'Whole month, at this rate'],
  ['averagePerDay', 'Average a day'],
  ['averagePerMonth', 'Average a month'],
] as const;

const figureCount = (came: Fields): number => FIGURES.filter(([key]) => number(came, key) !== undefined).length;

function figures(came: Fields, currency: string | undefined): HTMLElement | undefined {
  const shown = FIGURES.flatMap(([key, label]): Child[] => {
    const value = number(came, key);
    return value === undefined
      ? []
      : [el('div', { class: 'figure' }, el('dt', {}, label), el('dd', {}, amount(value, currency)))];
  });
  const change = number(came, 'changePercent');
  if (change !== undefined)
    shown.push(
      el(
        'div',
        { class: 'figure' },
        el('dt', {}, `Change, ${text(came, 'changeOf') ?? ''}`),
        el('dd', {}, percent(change)),
      ),
    );
  return shown.length === 0 ? undefined : el('dl', { class: 'figures' }, ...shown);
}

const nameOf = (row: Fields): HTMLElement => {
  const agentId = text(row, 'agentId') ?? '';
  const name = foreign(bare(text(row, 'name') ?? agentId));
  return el('button', { class: 'link', onclick: () => void load({ agentId, period: 'daily' }) }, name);
};

const share = (value: number, highest: number): number =>
  highest > 0 ? Math.max(0, Math.min(100, (100 * value) / highest)) : 0;

/** Days or months as columns; the table below holds the figures. */
function byPeriod(rows: readonly Fields[], currency: string | undefined): HTMLElement {
  const cost = (row: Fields): number => number(row, 'cost') ?? 0;
  const highest = Math.max(0, ...rows.map(cost));
  const first = period(text(rows[0] ?? {}, 'period') ?? '');
  const last = period(text(rows.at(-1) ?? {}, 'period') ?? '');
  const own = (row: Fields): string => amount(cost(row), text(row, 'currency') ?? currency);
  const chart = el(
    'div',
    {
      class: 'chart',
      role: 'img',
      'aria-label': `Costs from ${first} to ${last}, at most ${amount(highest, currency)}; see the table for each.`,
    },
    ...rows.map((row) =>
      el(
        'span',
        { class: 'column', title: `${period(text(row, 'period') ?? '')}: ${own(row)}` },
        el('i', { style: `block-size:${share(cost(row), highest)}%` }),
      ),
    ),
  );
  const has = (key: string): boolean => rows.some((row) => number(row, key) !== undefined);
  const columns = (
    [
      ['threadCount', 'Threads'],
      ['inputTokens', 'Tokens in'],
      ['outputTokens', 'Tokens out'],
    ] as const
  ).filter(([key]) => has(key));
  return el(
    'section',
    {},
    el('div', { class: 'axis muted small', 'aria-hidden': 'true' }, el('span', {}, amount(highest, currency))),
    chart,
    el('div', { class: 'axis muted small', 'aria-hidden': 'true' }, el('span', {}, first), el('span', {}, last)),
    table(
      ['Period', 'Cost', ...columns.map(([, label]) => label)],
      [...rows]
        .reverse()
        .map((row) => [
          period(text(row, 'period') ?? ''),
          own(row),
          ...columns.map(([key]) => (number(row, key) === undefined ? '–' : whole(number(row, key) ?? 0))),
        ]),
    ),
  );
}

/** Agents or categories, most expensive first, each with a bar beside its amount. */
function bars(
  rows: readonly Fields[],
  title: string,
  name: (row: Fields) => Child,
  cost: (row: Fields) => number,
  currency: string | undefined,
): HTMLElement {
  const highest = Math.max(0, ...rows.map(cost));
  return table(
    [title, 'Cost'],
    rows.map((row) => [
      el(
        'span',
        {},
        name(row),
        el(
          'span',
          { class: 'bar-line', 'aria-hidden': 'true' },
          el('i', { style: `inline-size:${share(cost(row), highest)}%` }),
        ),
      ),
      amount(cost(row), text(row, 'currency') ?? currency),
    ]),
  );
}

function table(heads: readonly string[], rows: readonly (readonly Child[])[]): HTMLElement {
  return el(
    'div',
    { class: 'scroll', role: 'region', 'aria-label': 'Table of costs', tabindex: 0 },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, ...heads.map((head) => el('th', { scope: 'col' }, head)))),
      el(
        'tbody',
        {},
        ...rows.map(([first, ...others]) =>
          el('tr', {}, el('th', { scope: 'row' }, first), ...others.map((cell) => el('td', {}, cell))),
        ),
      ),
    ),
  );
}

draw(loading('Adding up…'));
onContext(() => data !== undefined && show(data));
startShowing('costs', {
  input: (given) => {
    args = given;
  },
  show,
  fetch: () => void load(),
});
