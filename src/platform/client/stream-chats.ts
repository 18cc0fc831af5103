/** Reads the list of chats, which is unbounded, chat by chat: 200 MB need no more memory than the largest chat. */
import { operations } from '../operations/index.ts';
import { readResponse } from '../parse/index.ts';
import { type Chat, readers } from '../parse/records.ts';
import { header } from './body.ts';
import { missingRecord, reportedFailure, tooLarge } from './call-errors.ts';
import type { BodySink, PageCounts } from './index.ts';
import { ListSplitter } from './stream-splitter.ts';
import { isOfOtherTenant, type TenantPins } from './tenant-fence.ts';
import type { Headers } from './transport.ts';

/** `reset` comes before each attempt, `commit` ends a page and returns whether it held a chat that is new. */
interface Consumer {
  reset(): void;
  add(chat: Chat): void;
  commit(): boolean;
}

/** Streamed responses are not kept in memory, so they may be this many times as large as others. */
export const STREAM_FACTOR = 16;

const OPERATION = operations.listChats;

const noCounts = () => ({ received: 0, unreadable: 0, withheld: 0, oversized: 0 });

/** For one call. Its counts are final once the call has ended. */
export class StreamedChats implements BodySink {
  readonly #consumer: Consumer;
  readonly #maxHeldBytes: number;
  readonly #pins: TenantPins;
  #splitter: ListSplitter | undefined;
  #bytes = 0;
  /** Elements so far: all of them, and those that are no records, are another tenant's, or were skipped as too large. */
  counts = noCounts();
  /** The same at the last `commit`. */
  #before = noCounts();
  /** The first withheld records of this page and the one before: different ones are new, too. */
  #firstWithheld: string | undefined;
  #firstBefore: string | undefined;
  #reported: Pick<PageCounts, 'total' | 'hasMore'> = {};
  #totalBefore: number | undefined;
  /** Whether a page stated another total than one before it: chats were created or deleted between them. */
  hasChanged = false;
  /** Pages with entries, of a list that comes in pages. */
  pages = 0;
  /** Whether reading ended before the list did. */
  isAbandoned = false;

  /** `maxHeldBytes` caps one chat; the whole response may be {@link STREAM_FACTOR} times as large. */
  constructor(consumer: Consumer, maxHeldBytes: number, pins: TenantPins = {}) {
    this.#consumer = consumer;
    this.#maxHeldBytes = maxHeldBytes;
    this.#pins = pins;
  }

  /** Set if the platform reports more entries; with their `total` if it reports that. */
  get rest(): { readonly total: number | undefined } | undefined {
    const { total, hasMore } = this.#reported;
    return hasMore === true || (total !== undefined && total > this.counts.received) ? { total } : undefined;
  }

  /** The last total that the platform stated. */
  get total(): number | undefined {
    return this.#reported.total ?? this.#totalBefore;
  }

  reset(): void {
    this.#bytes = 0;
    this.counts = { ...this.#before };
    this.#firstWithheld = undefined;
    this.#reported = {};
    this.#consumer.reset();
    this.#splitter = new ListSplitter({
      operation: OPERATION,
      maxHeldBytes: this.#maxHeldBytes,
      element: (value) => this.#add(value),
      oversized: () => {
        this.counts.received++;
        this.counts.oversized++;
      },
    });
  }

  commit(): PageCounts {
    const received = this.counts.received - this.#before.received;
    this.#before = { ...this.counts };
    if (received > 0) this.pages++;
    this.hasChanged ||= this.#totalBefore !== undefined && this.total !== this.#totalBefore;
    this.#totalBefore = this.total;
    const isOthers = this.#firstWithheld !== undefined && this.#firstWithheld !== this.#firstBefore;
    this.#firstBefore = this.#firstWithheld;
    return { received, isNew: this.#consumer.commit() || isOthers, ...this.#reported };
  }

  abandon(): void {
    this.isAbandoned = true;
  }

  get heldBytes(): number {
    return this.#splitter?.heldBytes ?? 0;
  }

  start(_status: number, headers: Headers): void {
    if (Number(header(headers, 'content-length')) > this.#maxBytes) throw tooLarge(this.#maxBytes, OPERATION);
  }

  data(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes, OPERATION);
    this.#splitter?.write(bytes);
  }

  /** @throws PlatformError if the response was cut off, is not JSON or holds no list */
  async end(): Promise<void> {
    const rest = this.#splitter?.rest();
    const failed = reportedFailure(OPERATION, rest);
    if (failed !== undefined) throw failed;
    const page = readResponse(OPERATION, rest, this.#isWithheld);
    if (page === undefined) throw missingRecord(OPERATION);
    const { items, unreadable, withheld = 0, total, hasMore } = page;
    this.#reported = { total, hasMore };
    if (items.length + withheld === 0) return;
    // The list was in a place that only the reader of whole responses searches: that list counts.
    this.#consumer.reset();
    this.counts = {
      ...this.counts,
      received: this.#before.received + items.length + unreadable + withheld,
      unreadable: this.#before.unreadable + unreadable,
      withheld: this.#before.withheld + withheld,
    };
    for (const item of items) this.#consumer.add(item);
  }

  get #maxBytes(): number {
    return this.#maxHeldBytes * STREAM_FACTOR;
  }

  readonly #isWithheld = (value: unknown): boolean => {
    const isWithheld = isOfOtherTenant(value, this.#pins);
    if (isWithheld) this.#firstWithheld ??= JSON.stringify(value);
    return isWithheld;
  };

  #add(value: unknown): void {
    this.counts.received++;
    if (this.#isWithheld(value)) return void this.counts.withheld++;
    const chat = readers.chat(value);
    if (chat === undefined) this.counts.unreadable++;
    else this.#consumer.add(chat);
  }
}
