/** A request that is decided in its card: sends the pressed decision, shows its outcome and the thread's progress. */
import { callTool, HostError } from './bridge.ts';
import { dataOf, type Fields, notesOf, records, text, textOf } from './data.ts';
import { type Child, el, marked } from './dom.ts';
import { errorMessage, moment } from './format.ts';
import { changedNote, RequestView } from './request.ts';
import type { RequestRecord } from './request-record.ts';
import { banner, say, tellAssistant, tellModel } from './shell.ts';

type Decision = 'APPROVED' | 'REJECTED';

const DONE = { APPROVED: 'Approved', REJECTED: 'Rejected' } as const;

/** Longer than the server allows for a decision's wait, sending and check together; and for those of a group. */
const DECIDE_MS = 150_000;
const DECIDE_ALL_MS = 600_000;

const NOT_SENT = 'Not sent.';
const CHECK = 'Check before you decide again.';

/** What came of each thread of a group whose decision isn't known to have taken effect, on a line of its own. */
const doubts = (data: Fields): string[] =>
  records(data, 'decisions')
    .filter((one) => one.outcome !== 'decided' || text(one, 'detail') !== undefined)
    .map((one) => `\n${text(one, 'threadId')}: ${text(one, 'outcome')}. ${text(one, 'detail') ?? ''}`);

/** A title whose foreign words can't pass for the card's: `Approve “all 22”`. */
const inQuotes = (title: string): string =>
  title.replace(/⟦([^⟦⟧]*)⟧/, (_, name: string) => `“${name.replace(/[“”]/g, "'")}”`);

/** A request with buttons to decide. */
export class DecidingView extends RequestView {
  readonly #settled: (status: string) => void;
  #stop: () => void = () => undefined;
  /** When the thread's progress is no longer read. */
  #until: number | undefined;

  /** `settled` is called if the thread isn't waiting, or no longer. */
  constructor(record: RequestRecord, settled: (status: string) => void, above?: Child) {
    super(record, above);
    this.#settled = settled;
  }

  override close(): void {
    super.close();
    this.#stop();
  }

  /** What the model is told that was decided on, what a success adds, and how the human speaks of it to the assistant. */
  protected get words(): { readonly subject: string; readonly all: string; readonly ask: string } {
    const thread = `thread ${this.record.threadId}`;
    return { subject: `the request of ${thread}`, all: '', ask: `${thread}. Ask me with approve_thread` };
  }

