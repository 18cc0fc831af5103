/** A thread's conversation: the newest part, with buttons for earlier messages and for the rest of a long message. */
import { type Fields, fields, number, records, text } from './data.ts';
import { bare, type Child, el, fill, foreign } from './dom.ts';
import { errorMessage, moment, whole } from './format.ts';
import { drawCall, drawJson, drawStructured } from './request-parts.ts';
import { failure, read } from './shell.ts';

/** The conversation of a thread, which loads its pages itself. */
export class ConversationView {
  readonly element = el('section.conversation');
  readonly #threadId: string;
  #messages: Fields[] = [];
  #total = 0;
  #before: number | undefined;

  constructor(threadId: string) {
    this.#threadId = threadId;
  }

  /** Adds a result of get_thread; older messages go above those already shown. */
  take(data: Fields, isOlder = false): void {
    const received = records(data, 'messages');
    this.#messages = isOlder ? [...received, ...this.#messages] : [...received];
    // A waiting thread's newest page counts without its request, and older ones with it.
    if (!isOlder) this.#total = number(data, 'total') ?? this.#messages.length;
    this.#before = number(fields(fields(data, 'rest'), 'arguments'), 'before');
    this.#draw();
  }

  #draw(note?: Child): void {
    const left = (number(this.#messages[0] ?? {}, 'number') ?? 1) - 1;
    fill(
      this.element,
      el('h2', `Conversation (${whole(this.#total)})`),
      note,
      left > 0 &&
        this.#before !== undefined &&
        el('button.wide', { onclick: () => void this.#older() }, `Show earlier messages (${whole(left)})`),
      this.#messages.length === 0
        ? el('p.soft', 'No messages yet.')
        : el(
            'ol.messages',
            { start: number(this.#messages[0] ?? {}, 'number') ?? 1 },
            ...this.#messages.map((message) => this.#message(message)),
          ),
    );
  }

  async #older(): Promise<void> {
    const before = this.#before;
    try {
      const { data } = await read('get_thread', { threadId: this.#threadId, before });
      // After a second press, or a newer page, it would not belong above what is shown by now.
      if (data !== undefined && before === this.#before) this.take(data, true);
    } catch (error) {
      this.#draw(failure(errorMessage(error), undefined, 'h2'));
    }
  }

  #message(message: Fields): HTMLElement {
    const role = text(message, 'role') ?? 'unknown';
    const name = text(message, 'name');
    const time = text(message, 'timestamp');
    const left = number(message, 'charactersLeft') ?? 0;
    const moreCalls = number(message, 'moreCalls') ?? 0;
    const content = bare(text(message, 'content') ?? '');
    const body = el('div.prose', /^\s*\{/.test(content) ? drawJson(content) : foreign(content));
    return el(
      'li',
      { class: /^(?:user|human)$/i.test(role) ? 'message user' : 'message' },
      el(
        'p.soft',
        el('b', foreign(role)),
        name && foreign(` ${bare(name)}`),
        time && el('time', { datetime: time }, ` · ${moment(time)}`),
      ),
      body,
      ...records(message, 'toolCalls').map((call) =>
        drawCall(
          bare(text(call, 'name') ?? ''),
          el('div', drawStructured(call, 'arguments'), drawStructured(call, 'otherFields')),
        ),
      ),
      moreCalls > 0 && el('p.soft', `${whole(moreCalls)} more calls are not shown here.`),
      drawStructured(message, 'otherFields'),
      left > 0 && this.#restButton(message, body, left),
    );
  }

  /** The rest of a message, part by part. */
  #restButton(message: Fields, body: HTMLElement, left: number): HTMLElement {
    let from = bare(text(message, 'content') ?? '').length;
    const button = el('button.quiet', { onclick: () => void more() }, `Show the rest (${whole(left)} characters)`);
    const more = async (): Promise<void> => {
      button.disabled = true;
      try {
        const { data } = await read('get_thread', {
          threadId: this.#threadId,
          message: number(message, 'number'),
          from,
        });
        const [part] = records(data ?? {}, 'messages');
        const received = bare(text(part ?? {}, 'content') ?? '');
        from += received.length;
        body.append(foreign(received));
        const rest = number(part ?? {}, 'charactersLeft') ?? 0;
        if (rest === 0 || received === '') button.remove();
        else button.textContent = `Show the rest (${whole(rest)} characters)`;
      } catch (error) {
        button.after(el('span', { role: 'alert' }, ` ${errorMessage(error)}`));
      }
      button.disabled = false;
    };
    return button;
  }
}
