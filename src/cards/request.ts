/** One request: all of it, and the buttons that decide. */
import { text } from './data.ts';
import { type Child, el, fill } from './dom.ts';
import { errorWords, whole } from './format.ts';
import { decideInCard } from './request-decide.ts';
import {
  type Button,
  charactersLeft,
  drawActions,
  drawAsides,
  drawHead,
  drawSettled,
  isWaiting,
  whyHeld,
} from './request-layout.ts';
import { type Asked, askInstead, type Decision, DOING, RANK } from './request-outcome.ts';
import { drawBrief, drawParts, gistOf } from './request-parts.ts';
import { RequestRecord } from './request-record.ts';
import { banner, failure, loading, onContext, onlyWords, say } from './shell.ts';
import { watch } from './watch.ts';

interface RequestOptions {
  readonly threadId: string;
  readonly asked?: Asked;
  /** What stands above: the way back, say. */
  readonly above?: Child;
  /** The thread does not wait, or does not wait any more. */
  onSettled?(status: string): void;
}

/** What is pressed sooner was meant for what was there before. */
const SETTLE_MS = 400;

/** The request of a thread, which reads and redraws itself. */
export class RequestView {
  readonly element = el('article', { class: 'request' });
  readonly #options: RequestOptions;
  readonly #record: RequestRecord;
  #drawnAt = 0;
  #comment: string;
  #note: HTMLElement | undefined;
  #isBusy = false;
  #stop: () => void = () => undefined;

