/** One request: all of it, and the buttons that decide. */
import { callTool, HostError } from './bridge.ts';
import { type Brief, briefOf, dataOf, type Fields, number, records, text, wordsOf } from './data.ts';
import { type Child, el, fill } from './dom.ts';
import { errorWords, whole } from './format.ts';
import {
  type Button,
  charactersLeft,
  drawActions,
  drawAsides,
  drawHead,
  drawSettled,
  isWaiting,
} from './request-layout.ts';
import { type Asked, askInstead, type Decision, DOING, DONE, notDone, RANK } from './request-outcome.ts';
import { addParts, drawBrief, drawParts, gistOf, type Part } from './request-parts.ts';
import { banner, failure, loading, onContext, onlyWords, read, say, tellModel } from './shell.ts';
import { watch } from './watch.ts';

interface RequestOptions {
  readonly threadId: string;
  readonly asked?: Asked;
  /** What stands above: the way back, say. */
  readonly above?: Child;
  /** The thread does not wait, or does not wait any more. */
  onSettled?(status: string): void;
}

/** Tickets are good for ten minutes: one that is nearly over is changed for a new one, if nothing else has changed. */
const FRESH_MS = 9 * 60_000;
/** What is pressed sooner was meant for what was there before. */
const SETTLE_MS = 400;
/** A decision waits for its turn, is sent and looked after: longer than the server gives all three. */
const DECIDE_MS = 150_000;

/** The request of a thread, which reads and redraws itself. */
export class RequestView {
  readonly element = el('article', { class: 'request' });
  readonly #options: RequestOptions;
  readonly #parts = new Map<number, Part>();
  #data: Fields = {};
  #brief: Brief = briefOf({});
  #readAt = 0;
  #drawnAt = 0;
  #comment: string;
  #note: HTMLElement | undefined;
  #isBusy = false;
  #stop: () => void = () => undefined;

