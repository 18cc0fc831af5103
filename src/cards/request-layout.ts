/** What stands around a request: who asks since when, what was left out, and the buttons. */
import { type Fields, number, text } from './data.ts';
import { bare, type Child, el, foreign, marked, newId } from './dom.ts';
import { amount, lasting, moment, whole } from './format.ts';
import type { Asked } from './request-outcome.ts';
import { pill } from './status.ts';

export const isWaiting = (data: Fields): boolean => text(data, 'phase') === 'waiting';

/** `gist`: the first call that is asked for, and how many more there are. */
export function drawHead(data: Fields, gist?: { readonly name: string; readonly more: number }): HTMLElement {
  const since = isWaiting(data) ? text(data, 'waitingSince') : undefined;
  const name = text(data, 'agentName');
  const cost = number(data, 'cost');
  const changed = text(data, 'agentChanged');
  const startedBy = text(data, 'startedBy');
  const id = (label: string, key: string): Child =>
    text(data, key) !== undefined && el('span', {}, `${label} `, el('code', {}, text(data, key)));
  return el(
    'header',
    {},
    el(
      'p',
      { class: 'eyebrow' },
      pill(text(data, 'status') ?? 'UNKNOWN'),
      since !== undefined && el('time', { datetime: since, title: moment(since) }, `for ${lasting(since)}`),
    ),
    el(
      'h2',
      { tabindex: -1 },
      name === undefined ? 'An agent' : foreign(bare(name)),
      ...(isWaiting(data) ? asking(gist) : []),
    ),
    el(
      'p',
      { class: 'muted facts' },
      id('Agent', 'agentId'),
      changed !== undefined && el('span', {}, `last changed ${moment(changed)}`),
      id('Thread', 'threadId'),
      cost !== undefined && el('span', {}, `Cost so far ${amount(cost, text(data, 'currency'))}`),
      startedBy !== undefined && el('span', {}, ...marked(startedBy)),
    ),
  );
}

function asking(gist: { readonly name: string; readonly more: number } | undefined): Child[] {
  if (gist === undefined) return [' asks to continue'];
  return [' wants to call ', el('code', {}, foreign(gist.name)), gist.more > 0 && ` and ${whole(gist.more)} more`];
}

/** What is not shown here, and why. */
export function drawAsides(data: Fields): Child {
  const dropped = number(data, 'dropped') ?? 0;
  const earlier = number(data, 'earlierMessages') ?? 0;
  const lines = [
    dropped > 0 && `Invisible or control characters left out: ${whole(dropped)}.`,
    earlier > 0 && `Earlier messages of this turn in the conversation: ${whole(earlier)}.`,
  ].filter((line) => typeof line === 'string');
  return lines.length > 0 && el('p', { class: 'muted small aside' }, lines.join(' '));
}

/** Characters of the request that are still to be read. */
export const charactersLeft = (data: Fields): number => {
  const next = number(data, 'next');
  return next === undefined ? 0 : (number(data, 'characters') ?? 0) - next;
};

/** Why Approve is not offered yet; undefined where it is. `asked`: the question of the host's that is answered here. */
export function whyHeld(data: Fields, asked: Pick<Asked, 'digest' | 'choices'> | undefined): string | undefined {
  const digest = text(data, 'digest');
  if (asked?.digest !== undefined && digest !== undefined && asked.digest !== digest)
    return 'This request has changed since you were asked, so your answer would be refused. Close the question; the assistant can ask again.';
  if (asked !== undefined && !asked.choices.includes('Approve'))
    return 'The assistant has not read all of this request yet, so Approve is not offered.';
  return charactersLeft(data) > 0 || data.isWhole === false
    ? 'Approve is offered once the whole request has been shown.'
    : undefined;
}

/** What the thread is now, where it does not wait. */
export function drawSettled(data: Fields): HTMLElement {
  const said = text(data, 'lastSaid');
  const isRunning = text(data, 'phase') === 'running';
  return el(
    'div',
    {},
    el(
      'p',
      {},
      isRunning ? 'The agent is continuing. This card checks every few seconds.' : 'It is not waiting for a decision.',
    ),
    said !== undefined && el('h3', {}, 'Last message'),
    said !== undefined && el('blockquote', {}, el('p', { class: 'words' }, foreign(bare(said)))),
  );
}

export interface Button {
  readonly label: string;
  readonly kind: 'primary' | 'danger' | '';
  readonly isHeld?: boolean;
  press(): void;
}

interface Actions {
  readonly comment: string;
  /** Why a button is held back. */
  readonly why: string | undefined;
  readonly buttons: readonly Button[];
  onComment(text: string): void;
}

export function drawActions({ comment, why, buttons, onComment }: Actions): HTMLElement {
  const id = newId();
  const box = el('textarea', { id, rows: 2, maxlength: 2_000, oninput: () => onComment(box.value) });
  box.value = comment;
  return el(
    'footer',
    { class: 'actions' },
    el('label', { for: id }, 'Comment (optional)'),
    box,
    why !== undefined && el('p', { class: 'muted small' }, why),
    el(
      'div',
      { class: 'buttons' },
      ...buttons.map(({ label, kind, isHeld = false, press }) =>
        el('button', { class: kind, disabled: isHeld, onclick: press }, label),
      ),
    ),
  );
}