  constructor(options: RequestOptions) {
    this.#options = options;
    this.#record = new RequestRecord(options.threadId);
    this.#comment = options.asked?.comment ?? '';
    fill(this.element, options.above, loading('Loading the request…'));
    onContext(() => {
      if (this.#record.hasCome && this.element.isConnected && !this.#isBusy) this.#draw();
    });
  }

  /** Reads it, and draws what came below the note. */
  async load(note?: HTMLElement): Promise<void> {
    this.#note = note;
    const { above, asked } = this.#options;
    try {
      const { data, words } = await this.#record.read();
      if (data !== undefined) return this.#draw();
      fill(this.element, above, note, asked?.words ?? onlyWords(words), asked && this.#actions());
    } catch (error) {
      if (asked !== undefined) return fill(this.element, above, asked.words, this.#actions());
      fill(
        this.element,
        above,
        note,
        failure(errorWords(error), () => void this.load(note)),
      );
    }
  }

  /** A decision is on its way: what becomes of it is told here, so nothing must take the place of this. */
  get isBusy(): boolean {
    return this.#isBusy;
  }

  /** Nothing is read any more. */
  close = (): void => this.#stop();

  #draw(): void {
    const data = this.#record.data;
    this.#drawnAt = performance.now();
    const body = isWaiting(data) ? this.#body() : [drawSettled(data)];
    fill(this.element, this.#options.above, this.#head(), this.#note, ...body);
    if (isWaiting(data)) return;
    this.#options.onSettled?.(text(data, 'status') ?? '');
    this.#follow();
  }

  #body(): Child[] {
    const data = this.#record.data;
    const { asked } = this.#options;
    const left = charactersLeft(data);
    const parts = this.#record.parts;
    return [
      ...drawBrief(this.#record.brief),
      ...drawParts(parts, this.#record.brief),
      ...drawBrief(this.#record.brief, ['earlier']),
      parts.length === 0 && el('p', { class: 'muted' }, 'The thread does not say what it is waiting for.'),
      left > 0 &&
        el(
          'button',
          { class: 'wide', onclick: () => void this.#readOn() },
          `Show the rest (${whole(left)} characters)`,
        ),
      drawAsides(data),
      asked && el('details', {}, el('summary', {}, 'The question as text'), asked.words),
      this.#actions(),
    ];
  }

  #head(): HTMLElement {
    return drawHead(this.#record.data, gistOf(this.#record.parts, this.#record.brief));
  }

  async #readOn(): Promise<void> {
    const before = this.#note;
    const note = await this.#record.readOn().then(
      () => undefined,
      (error: unknown) => banner('danger', 'The rest can’t be loaded.', ` ${errorWords(error)}`),
    );
    // Meanwhile it was decided: what became of that is told, or will be.
    if (this.#isBusy || this.#note !== before) return;
    this.#note = note;
    this.#draw();
  }

  #actions(): HTMLElement {
    const { asked } = this.#options;
    const cannot = text(this.#record.data, 'cannotDecide');
    if (asked === undefined && this.#record.data.asksInstead === true) return this.#toAssistant();
    if (asked === undefined && cannot !== undefined)
      return el('p', { class: 'note info' }, `You can’t decide in this card. ${cannot}`);
    const why = whyHeld(this.#record.data, asked);
    return drawActions({
      comment: this.#comment,
      why,
      buttons: asked === undefined ? this.#deciding(why !== undefined) : this.#answering(asked, why !== undefined),
      onComment: (words) => {
        this.#comment = words;
      },
    });
  }

  /** What is pressed goes to the assistant, and the human decides in its question. */
  #toAssistant(): HTMLElement {
    const press = (decision: Decision) => () => {
      if (!this.#isSettled()) return;
      void askInstead(this.#options.threadId, decision, this.#comment.trim()).then((note) => {
        this.#note = note;
        this.#draw();
      });
    };
    return drawActions({
      comment: this.#comment,
      why: 'This host asks you before anything is sent: the assistant will ask.',
      buttons: [
        { label: 'Reject…', kind: 'danger', press: press('REJECTED') },
        { label: 'Approve…', kind: 'primary', press: press('APPROVED') },
      ],
      onComment: (words) => {
        this.#comment = words;
      },
    });
  }

  #deciding(isHeld: boolean): Button[] {
    const press = (decision: Decision) => () => {
      if (this.#isSettled()) void this.#decide(decision);
    };
    return [
      { label: 'Reject', kind: 'danger', press: press('REJECTED') },
      { label: 'Approve', kind: 'primary', isHeld, press: press('APPROVED') },
    ];
  }

  #answering({ choices, answer }: Asked, isHeld: boolean): Button[] {
    const order = [...choices].sort((a, b) => RANK.indexOf(a) - RANK.indexOf(b));
    return order.map((choice) => ({
      label: choice,
      kind: choice === 'Approve' ? 'primary' : choice === 'Reject' ? 'danger' : '',
      isHeld: choice === 'Approve' && isHeld,
      press: () => {
        if (!this.#isSettled()) return;
        answer(choice, this.#comment);
        const told = banner(
          'info',
          'Answered.',
          ` “${choice}” was sent to the assistant, which will report the outcome.`,
        );
        fill(this.element, this.#record.hasCome && this.#head(), told);
        say(`Answered: ${choice}.`);
      },
    }));
  }

  #isSettled(): boolean {
    return !this.#isBusy && performance.now() - this.#drawnAt > SETTLE_MS;
  }

  async #decide(decision: Decision): Promise<void> {
    this.#isBusy = true;
    this.element.setAttribute('aria-busy', 'true');
    const pressed = decision === 'APPROVED' ? 'Approve' : 'Reject';
    for (const button of this.element.querySelectorAll('button')) {
      if (button.textContent === pressed) button.textContent = DOING[decision];
      button.disabled = true;
    }
    say(DOING[decision]);
    const note = await decideInCard(this.#record, decision, this.#comment.trim());
    await this.load(note);
    this.#isBusy = false;
    this.element.removeAttribute('aria-busy');
    say(note.textContent ?? '');
    note.tabIndex = -1;
    note.focus();
  }

  /** What becomes of the thread is shown as it comes. */
  #follow(): void {
    this.#stop();
    if (text(this.#record.data, 'phase') !== 'running') return;
    this.#stop = watch(async () => {
      if (!this.element.isConnected) return true;
      const before = text(this.#record.data, 'status');
      const { data } = await this.#record.read();
      if (data === undefined || text(data, 'status') === before) return data === undefined;
      this.#draw();
      say(`The thread is now ${text(data, 'status')}.`);
      return text(data, 'phase') !== 'running';
    });
  }
}
