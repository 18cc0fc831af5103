/** Reads an unbounded list record by record: 200 MB need no more memory than the largest record. */
import type { OperationSpec } from '../operations/operation.ts';
import { readResponse } from '../parse/index.ts';
import { type Page, type Records, readers } from '../parse/records.ts';
import { header } from './body.ts';
import { missingRecord, reportedFailure, tooLarge } from './call-errors.ts';
import type { BodySink, PageCounts } from './index.ts';
import { ListSplitter } from './stream-splitter.ts';
import { isFenced, isOfOtherTenant, type TenantPins } from './tenant-fence.ts';
import type { Headers } from './transport.ts';

/** `reset` comes before each attempt, `commit` ends a page and returns whether it held a record that is new. */
interface RecordConsumer<T> {
  reset(): void;
  add(record: T): void;
  commit(): boolean;
}

/** Streamed responses are not kept in memory, so they may be this many times as large as others. */
export const STREAM_FACTOR = 16;

type ListOperation = OperationSpec & { readonly response: { readonly many: true } };

const noCounts = () => ({ received: 0, unreadable: 0, withheld: 0, oversized: 0 });

/** For one call. Its counts are final once the call has ended. */
export class StreamedList<O extends ListOperation> implements BodySink {
  readonly #operation: O;
  readonly #consumer: RecordConsumer<Records[O['response']['record']]>;
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

  /** `maxHeldBytes` caps one record; the whole response may be {@link STREAM_FACTOR} times as large. */
  constructor(
    operation: O,
    consumer: RecordConsumer<Records[O['response']['record']]>,
    maxHeldBytes: number,
    pins: TenantPins = {},
  ) {
    this.#operation = operation;
    this.#consumer = consumer;
    this.#maxHeldBytes = maxHeldBytes;
    this.#pins = pins;
  }

  /** Set if the platform reports more entries; with their `total` if it reports that. */
  get rest(): { readonly total: number | undefined } | undefined {
    const { total, hasMore } = this.#reported;
    return hasMore === true || (total !== undefined && total > this.counts.received) ? { total } : undefined;
  }

  reset(): void {
    this.#bytes = 0;
    this.counts = { ...this.#before };
    this.#firstWithheld = undefined;
    this.#reported = {};
    this.#consumer.reset();
    this.#splitter = new ListSplitter({
      operation: this.#operation,
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
    const isOthers = this.#firstWithheld !== undefined && this.#firstWithheld !== this.#firstBefore;
    this.#firstBefore = this.#firstWithheld;
    return { received, isNew: this.#consumer.commit() || isOthers, ...this.#reported };
  }

  get heldBytes(): number {
    return this.#splitter?.heldBytes ?? 0;
  }

  start(_status: number, headers: Headers): void {
    if (Number(header(headers, 'content-length')) > this.#maxBytes) throw tooLarge(this.#maxBytes, this.#operation);
  }

  data(bytes: Buffer): void {
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes) throw tooLarge(this.#maxBytes, this.#operation);
    this.#splitter?.write(bytes);
  }

  /** @throws PlatformError if the response was cut off, is not JSON or holds no list */
  async end(): Promise<void> {
    const rest = this.#splitter?.rest();
    const failed = reportedFailure(this.#operation, rest);
    if (failed !== undefined) throw failed;
    const response = readResponse<OperationSpec>(this.#operation, rest, this.#isWithheld);
    if (response === undefined) throw missingRecord(this.#operation);
    const page = response as Page<Records[O['response']['record']]>;
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
    const isWithheld = isFenced(this.#operation.response.record) && isOfOtherTenant(value, this.#pins);
    if (isWithheld) this.#firstWithheld ??= JSON.stringify(value);
    return isWithheld;
  };

  #add(value: unknown): void {
    this.counts.received++;
    if (this.#isWithheld(value)) return void this.counts.withheld++;
    const record = readers[this.#operation.response.record](value) as Records[O['response']['record']] | undefined;
    if (record === undefined) this.counts.unreadable++;
    else this.#consumer.add(record);
  }
}
