/** What was read of a request, page by page. */
import { type Brief, briefOf, type Fields, number, records, text } from './data.ts';
import { addParts, type Part } from './request-parts.ts';
import { read } from './shell.ts';

/** A thread's request as the server last told it. */
export class RequestRecord {
  readonly threadId: string;
  readonly #parts = new Map<number, Part>();
  #first: Fields = {};
  #data: Fields = {};

  constructor(threadId: string) {
    this.threadId = threadId;
  }

  /** Fields of the newest page; none before the first. */
  get data(): Fields {
    return this.#data;
  }

  get brief(): Brief {
    return briefOf(this.#first);
  }

  /** What the user wanted, with its marks. */
  get task(): string | undefined {
    return text(this.#first, 'task');
  }

  /** In the order of the request. */
  get parts(): readonly Part[] {
    return [...this.#parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  }

  get hasCome(): boolean {
    return text(this.#data, 'threadId') !== undefined;
  }

  /** Names what is shown: another one, or more of the same, is another state. */
  get state(): string {
    return `${text(this.#data, 'digest')} ${number(this.#data, 'next')}`;
  }

  /**
   * Reads it from the beginning, or from a character on.
   * @returns the page, without data where the host left them out; then `words` is what there is
   */
  async read(from = 0): Promise<{ data: Fields | undefined; words: string }> {
    const { threadId } = this;
    const came = await read('read_request_for_card', from === 0 ? { threadId } : { threadId, from });
    if (came.data === undefined) return came;
    // What goes on must be of the same request as what was there.
    if (from > 0 && text(came.data, 'digest') !== text(this.#data, 'digest')) return this.read();
    if (from === 0) {
      this.#parts.clear();
      this.#first = came.data;
    }
    this.#data = came.data;
    addParts(this.#parts, records(came.data, 'parts'));
    return came;
  }

  /** Reads the page after the newest. */
  readOn(): Promise<{ data: Fields | undefined; words: string }> {
    return this.read(number(this.#data, 'next') ?? 0);
  }
}
