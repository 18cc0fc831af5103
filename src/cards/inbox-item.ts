/** A request in the list of the inbox: the agent, its waiting time, the calls and the warnings. */
import { briefOf, type Fields, fields, number, records, text } from './data.ts';
import { bare, type Child, el, foreign, named, quoted } from './dom.ts';
import { amount, lasting, moment, whole } from './format.ts';
import { drawWarnings, inLine } from './request-parts.ts';
import { valueText } from './request-record.ts';
import { pill } from './status.ts';

/** Costs below one unit of the currency are not shown. */
const NOTABLE = 1;

/** A request in a line or two; `open` shows all of it. The button covers the item, and its name is short. */
export function drawItem(item: Fields, open: (threadId: string) => void): HTMLElement {
  const threadId = text(item, 'threadId') ?? '';
  const since = text(item, 'waitingSince');
  const cost = number(item, 'cost') ?? 0;
  const task = text(item, 'about');
  const agent = bare(text(item, 'agentName') ?? text(item, 'agentId') ?? 'An agent');
  const [call] = records(item, 'calls');
  // The thread does not wait any more.
  const newStatus = text(item, 'status');
  const label = named(`Open the request of ${agent}${call === undefined ? '' : `: ${bare(text(call, 'name') ?? '')}`}`);
  return el(
    'li.item',
    el(
      'p.top.soft',
      foreign(agent),
      newStatus === undefined
        ? since && el('time', { datetime: since, title: moment(since) }, lasting(since))
        : pill(newStatus),
      el('button.open.quiet', { 'data-thread': threadId, 'aria-label': label, onclick: () => open(threadId) }, 'Open'),
    ),
    ...drawAct(item),
    task && el('p.soft', 'Task: ', quoted(task)),
    cost >= NOTABLE && el('p.soft', `Cost so far ${amount(cost, text(item, 'currency'))}`),
    newStatus === undefined && drawWarnings(briefOf(item)),
  );
}

/** What is asked for: each call by its name and arguments, or what the agent says. */
function drawAct(item: Fields): Child[] {
  const calls = records(item, 'calls');
  const more = number(item, 'moreCalls') ?? 0;
  const asks = text(item, 'asks');
  if (calls.length === 0) return [el('p', asks === undefined ? 'It doesn’t say what for' : quoted(asks))];
  return [
    ...calls.map((call) => {
      const args = Object.entries(fields(call, 'arguments'));
      return el(
        'p.asks',
        el('code', foreign(bare(text(call, 'name') ?? ''))),
        ...inLine(args.map(([name, value]) => [bare(name), bare(valueText(value))])),
      );
    }),
    more > 0 && el('p.soft', `and ${whole(more)} more`),
  ];
}
