/** Draws one whole request, with buttons to decide below. */
import { type Fields, number, text } from './data.ts';
import { bare, type Child, el, fill, foreign, marked, newId, redraw } from './dom.ts';
import { amount, errorMessage, lasting, moment, whole } from './format.ts';
import { drawParts, drawWarnings, overdueText, pill } from './request-parts.ts';
import type { RequestRecord } from './request-record.ts';
import { banner, copyable, failure, loading, onContext, say, textOnly } from './shell.ts';

/** A press within this time was meant for the previous content. */
const SETTLE_MS = 400;

/** A button that decides. */
export interface Button {
  readonly label: string;
  readonly kind: 'primary' | 'danger' | '';
  readonly isHeld?: boolean;
  press(button: HTMLButtonElement): void;
}

/** The request of a thread, which loads and redraws itself. */
export abstract class RequestView {
  readonly element = el('article.request');
  protected readonly record: RequestRecord;
  protected note: HTMLElement | undefined;
  /** A decision is being sent, and its outcome will be shown here, so nothing must replace this view. */
  isBusy = false;
  protected comment = '';
  readonly #above: Child;
  #drawnAt = -SETTLE_MS;
  /** The latest read failed: what was read before isn't drawn again, with its buttons. */
  #isUnread = false;
  /** Counts reads that draw. */
  #loads = 0;
  /** The data whose end has been in view. */
  #seen: unknown;
  #ends: IntersectionObserver | undefined;