  constructor(options: RequestOptions) {
    this.#options = options;
    this.#comment = options.asked?.comment ?? '';
    fill(this.element, options.above, loading('Loading the request…'));
    onContext(() => {
      if (this.#readAt > 0 && this.element.isConnected && !this.#isBusy) this.#draw();
    });
  }

  /** Reads it, and draws what came below the note. */
  async load(note?: HTMLElement): Promise<void> {
    this.#note = note;
    const { above, asked } = this.#options;
    try {
      const { data, words } = await this.#read(0);
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

  /** Nothing is read any more. */
  close = (): void => this.#stop();

  async #read(from: number): Promise<{ data: Fields | undefined; words: string }> {
    const { threadId } = this.#options;
    const came = await read('read_request_for_card', from === 0 ? { threadId } : { threadId, from });
    if (came.data === undefined) return came;
    // What goes on must be of the same request as what was there.
    if (from > 0 && text(came.data, 'digest') !== text(this.#data, 'digest')) return this.#read(0);
    if (from === 0) {
      this.#parts.clear();
      this.#brief = briefOf(came.data);
    }
    this.#data = came.data;
    this.#readAt = Date.now();
    addParts(this.#parts, records(came.data, 'parts'));
    return came;
  }

  #draw(): void {
    const data = this.#data;
    this.#drawnAt = Date.now();
    const body = isWaiting(data) ? this.#body() : [drawSettled(data)];
    fill(this.element, this.#options.above, this.#head(), this.#note, ...body);
    if (isWaiting(data)) return;
    this.#options.onSettled?.(text(data, 'status') ?? '');
    this.#follow();
  }

  #body(): Child[] {
    const data = this.#data;
    const { asked } = this.#options;
    const left = charactersLeft(data);
    const parts = this.#inOrder();
    return [
      ...drawBrief(this.#brief),
      ...drawParts(parts, this.#brief),
      ...drawBrief(this.#brief, ['earlier']),
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
    return drawHead(this.#data, gistOf(this.#inOrder(), this.#brief));
  }

  #inOrder(): Part[] {
    return [...this.#parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  }

  async #readOn(): Promise<void> {
    this.#note = await this.#read(number(this.#data, 'next') ?? 0).then(
      () => undefined,
      (error: unknown) => banner('danger', 'The rest can’t be loaded.', ` ${errorWords(error)}`),
    );
    this.#draw();
  }

  #actions(): HTMLElement {
    const { asked } = this.#options;
    const cannot = text(this.#data, 'cannotDecide');
    if (asked === undefined && this.#data.asksInstead === true) return this.#toAssistant();
    if (asked === undefined && cannot !== undefined)
      return el('p', { class: 'note info' }, `You can’t decide in this card. ${cannot}`);
    const why = this.#held(asked);
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

  /** Why Approve is not offered yet; undefined where it is. */
  #held(asked: Asked | undefined): string | undefined {
    const digest = text(this.#data, 'digest');
    if (asked?.digest !== undefined && digest !== undefined && asked.digest !== digest)
      return 'This request has changed since you were asked, so your answer would be refused. Close the question; the assistant can ask again.';
    if (asked !== undefined && !asked.choices.includes('Approve'))
      return 'The assistant has not read all of this request yet, so Approve is not offered.';
    return charactersLeft(this.#data) > 0 || this.#data.isWhole === false
      ? 'Approve is offered once the whole request has been shown.'
      : undefined;
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
        fill(this.element, this.#readAt > 0 && this.#head(), told);
        say(`Answered: ${choice}.`);
      },
    }));
  }

  #isSettled(): boolean {
    return !this.#isBusy && Date.now() - this.#drawnAt > SETTLE_MS;
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
    const note = await this.#send(decision);
    this.#isBusy = false;
    this.element.removeAttribute('aria-busy');
    await this.load(note);
    say(note.textContent ?? '');
    note.tabIndex = -1;
    note.focus();
  }

  /** @returns what became of it */
  async #send(decision: Decision): Promise<HTMLElement> {
    const { threadId } = this.#options;
    const comment = this.#comment.trim();
    try {
      if (Date.now() - this.#readAt > FRESH_MS && !(await this.#isStill()))
        return banner(
          'warning',
          'Not sent.',
          ' The thread has changed since this card showed it. Read it again, then decide.',
        );
      const ticket = text(this.#data, 'ticket');
      const args = { threadId, decision, ticket, ...(comment === '' ? {} : { comment }) };
      const result = await callTool('decide_from_card', args, DECIDE_MS);
      const words = firstLine(wordsOf(result));
      if (result.isError === true) return notDone(words);
      const data = dataOf(result) ?? {};
      if (data.dryRun === true) return banner('info', 'Dry run.', ` ${words}`);
      const status = text(data, 'status');
      const now = status === undefined ? '' : `; the thread is now ${status}`;
      tellModel(`The human ${DONE[decision].toLowerCase()} the request of thread ${threadId} in the card${now}.`);
      return banner('success', `${DONE[decision]}.`, ` ${words.replace(/^(?:Approved|Rejected): /, '')}`);
    } catch (error) {
      if (!(error instanceof HostError && error.isTimeout)) return notDone(errorWords(error));
      return banner('warning', 'No answer came.', ' It is unknown whether the decision was sent. The thread now:');
    }
  }

  /** Reads it again, for a new ticket. @returns whether it is what was shown */
  async #isStill(): Promise<boolean> {
    const before = text(this.#data, 'digest');
    const { data = {} } = await this.#read(0);
    return isWaiting(data) && text(data, 'digest') === before && data.isWhole === true;
  }

  /** What becomes of the thread is shown as it comes. */
  #follow(): void {
    this.#stop();
    if (text(this.#data, 'phase') !== 'running') return;
    this.#stop = watch(async () => {
      if (!this.element.isConnected) return true;
      const before = text(this.#data, 'status');
      const { data } = await this.#read(0);
      if (data === undefined || text(data, 'status') === before) return data === undefined;
      this.#draw();
      say(`The thread is now ${text(data, 'status')}.`);
      return text(data, 'phase') !== 'running';
    });
  }
}

const firstLine = (words: string): string => words.split('\n', 1)[0] ?? '';
