/** The question of an approval, in hosts that draw questions with a view: the pressed button is the host's reply. */
import { type Fields, fields, records, text, texts } from './data.ts';
import { type Child, el, marked } from './dom.ts';
import { type Button, RequestView } from './request.ts';
import { RequestRecord } from './request-record.ts';
import { banner, draw, failure, loading, say, start } from './shell.ts';

/** Key of the server's data for this view. */
const REQUEST_KEY = 'agent-platform/request';

/** The order of the buttons: Approve is last, as in dialogs. */
const RANK = ['REJECTED', 'APPROVED'];

class AskedView extends RequestView {
  readonly #message: string;
  readonly #titles: readonly string[];
  readonly #about: Fields;
  #isStale = false;
  readonly #reply: (title: string, comment: string) => void;

  constructor(params: Fields, about: Fields, reply: (title: string, comment: string) => void) {
    super(new RequestRecord(text(about, 'threadId') ?? '', text(about, 'reviewToken')));
    const properties = fields(fields(params, 'requestedSchema'), 'properties');
    this.#message = text(params, 'message') ?? '';
    this.#titles = texts(fields(properties, 'decision'), 'enum');
    this.comment = text(fields(properties, 'comment'), 'default') ?? '';
    this.#about = about;
    this.#reply = reply;
  }

  /** Stays: after it was said once, what is read is the new request. */
  protected override obstacle(): string | undefined {
    this.#isStale ||= text(this.record.data, 'changed') !== undefined;
    return this.#isStale ? 'Your answer would be refused. Close the question; the assistant can ask again.' : undefined;
  }

  protected actions(held: string | undefined): Child[] {
    return [
      this.record.hasArrived && el('details', el('summary', 'Show the question as text'), this.#text()),
      ...this.drawBar(this.#buttons(held), undefined, held),
    ];
  }

  /** The text of the question contains the whole request. */
  protected override unread(): void {
    this.showToDecide(this.#text());
  }

  /** Still to be answered, but not with Approve. */
  protected override over(): Child[] {
    return [...super.over(), ...this.drawBar(this.#buttons(undefined), undefined, undefined)];
  }

  #text(): HTMLElement {
    return el('div.prose', ...this.#message.split('\n').map((line) => el('p', ...marked(line))));
  }

  #buttons(held: string | undefined): Button[] {
    const values = new Map(records(this.#about, 'choices').map((one) => [text(one, 'title'), text(one, 'value')]));
    const rank = (title: string): number => RANK.indexOf(values.get(title) ?? '');
    const isOver = this.record.hasArrived && !this.isWaiting;
    return this.#titles
      .filter((title) => !isOver || rank(title) < 1)
      .sort((a, b) => rank(a) - rank(b))
      .map((title) => ({
        ...(rank(title) === 1
          ? this.approve(title, held)
          : { label: title, kind: rank(title) === 0 ? 'danger' : ('' as const) }),
        press: () => this.#press(title),
      }));
  }

  #press(title: string): void {
    if (!this.isSettled) return;
    // Nothing draws the buttons again.
    this.isBusy = true;
    this.#reply(title, this.comment);
    const replied = banner(
      'info',
      'Answered.',
      ` “${title}” was sent to the assistant, which will report the outcome.`,
    );
    this.show(this.record.hasArrived && this.head(), replied);
    say(`Answered: ${title}.`);
  }
}

function ask(params: Fields): Promise<Fields> {
  const about = fields(fields(params, '_meta'), REQUEST_KEY);
  const properties = fields(fields(params, 'requestedSchema'), 'properties');
  return new Promise((resolve) => {
    const view = new AskedView(params, about, (decision, comment) =>
      resolve({ action: 'accept', content: 'comment' in properties ? { decision, comment } : { decision } }),
    );
    draw(view.element);
    void view.load();
  });
}

draw(loading('Waiting for the question…'));
start('question', { elicitation: {} }, { question: ask }).catch(() => draw(failure('The host did not answer.')));