  protected actions(held: string | undefined): Child[] {
    const { data } = this.record;
    const cannot = text(data, 'cannotDecide');
    const asksInstead = data.asksInstead === true;
    if (cannot !== undefined && !asksInstead)
      return [banner('info', 'You can’t decide in this card.', ' ', ...marked(cannot))];
    const press = (decision: Decision) => (button: HTMLButtonElement) => {
      if (this.isSettled) void (asksInstead ? this.#askInstead(decision, button) : this.#decide(decision, button));
    };
    const more = asksInstead ? '…' : '';
    const approve = this.approve(inQuotes(text(data, 'approveTitle') ?? 'Approve'), asksInstead ? undefined : held);
    const buttons = [
      { label: `${text(data, 'rejectTitle') ?? 'Reject'}${more}`, kind: 'danger', press: press('REJECTED') },
      { ...approve, label: `${approve.label}${more}`, press: press('APPROVED') },
    ] as const;
    return asksInstead
      ? this.drawBar(buttons, 'This host asks you before anything is sent: the assistant will ask.', undefined)
      : this.drawBar(buttons, undefined, held);
  }

  protected override over(): Child[] {
    const isRunning = text(this.record.data, 'phase') === 'running' && !this.#isTimeUp;
    return [isRunning && el('p.soft', 'For ten minutes, this card checks how it goes on.'), ...super.over()];
  }

  protected override onSettled(): void {
    this.#settled(text(this.record.data, 'status') ?? '');
    this.#follow();
  }

  /** If the host can show questions, asks the assistant to make it ask. */
  #askInstead(decision: Decision, pressed: HTMLButtonElement): Promise<void> {
    const comment = this.comment.trim();
    const why = comment === '' ? '' : ` My comment: ${comment}`;
    const line = `I want to decide on ${this.words.ask}, status ${decision}.${why}`;
    return this.#pressed(pressed, 'Telling the assistant…', async () => {
      const note = (await tellAssistant(line))
        ? banner('info', 'The assistant was told.', ' You decide when it asks you.')
        : banner('info', 'This host doesn’t accept messages from cards.', ` Tell the assistant: “${line}”`);
      this.note = note;
      this.draw();
      return note;
    });
  }

  #decide(decision: Decision, pressed: HTMLButtonElement): Promise<void> {
    return this.#pressed(pressed, decision === 'APPROVED' ? 'Approving…' : 'Rejecting…', async () => {
      const note = await this.#send(decision);
      await this.load(note);
      if (this.#isLate) this.#follow();
      return note;
    });
  }

  /** Nothing can be pressed meanwhile, and the note on the outcome gets the focus. */
  async #pressed(button: HTMLButtonElement, doing: string, run: () => Promise<HTMLElement>): Promise<void> {
    this.isBusy = true;
    this.element.setAttribute('aria-busy', 'true');
    button.textContent = doing;
    const controls = this.element.querySelectorAll<HTMLButtonElement | HTMLTextAreaElement>('button, textarea');
    for (const one of controls) one.disabled = true;
    say(doing);
    const note = await run();
    // The way back is the same as before.
    for (const one of controls) one.disabled = false;
    this.isBusy = false;
    this.element.removeAttribute('aria-busy');
    say(note.textContent ?? '');
    note.tabIndex = -1;
    note.focus();
  }

  /** @returns the outcome; never throws */
  async #send(pressed: Decision): Promise<HTMLElement> {
    const { record } = this;
    const comment = this.comment.trim();
    try {
      // The token of the last part; a rejection may not have loaded it.
      while (record.left > 0) {
        const failed = await record.readOn().then(() => undefined, errorMessage);
        if (failed !== undefined) return banner('warning', NOT_SENT, ` ${failed}`);
        const changed = changedNote(record.data, NOT_SENT);
        if (changed !== undefined) return changed;
      }
      const args = {
        ...record.argsOf(record.token),
        decision: pressed,
        ...(comment === '' ? {} : { comment }),
      };
      const waitMs = record.threadId === undefined ? DECIDE_ALL_MS : DECIDE_MS;
      const result = await callTool('decide_from_card', args, waitMs);
      const data = dataOf(result) ?? {};
      const summary = text(data, 'summary');
      const message = summary === undefined ? textOf(result) : [summary, ...notesOf(data), ...doubts(data)].join(' ');
      if (data.dryRun === true) return banner('info', 'Dry run.', ' ', ...marked(message));
      if (data.sent === false) {
        // Refused: the card's own words, if the reason is that it is stale.
        await record.read().catch(() => undefined);
        return changedNote(record.data, NOT_SENT) ?? banner('warning', NOT_SENT, ' ', ...marked(message));
      }
      // It was about this request, and the thread may ask for another one now. A host that refuses the call sends an error.
      if (result.isError !== true) this.comment = '';
      // A group is not what it was.
      record.isOver = record.threadId === undefined;
      this.#forget();
      if (result.isError === true || data.sent !== true) return banner('danger', CHECK, ' ', ...marked(message));
      const decision = data.decision === 'APPROVED' || data.decision === 'REJECTED' ? data.decision : pressed;
      const status = text(data, 'status');
      const now = status === undefined ? '' : `; the thread is now ${status}`;
      const { subject, all } = this.words;
      const decided = `The human ${DONE[decision].toLowerCase()} ${subject} in the card${now}.`;
      if (data.confirmed !== true) {
        tellModel(`${decided} ${message}`);
        return banner('warning', 'Sent.', ' ', ...marked(message));
      }
      tellModel(decided);
      return banner('success', `${DONE[decision]}${all}.`);
    } catch (error) {
      this.#forget();
      // After a group was decided, reading it fails with “nothing was sent”, which means the reading.
      if (record.threadId === undefined)
        record.isOver = (await record.read().catch(() => undefined))?.data === undefined;
      if (!(error instanceof HostError && error.isTimeout)) return banner('danger', CHECK, ` ${errorMessage(error)}`);
      this.comment = '';
      const now = record.isOver ? ' Go back to see what still waits.' : ' As it is now:';
      return banner('warning', 'No answer came.', ` It is unknown whether the decision was sent.${now}`);
    }
  }

  /** What was read before a decision is compared with nothing: a change may be what was decided here. */
  #forget(): void {
    if (this.record.threadId !== undefined) this.record.token = undefined;
  }

  /** Nothing shows yet what became of a decision, and no other one is offered. */
  get #isLate(): boolean {
    return this.isWaiting && this.record.token === undefined;
  }

  /** It is read once more at most. */
  get #isTimeUp(): boolean {
    return performance.now() + EVERY_MS > (this.#until ?? Infinity);
  }

  #follow(): void {
    this.#stop();
    if (this.#isTimeUp || (text(this.record.data, 'phase') !== 'running' && !this.#isLate)) return;
    // Each status is drawn and begins this again.
    this.#until ??= performance.now() + MAX_MS;
    this.#stop = watch(async () => {
      if (!this.element.isConnected) return true;
      const before = text(this.record.data, 'status');
      const wasLate = this.#isLate;
      const { data } = await this.record.read();
      if (data === undefined) return true;
      if (text(data, 'status') === before && this.#isLate === wasLate) {
        if (!this.#isTimeUp) return false;
        this.note = banner('info', `As of ${moment(new Date().toISOString())}.`, ' Checking ended.');
        this.draw();
        return true;
      }
      // The outcome was the earlier request's, or is no longer unknown.
      if (this.isWaiting || wasLate) this.note = undefined;
      if (this.isWaiting) this.#until = undefined;
      this.draw();
      say(`The thread is now ${text(data, 'status')}.`);
      return text(data, 'phase') !== 'running';
    }, this.#until);
  }
}

const EVERY_MS = 5_000;
const MAX_MS = 10 * 60_000;

/** Calls `poll` every 5 s until nothing is pending, ten minutes at most, never while hidden. @returns what stops it */
export function watch(poll: () => Promise<boolean>, until = performance.now() + MAX_MS): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isBusy = false;
  let last = performance.now();
  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', plan);
  };
  const turn = async (): Promise<void> => {
    if (isOver || isBusy || document.hidden) return;
    isBusy = true;
    last = performance.now();
    const isDone = await poll().catch(() => false);
    isBusy = false;
    if (isDone || performance.now() > until) end();
    else plan();
  };
  function plan(): void {
    clearTimeout(timer);
    if (isOver || document.hidden) return;
    timer = setTimeout(() => void turn(), Math.max(0, last + EVERY_MS - performance.now()));
  }
  document.addEventListener('visibilitychange', plan);
  plan();
  return end;
}