  /** @param above drawn above the request, for example a way back */
  constructor(record: RequestRecord, above?: Child) {
    this.record = record;
    this.#above = above;
    fill(this.element, above, loading('Loading the request…'));
    onContext(() => {
      if (this.record.hasArrived && this.element.isConnected && !this.isBusy && !this.#isUnread) this.draw();
    });
  }

  /** Loads the request and draws it below the note, or below what changed. */
  async load(note?: HTMLElement): Promise<void> {
    const turn = ++this.#loads;
    // A decision that was pressed meanwhile shows its outcome, which must stay.
    const isLate = (): boolean => turn !== this.#loads || (this.isBusy && note === undefined);
    try {
      const { data, message } = await this.record.read();
      if (isLate()) return;
      this.#isUnread = data === undefined;
      if (data === undefined) return this.show(note, textOnly(message));
      this.note = note ?? changedNote(data);
      this.draw();
    } catch (error) {
      if (isLate()) return;
      this.#isUnread = true;
      this.show(
        note,
        failure(errorMessage(error), () => void this.load(note)),
      );
    }
  }

  get isWaiting(): boolean {
    return this.record.isWaiting;
  }

  /** Whether it isn't, or may not be, what it was when it was opened. */
  get isOutdated(): boolean {
    return this.#isUnread || this.note !== undefined || !this.isWaiting;
  }

  close(): void {
    this.#ends?.disconnect();
  }

  /** The buttons, or why there are none. `why`: why Approve is disabled. */
  protected abstract actions(why: string | undefined): Child[];

  /** The thread isn't waiting, or no longer. */
  protected abstract onSettled(): void;

  protected show(...children: readonly Child[]): void {
    this.#drawnAt = performance.now();
    this.#ends?.disconnect();
    redraw(this.element, this.#above, ...children);
  }

  protected get isSettled(): boolean {
    return !this.isBusy && performance.now() - this.#drawnAt > SETTLE_MS;
  }

  /** The sentence, and a line of facts. */
  protected head(): HTMLElement {
    const { data, isWaiting } = this.record;
    const since = isWaiting ? text(data, 'waitingSince') : undefined;
    const cost = number(data, 'cost');
    return el(
      'header',
      el('h1', { tabindex: -1 }, ...marked(text(data, 'sentence') ?? 'An agent asks to go on')),
      el(
        'p.soft.facts',
        text(data, 'phase') !== 'waiting' && pill(text(data, 'status') ?? 'UNKNOWN'),
        since &&
          el('time', { datetime: since, title: moment(since) }, `Waiting for ${lasting(since)}`, overdueText(data)),
        cost !== undefined && el('span', `Cost so far ${amount(cost, text(data, 'currency'))}`),
        el('span', ...marked(text(data, 'startedBy') ?? '')),
      ),
    );
  }

  protected draw(): void {
    if (this.record.isWaiting) {
      this.#drawToDecide();
    } else {
      this.show(this.head(), this.note, ...this.over(), this.details());
      this.onSettled();
    }
  }

  /** With the buttons below: Approve is enabled once the end has been in view. */
  #drawToDecide(): void {
    const request = [this.head(), this.note, ...this.body(), this.details()];
    this.show(...request, el('i.end'), ...this.actions(this.#whyHeld()), el('i.end'));
    const last = this.record.data;
    // The end of the request, the end below the buttons, which may cover the first, and those in the request.
    const left = new Set(this.element.querySelectorAll('.end'));
    this.#ends = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) if (isIntersecting) left.delete(target);
      if (left.size > 0) return;
      this.#ends?.disconnect();
      this.#seen = last;
      if (this.isBusy || this.#whyHeld() !== undefined) return;
      for (const button of this.element.querySelectorAll<HTMLButtonElement>('.actions button')) button.disabled = false;
      this.element.querySelector('.held')?.remove();
      say('Approve is on.');
    });
    for (const end of left) this.#ends.observe(end);
  }

  protected body(): Child[] {
    const { brief, parts, task, left, dropped } = this.record;
    return [
      drawWarnings(brief),
      ...drawParts(parts, task),
      dropped > 0 && el('p', `Invisible or control characters left out: ${whole(dropped)}.`),
      parts.length === 0 && el('p.soft', 'The thread does not say what it is waiting for.'),
      left > 0 && this.#restButton(left),
      brief.earlier.length > 0 && el('h2', 'Earlier'),
      ...brief.earlier.map((line) => el('p', ...marked(line))),
    ];
  }

  /** Of a thread that isn't waiting, or no longer. */
  protected over(): Child[] {
    const lastSaid = text(this.record.data, 'lastSaid');
    return [lastSaid && el('div.last', el('h2', 'Last message'), el('p.prose', foreign(bare(lastSaid))))];
  }

  protected details(): HTMLElement {
    const { threadId, data, parts } = this.record;
    const agentId = text(data, 'agentId');
    const messages = [...new Set(parts.map(({ message }) => message))].filter((one) => one !== undefined && one > 0);
    return copyable(
      [`thread ${threadId}`, agentId && `agent ${agentId}`, messages.length > 0 && `messages ${messages.join(', ')}`]
        .filter((part) => typeof part === 'string')
        .join('; '),
    );
  }

  /** Why Approve is disabled; undefined if it is enabled. */
  #whyHeld(): string | undefined {
    if (this.record.left > 0) return 'Approve is offered once the whole request has been shown.';
    if (this.#seen === this.record.data) return undefined;
    const rows = this.record.threadId === undefined ? ', and of each row' : '';
    return `Approve is offered once you have seen the end of the request${rows}.`;
  }

  #restButton(left: number): HTMLElement {
    const name = `Show the rest (${whole(left)} characters)`;
    const button = el('button.wide', { onclick: () => void this.#readOn(button) }, name);
    return button;
  }

  async #readOn(button: HTMLButtonElement): Promise<void> {
    if (button.ariaBusy === 'true') return;
    // Not disabled, which would lose the focus.
    button.ariaBusy = 'true';
    button.textContent = 'Loading the rest…';
    say(button.textContent);
    const before = this.note;
    const note = await this.record.readOn().then(
      ({ data }) => data && changedNote(data),
      (error: unknown) => banner('danger', 'The rest can’t be loaded.', ` ${errorMessage(error)}`),
    );
    // Decided meanwhile: its outcome is or will be shown.
    if (this.isBusy || this.note !== before) return;
    this.note = note;
    this.draw();
    const { left } = this.record;
    say(note?.textContent ?? (left > 0 ? `${whole(left)} characters are left.` : 'The whole request is shown.'));
  }

  /** The comment field, and the bar of buttons below, which stays in view unless the frame is low. `held`: why Approve is disabled. */
  protected drawBar(buttons: readonly Button[], why: string | undefined, held: string | undefined): Child[] {
    const id = newId();
    const oninput = (): void => {
      this.comment = box.value;
    };
    const box = el('textarea', { id, rows: 1, oninput });
    box.value = this.comment;
    const drawn = buttons.map(({ label, kind, isHeld = false, press }) => {
      const button = el('button', { class: kind, disabled: isHeld, onclick: () => press(button) }, label);
      return button;
    });
    return [
      el('label', { for: id, class: 'comment' }, 'Comment (optional)'),
      box,
      el('footer.actions', why && el('p.soft', why), held && el('p.soft.held', held), el('div.buttons', ...drawn)),
    ];
  }

  /** The Approve button. If there is a contradiction, it says so; it is the primary button only if there is none. */
  protected approve(title: string, held?: string): Pick<Button, 'label' | 'kind' | 'isHeld'> {
    const { isContradictory } = this.record.brief;
    return {
      label: isContradictory ? `${title} all the same` : title,
      kind: isContradictory ? '' : 'primary',
      isHeld: held !== undefined,
    };
  }
}

/** What changed since this card read the request; undefined if nothing did. */
export function changedNote(data: Fields, title?: string): HTMLElement | undefined {
  const changed = text(data, 'changed');
  if (changed === undefined) return undefined;
  return text(data, 'phase') === 'waiting'
    ? banner('warning', title ?? 'Changed.', ' ', ...marked(changed))
    : banner(
        'info',
        title ?? 'No longer waiting.',
        ' Somebody else decided, or it was stopped. This card sent nothing.',
      );
}
