/** What was read of a request, page by page, and whether it is still so. */
import { type Brief, briefOf, type Fields, number, records, text } from './data.ts';
import { isWaiting } from './request-layout.ts';
import { addParts, type Part } from './request-parts.ts';
import { read } from './shell.ts';

/** Tickets are good for ten minutes: one that is nearly over is changed for a new one, if nothing else has changed. */
const FRESH_MS = 9 * 60_000;

/** A thread's request as the server last told it. */
export class RequestRecord {
  readonly threadId: string;
  readonly #parts = new Map<number, Part>();
  #data: Fields = {};
  #brief: Brief = briefOf({});
  #readAt = 0;

  constructor(threadId: string) {
    this.threadId = threadId;
  }

  /** Fields of the newest page; none before the first. */
  get data(): Fields {
    return this.#data;
  }

  get brief(): Brief {
    return this.#brief;
  }

  /** In the order of the request. */
  get parts(): readonly Part[] {
    return [...this.#parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  }

  get hasCome(): boolean {
    return this.#readAt > 0;
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
      this.#brief = briefOf(came.data);
    }
    this.#data = came.data;
    this.#readAt = Date.now();
    addParts(this.#parts, records(came.data, 'parts'));
    return came;
  }

  /** Reads the page after the newest. */
  readOn(): Promise<{ data: Fields | undefined; words: string }> {
    return this.read(number(this.#data, 'next') ?? 0);
  }

  /** Reads it again where its ticket is nearly over. @returns whether what was shown can be decided on */
  async isStill(): Promise<boolean> {
    if (Date.now() - this.#readAt <= FRESH_MS) return true;
    const before = text(this.#data, 'digest');
    const { data = {} } = await this.read();
    return isWaiting(data) && text(data, 'digest') === before && data.isWhole === true;
  }
}
