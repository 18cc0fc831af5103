/** An entry in the list of the inbox: the agent, its waiting time, the calls and the warnings, or what a group shares. */
import { briefOf, type Fields, fields, number, records, text, texts } from './data.ts';
import { bare, type Child, el, foreign, marked, named, quoted } from './dom.ts';
import { amount, lasting, moment, whole } from './format.ts';
import { drawWarnings, inLine, overdueText, pill } from './request-parts.ts';
import { valueText } from './request-record.ts';
import { empty } from './shell.ts';

/** Costs below one unit of the currency are not shown. */
const NOTABLE = 1;

/** The id of an entry: of its thread, or the token of a group. */
export const entryOf = (item: Fields): string => text(item, 'threadId') ?? text(item, 'groupToken') ?? '';

/** The agent's name, or else its id. */
export const agentOf = (item: Fields): string => bare(text(item, 'agentName') ?? text(item, 'agentId') ?? 'An agent');

export const focusOn = (entry = ''): void =>
  document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(entry)}"]`)?.focus();

/** How many requests wait, those of groups included: at least so many while `left` entries aren't loaded. */
export function waitingCount(items: readonly Fields[], left: number): string {
  const size = (item: Fields): number => (number(item, 'alike') ?? 1) + texts(item, 'olderThreadIds').length;
  const count = items.reduce((sum, item) => sum + size(item), left);
  return left > 0 ? `${whole(count)}+` : whole(count);
}

/** Longest wait first, or riskiest first and then by wait. */
export function inOrder(items: readonly Fields[], isByRisk: boolean): readonly Fields[] {
  const since = (item: Fields): string => text(item, 'waitingSince') ?? '';
  const byWait = [...items].sort((a, b) => Number(since(a) > since(b)) - Number(since(a) < since(b)));
  return isByRisk ? byWait.sort((a, b) => briefOf(b).risk - briefOf(a).risk) : byWait;
}

/** In place of entries; whom that covers depends on the filter. @param isNoted notes above it say what is not listed */
export function drawNone(filter: Fields, isNoted: boolean): HTMLElement {
  const has = (key: string): boolean => text(filter, key) !== undefined;
  const isNot = has('query')
    ? 'No request with these words is'
    : has('agentId')
      ? 'This agent is not'
      : has('agentName') || has('projectId')
        ? 'None of these agents is'
        : 'No agent is';
  return isNoted
    ? empty('Nothing is listed', `${isNot} waiting for a decision, apart from what the note says.`, 'h2')
    : empty('Nothing is waiting', `${isNot} waiting for a decision.`, 'h2');
}

/** An entry in a few lines, a row of a group without what the rows share; `open` shows all of it. The button covers the item, and its name is short. */
export function drawItem(item: Fields, open: () => void): HTMLElement {
  const since = text(item, 'waitingSince');
  const cost = number(item, 'cost') ?? 0;
  const task = text(item, 'about');
  const agent = agentOf(item);
  const [call] = records(item, 'calls');
  const isGroup = number(item, 'alike') !== undefined;
  const older = texts(item, 'olderThreadIds').length;
  // The thread does not wait any more.
  const newStatus = text(item, 'status');
  const name = bare(text(call ?? {}, 'name') ?? '');
  const row = number(item, 'row');
  const what = isGroup ? groupTitle(item) : row === undefined ? 'the request' : `row ${whole(row)}`;
  const label = named(`Open ${what} of ${agent}${name === '' ? '' : `: ${name}`}`);
  return el(
    'li.item',
    el(
      'p.top.soft',
      row === undefined ? foreign(agent) : el('span', `Row ${whole(row)}`),
      newStatus === undefined
        ? since && el('time', { datetime: since, title: moment(since) }, lasting(since), overdueText(item))
        : pill(newStatus),
      el('button.open.quiet', { 'data-entry': entryOf(item), 'aria-label': label, onclick: open }, 'Open'),
    ),
    ...(isGroup ? drawGroup(item) : drawAct(item)),
    task && el('p.soft', 'Task: ', quoted(task)),
    cost >= NOTABLE && el('p.soft', `Cost so far ${amount(cost, text(item, 'currency'))}`),
    older > 0 &&
      el(
        'p.soft',
        `Also asked before: ${older === 1 ? 'an older request waits' : `${whole(older)} older requests wait`}.`,
      ),
    newStatus === undefined && drawWarnings(briefOf(item)),
  );
}

/** `22 alike requests`. */
const groupTitle = (group: Fields): string => `${whole(number(group, 'alike') ?? 0)} alike requests`;

/** A line in which the server adds up: `amount: 20 to 64, 812.4 GBP in all.` */
const SUM = /^[\w.-]+: [^⟦]* in all\.$/;

/** How many, what their amounts come to, and the first two lines of what they share. */
function drawGroup(item: Fields): Child[] {
  // A further line of what others wrote begins with a bar: none can pass for one of the server's.
  const lines = (text(item, 'shared') ?? '').split(/\n(?!│ )/);
  const sums = lines.slice(1).filter((line) => SUM.test(line));
  const shared = lines.filter((line) => !sums.includes(line)).slice(0, 2);
  // On one line: a further one could pass for the card's own.
  const drawn = [...sums, ...shared].map((line) => el('p.prose', ...marked(line.replaceAll('\n│ ', ' '))));
  return [el('p', el('b', groupTitle(item))), ...drawn];
}

/** What is asked for: each call by its name and arguments, or what the agent says. */
function drawAct(item: Fields): Child[] {
  const calls = records(item, 'calls');
  const more = number(item, 'moreCalls') ?? 0;
  const asks = text(item, 'asks');
  if (calls.length === 0) return [el('p', asks === undefined ? 'It doesn’t say what for' : quoted(asks))];
  return [
    ...calls.map((call) => {
      const name = text(call, 'name');
      const args = Object.entries(fields(call, 'arguments'));
      // The server's bars before further lines are none of the value.
      const [gap, ...drawn] = inLine(
        args.map(([key, value]) => [bare(key), bare(valueText(value)).replaceAll('\n│ ', '\n')]),
      );
      return el('p.asks', name && el('code', foreign(bare(name))), name && gap, ...drawn);
    }),
    more > 0 && el('p.soft', `and ${whole(more)} more`),
  ];
}
