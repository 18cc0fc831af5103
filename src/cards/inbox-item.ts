/** A request in the list of the inbox: the agent, its waiting time, the calls and the warnings. */
import { briefOf, type Fields, fields, number, records, text } from './data.ts';
import { bare, el, foreign, quoted } from './dom.ts';
import { amount, lasting, moment, whole } from './format.ts';
import { drawAgent } from './request-layout.ts';
import { drawBrief, inLine, valueText } from './request-parts.ts';
import { pill } from './status.ts';

/** Costs below one unit of the currency are not shown. */
const NOTABLE = 1;

/** The rank of a request: contradictions before unusual ones before the rest. */
export function risk(item: Fields): number {
  const { contradictions, unusual } = briefOf(item);
  return contradictions.length > 0 ? 2 : unusual.length > 0 ? 1 : 0;
}

/** A request in a line or two; `open` shows all of it. */
export function drawItem(item: Fields, open: (threadId: string) => void): HTMLElement {
  const threadId = text(item, 'threadId') ?? '';
  const since = text(item, 'waitingSince');
  const cost = number(item, 'cost') ?? 0;
  const task = text(item, 'about');
  // The thread does not wait any more.
  const newStatus = text(item, 'status');
  return el(
    'li',
    { class: newStatus === undefined ? 'item' : 'item over' },
    el(
      'button',
      { class: 'open', 'data-thread': threadId, onclick: () => open(threadId) },
      el(
        'span',
        { class: 'top' },
        drawAgent(item),
        newStatus === undefined
          ? since !== undefined && el('time', { datetime: since, title: moment(since) }, lasting(since))
          : pill(newStatus),
        el('span', { class: 'go' }, 'Open ›'),
      ),
      ...drawAct(item),
      task !== undefined && el('span', { class: 'line' }, 'Task: ', quoted(task)),
      cost >= NOTABLE && el('span', { class: 'line' }, `Cost so far ${amount(cost, text(item, 'currency'))}`),
    ),
    ...(newStatus === undefined ? drawBrief(briefOf(item)) : []),
  );
}

/** What is asked for: each call by its name and arguments, or what the agent says. */
function drawAct(item: Fields): HTMLElement[] {
  const calls = records(item, 'calls');
  const more = number(item, 'moreCalls') ?? 0;
  const asks = text(item, 'asks');
  if (calls.length === 0)
    return [el('strong', { class: 'asks' }, asks === undefined ? 'It doesn’t say what for' : quoted(asks))];
  return [
    ...calls.map((call) =>
      el(
        'span',
        { class: 'asks' },
        el('strong', {}, foreign(bare(text(call, 'name') ?? ''))),
        inLine(Object.entries(fields(call, 'arguments')).map(([name, value]) => [bare(name), bare(valueText(value))])),
      ),
    ),
    ...(more > 0 ? [el('span', { class: 'line' }, `and ${whole(more)} more`)] : []),
  ];
}
