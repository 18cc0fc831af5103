/** The loaded pages of a request. */
import { type Brief, briefOf, type Fields, number, records, text } from './data.ts';
import { addParts, type Part } from './request-parts.ts';
import { type Received, read } from './shell.ts';

/** A thread's request as last read from the server. */
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

  /** The user's task, with its marks. */
  get task(): string | undefined {
    return text(this.#first, 'task');
  }

  /** In request order. */
  get parts(): readonly Part[] {
    return [...this.#parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  }

  get hasArrived(): boolean {
    return text(this.#data, 'threadId') !== undefined;
  }

  /** Identifies the loaded state: it changes with another request and with each loaded page. */
  get state(): string {
    return `${text(this.#data, 'digest')} ${number(this.#data, 'next')}`;
  }

  /** Reads a page from offset `from`. */
  async read(from = 0): Promise<Received> {
    const { threadId } = this;
    const received = await read('read_request_for_card', from === 0 ? { threadId } : { threadId, from });
    if (received.data === undefined) return received;
    // A later page must belong to the same request.
    if (from > 0 && text(received.data, 'digest') !== text(this.#data, 'digest')) return this.read();
    if (from === 0) {
      this.#parts.clear();
      this.#first = received.data;
    }
    this.#data = received.data;
    addParts(this.#parts, records(received.data, 'parts'));
    return received;
  }

  /** Reads the next page. */
  readOn(): Promise<Received> {
    return this.read(number(this.#data, 'next') ?? 0);
  }
}
