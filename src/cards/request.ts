/** Draws one whole request, with buttons to decide below. */
import { type Fields, text } from './data.ts';
import { type Child, el, fill, newId } from './dom.ts';
import { errorMessage, whole } from './format.ts';
import { type Button, charactersLeft, drawHead, isWaiting } from './request-layout.ts';
import { drawAct, drawBrief, drawParts } from './request-parts.ts';
import { RequestRecord } from './request-record.ts';
import { banner, failure, loading, onContext, textOnly } from './shell.ts';

/** A press within this time was meant for the previous content. */
const SETTLE_MS = 400;

/** What changed since this card read the request. */
export const changedNote = (data: Fields | undefined): HTMLElement | undefined => {
  const changed = data && text(data, 'changed');
  return changed === undefined ? undefined : banner('warning', 'This request has changed.', ' ', changed);
};

/** The request of a thread, which loads and redraws itself. */
export abstract class RequestView {
  readonly element = el('article', { class: 'request' });
  protected readonly record: RequestRecord;
  protected note: HTMLElement | undefined;
  /** A decision is being sent, and its outcome will be shown here, so nothing must replace this view. */
  isBusy = false;
  protected comment = '';
  readonly #above: Child;
  #drawnAt = -SETTLE_MS;
  /** The state of the record whose end has been in view. */
  #seen: string | undefined;
  #ends: IntersectionObserver | undefined;

  /** `above` is drawn above the request, for example a way back. */
  constructor(threadId: string, above?: Child, asked?: string) {
    this.record = new RequestRecord(threadId, asked);
    this.#above = above;
    fill(this.element, above, loading('Loading the request…'));
    onContext(() => {
      if (this.record.hasArrived && this.element.isConnected && !this.isBusy) this.draw();
    });
  }

  /** Loads the request and draws it below the note. */
  async load(note?: HTMLElement): Promise<void> {
    this.note = note;
    try {
      const { data, message } = await this.record.read();
      if (data === undefined) this.show(note, ...this.unread(textOnly(message)));
      else this.draw();
    } catch (error) {
      this.show(note, ...this.unread(failure(errorMessage(error), () => void this.load(note))));
    }
  }

  /** Stops watching. */
  close(): void {
    this.#ends?.disconnect();
  }

  /** The buttons, or why there are none. `why`: why Approve is disabled. */
  protected abstract actions(why: string | undefined): Child[];

  /** Drawn if the thread isn't waiting, or no longer. */
  protected abstract settled(): Child[];

  /** Drawn if the request can't be read. */
  protected unread(instead: HTMLElement): Child[] {
    return [instead];
  }

  /** Why it can't be approved, even if shown whole. */
  protected obstacle(): string | undefined {
    return undefined;
  }

  protected show(...children: readonly Child[]): void {
    fill(this.element, this.#above, ...children);
  }

  protected get head(): HTMLElement {
    return drawHead(this.record.data, this.record.act);
  }

  protected get isSettled(): boolean {
    return !this.isBusy && performance.now() - this.#drawnAt > SETTLE_MS;
  }

  protected draw(): void {
    const { data, state } = this.record;
    this.#drawnAt = performance.now();
    this.#ends?.disconnect();
    if (!isWaiting(data)) {
      this.show(this.head, this.note, ...this.settled());
      return;
    }
    // The end of the request, and the end below the buttons, which may cover the first.
    const ends = [el('i', { class: 'end' }), el('i', { class: 'end' })] as const;
    const scrolls = { class: 'whole', tabindex: 0, role: 'region', 'aria-label': 'The request' };
    const request = el('div', scrolls, ...this.#body(), ends[0]);
    this.show(this.head, this.note, request, ...this.actions(this.#whyHeld()), ends[1]);
    const left = new Set<Element>(ends);
    this.#ends = new IntersectionObserver((seen) => {
      for (const { target, isIntersecting } of seen) if (isIntersecting) left.delete(target);
      if (left.size > 0) return;
      this.#ends?.disconnect();
      this.#seen = state;
      if (this.isBusy || this.#whyHeld() !== undefined) return;
      for (const button of this.element.querySelectorAll<HTMLButtonElement>('.actions button')) button.disabled = false;
      this.element.querySelector('.held')?.remove();
    });
    for (const end of ends) this.#ends.observe(end);
  }

  #body(): Child[] {
    const { data, brief, parts, act, task } = this.record;
    const left = charactersLeft(data);
    return [
      ...drawBrief(brief),
      ...drawParts(parts, act, task),
      ...drawBrief(brief, ['earlier']),
      parts.length === 0 && el('p', { class: 'muted' }, 'The thread does not say what it is waiting for.'),
      left > 0 &&
        el(
          'button',
          { class: 'wide', onclick: () => void this.#readOn() },
          `Show the rest (${whole(left)} characters)`,
        ),
    ];
  }

  /** Why Approve is disabled; undefined if it is enabled. */
  #whyHeld(): string | undefined {
    const { data, state } = this.record;
    if (charactersLeft(data) > 0) return 'Approve is offered once the whole request has been shown.';
    const obstacle = this.obstacle();
    if (obstacle !== undefined || this.#seen === state) return obstacle;
    return 'Approve is offered once you have seen the end of the request.';
  }

  async #readOn(): Promise<void> {
    const before = this.note;
    const note = await this.record.readOn().then(
      ({ data }) => changedNote(data),
      (error: unknown) => banner('danger', 'The rest can’t be loaded.', ` ${errorMessage(error)}`),
    );
    // Decided meanwhile: its outcome is or will be shown.
    if (this.isBusy || this.note !== before) return;
    this.note = note;
    this.draw();
  }

  /** The comment field, and the bar of buttons below, which stays in view. `held`: why Approve is disabled. */
  protected drawBar(buttons: readonly Button[], why: string | undefined, held: string | undefined): Child[] {
    const { parts, act, brief } = this.record;
    const id = newId();
    const oninput = (): void => {
      this.comment = box.value;
    };
    const box = el('textarea', { id, rows: 1, maxlength: 2_000, oninput });
    box.value = this.comment;
    const drawn = buttons.map(({ label, kind, isHeld = false, press }) => {
      const button = el('button', { class: kind, disabled: isHeld, onclick: () => press(button) }, label);
      return button;
    });
    return [
      el('div', { class: 'comment' }, el('label', { for: id }, 'Comment (optional)'), box),
      el(
        'footer',
        { class: 'actions' },
        drawAct(parts, act),
        brief.contradictions.length > 0 &&
          el('p', { class: 'doubt' }, 'What the agent says contradicts this: see above.'),
        why !== undefined && el('p', { class: 'muted small' }, why),
        held !== undefined && el('p', { class: 'muted small held' }, held),
        el('div', { class: 'buttons' }, ...drawn),
      ),
    ];
  }

  /** The Approve button. If there is a contradiction, it says so and isn't the primary button. */
  protected approve(title: string, held?: string): Pick<Button, 'label' | 'kind' | 'isHeld'> {
    const isContradictory = this.record.brief.contradictions.length > 0;
    return {
      label: isContradictory ? `${title} all the same` : title,
      kind: isContradictory ? '' : 'primary',
      isHeld: held !== undefined,
    };
  }
}
