/** The frame of a request: agent and waiting time, omissions, and the buttons. */
import { type Fields, number, text } from './data.ts';
import { bare, type Child, el, foreign, marked } from './dom.ts';
import { amount, lasting, moment, whole } from './format.ts';
import type { Part } from './request-record.ts';
import { pill } from './status.ts';

export const isWaiting = (data: Fields): boolean => text(data, 'phase') === 'waiting';

/** The agent's name, which it may have chosen itself, and its id. */
export const drawAgent = (data: Fields): HTMLElement => {
  const id = text(data, 'agentId');
  return el(
    'span',
    { class: 'agent' },
    foreign(bare(text(data, 'agentName') ?? 'An agent')),
    ' ',
    id !== undefined && el('code', {}, id),
  );
};

/** `act`: the calls to decide on. */
export function drawHead(data: Fields, act: readonly Part[]): HTMLElement {
  const since = isWaiting(data) ? text(data, 'waitingSince') : undefined;
  const cost = number(data, 'cost');
  const startedBy = text(data, 'startedBy');
  return el(
    'header',
    {},
    el(
      'p',
      { class: 'eyebrow' },
      pill(text(data, 'status') ?? 'UNKNOWN'),
      since !== undefined && el('time', { datetime: since, title: moment(since) }, `for ${lasting(since)}`),
    ),
    el('p', { class: 'muted' }, drawAgent(data)),
    el('h2', { tabindex: -1 }, ...actOf(data, act)),
    el(
      'p',
      { class: 'muted facts' },
      el('span', {}, 'Thread ', el('code', {}, text(data, 'threadId'))),
      cost !== undefined && el('span', {}, `Cost so far ${amount(cost, text(data, 'currency'))}`),
      startedBy !== undefined && el('span', {}, ...marked(startedBy)),
    ),
  );
}

function actOf(data: Fields, [first, ...more]: readonly Part[]): Child[] {
  if (!isWaiting(data)) return [text(data, 'phase') === 'running' ? 'The agent goes on' : 'Nothing to decide'];
  if (first === undefined) return ['Asks to go on'];
  const others = more.length > 0 && ` and ${whole(more.length)} more`;
  return [first.state === undefined ? 'Wants to call ' : 'May wait for ', el('code', {}, foreign(first.title)), others];
}

/** Characters of the request that aren't loaded yet. */
export const charactersLeft = (data: Fields): number => number(data, 'left') ?? 0;

/** The thread's status if it isn't waiting. */
export function drawSettled(data: Fields): HTMLElement {
  const lastMessage = text(data, 'lastSaid');
  const isRunning = text(data, 'phase') === 'running';
  return el(
    'div',
    {},
    el(
      'p',
      {},
      isRunning ? 'This card checks every few seconds how it goes on.' : 'The thread is not waiting for a decision.',
    ),
    lastMessage !== undefined && el('h3', {}, 'Last message'),
    lastMessage !== undefined && el('blockquote', {}, el('p', { class: 'prose' }, foreign(bare(lastMessage)))),
  );
}

export interface Button {
  readonly label: string;
  readonly kind: 'primary' | 'danger' | '';
  readonly isHeld?: boolean;
  press(button: HTMLButtonElement): void;
}
