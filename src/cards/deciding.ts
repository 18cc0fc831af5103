/** A request that is decided in its card: sends the pressed decision and shows the thread's progress. */
import { text } from './data.ts';
import { bare, type Child, el } from './dom.ts';
import { RequestView } from './request.ts';
import { type Decision, decideInCard } from './request-decide.ts';
import { drawSettled } from './request-layout.ts';
import { banner, say, tellAssistant } from './shell.ts';
import { watch } from './watch.ts';

/** A request with buttons to decide. */
export class DecidingView extends RequestView {
  readonly #onSettled: (status: string) => void;
  #stop: () => void = () => undefined;

  /** `onSettled` is called if the thread isn't waiting, or no longer. */
  constructor(threadId: string, onSettled: (status: string) => void, above?: Child) {
    super(threadId, above);
    this.#onSettled = onSettled;
  }

  override close(): void {
    super.close();
    this.#stop();
  }

  protected actions(held: string | undefined): Child[] {
    const { data } = this.record;
    const cannot = text(data, 'cannotDecide');
    const asksInstead = data.asksInstead === true;
    if (cannot !== undefined && !asksInstead)
      return [el('p', { class: 'note info' }, `You can’t decide in this card. ${cannot}`)];
    const press = (decision: Decision) => (button: HTMLButtonElement) => {
      if (this.isSettled) void (asksInstead ? this.#askInstead(decision) : this.#decide(decision, button));
    };
    const more = asksInstead ? '…' : '';
    const approve = this.approve(bare(text(data, 'approveTitle') ?? 'Approve'), asksInstead ? undefined : held);
    const buttons = [
      { label: `Reject${more}`, kind: 'danger', press: press('REJECTED') },
      { ...approve, label: `${approve.label}${more}`, press: press('APPROVED') },
    ] as const;
    return asksInstead
      ? this.drawBar(buttons, 'This host asks you before anything is sent: the assistant will ask.', undefined)
      : this.drawBar(buttons, undefined, held);
  }

  protected settled(): Child[] {
    const { data } = this.record;
    this.#onSettled(text(data, 'status') ?? '');
    this.#follow();
    return [drawSettled(data)];
  }

  /** If the host can show questions, asks the assistant to make it ask. */
  async #askInstead(decision: Decision): Promise<void> {
    const comment = this.comment.trim();
    const why = comment === '' ? '' : ` My comment: ${comment}`;
    const line = `I want to decide on thread ${this.record.threadId}. Ask me with approve_thread, status ${decision}.${why}`;
    this.note = (await tellAssistant(line))
      ? banner('info', 'The assistant was told.', ' You decide when it asks you.')
      : banner('info', 'This host doesn’t accept messages from cards.', ` Tell the assistant: “${line}”`);
    say(this.note.textContent ?? '');
    this.draw();
  }

  async #decide(decision: Decision, pressed: HTMLButtonElement): Promise<void> {
    this.isBusy = true;
    this.element.setAttribute('aria-busy', 'true');
    pressed.textContent = decision === 'APPROVED' ? 'Approving…' : 'Rejecting…';
    for (const button of this.element.querySelectorAll('button')) button.disabled = true;
    say(pressed.textContent);
    const note = await decideInCard(this.record, decision, this.comment.trim());
    await this.load(note);
    this.isBusy = false;
    this.element.removeAttribute('aria-busy');
    say(note.textContent ?? '');
    note.tabIndex = -1;
    note.focus();
  }

  /** Shows the thread's progress. */
  #follow(): void {
    this.#stop();
    if (text(this.record.data, 'phase') !== 'running') return;
    this.#stop = watch(async () => {
      if (!this.element.isConnected) return true;
      const before = text(this.record.data, 'status');
      const { data } = await this.record.read();
      if (data === undefined || text(data, 'status') === before) return data === undefined;
      this.draw();
      say(`The thread is now ${text(data, 'status')}.`);
      return text(data, 'phase') !== 'running';
    });
  }
}
