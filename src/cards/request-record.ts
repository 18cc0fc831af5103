/** The loaded parts of a request. */
import { type Brief, briefOf, type Fields, fields, number, records, text } from './data.ts';
import { bare } from './dom.ts';
import { type Received, read } from './shell.ts';

/** A part of a request as the server drew it: a call, what was said, or other fields. */
export interface Part {
  readonly kind: 'call' | 'says' | 'also';
  /** A call's name, the speaker unless it is the agent, or where other fields were sent. */
  readonly title: string;
  /** Of a call: `answered` or `earlier`; undefined if it is open. */
  readonly state: string | undefined;
  /** Of a call; one without a name holds all of them. */
  readonly args: (readonly [name: string, value: string])[];
  /** Of a call: where the value of an argument comes from. */
  readonly sources: Fields;
  readonly message: number | undefined;
  text: string;
}

/** A request as last read from the server: a thread's, or those of a group, which has no thread and whose token says what to read. */
export class RequestRecord {
  readonly threadId: string | undefined;
  /** Decided on, and not read again: a group is no longer what its token says. */
  isOver = false;
  /** Of what was read so far, or of a group: the server then says what changed. */
  token: string | undefined;
  parts: Part[] = [];
  /** Invisible and control characters that the loaded parts leave out. */
  dropped = 0;
  /** Fields of the newest part; none before the first. */
  data: Fields = {};
  #first: Fields = {};
  /** Counts reads: a late response is not added to a newer one's parts. */
  #reads = 0;

  constructor(threadId: string | undefined, token?: string) {
    this.threadId = threadId;
    this.token = token;
  }

  get brief(): Brief {
    return briefOf(this.#first);
  }

  /** The user's task, with its marks. */
  get task(): string | undefined {
    return text(this.#first, 'task');
  }

  get hasArrived(): boolean {
    return text(this.data, 'phase') !== undefined;
  }

  get isWaiting(): boolean {
    return text(this.data, 'phase') === 'waiting' && !this.isOver;
  }

  /** Characters of the request that aren't loaded yet. */
  get left(): number {
    return number(this.data, 'left') ?? 0;
  }

  /** Reads the request from its beginning; if it isn't the one that was read before, the server says what changed. */
  async read(): Promise<Received> {
    if (this.isOver) return { data: this.data, message: '' };
    const received = await this.#read(this.token);
    // With the token of a part, the server sends the next one.
    return this.isWaiting && received.data?.isFirst !== true ? this.#read(undefined) : received;
  }

  /** Reads the next part. If the request has changed, the server sends the beginning of the new one, and says what changed. */
  readOn(): Promise<Received> {
    return this.#read(this.token);
  }

  /** What says which request to read or decide on. */
  argsOf(reviewToken: string | undefined): Fields {
    const { threadId } = this;
    return threadId === undefined ? { groupToken: this.token } : { threadId, reviewToken };
  }

  async #read(reviewToken: string | undefined): Promise<Received> {
    const turn = ++this.#reads;
    const received = await read('read_request_for_card', this.argsOf(reviewToken));
    const { data } = received;
    if (data === undefined || turn !== this.#reads) return received;
    if (data.isFirst === true || text(data, 'phase') !== 'waiting') {
      this.parts = [];
      this.#first = data;
      this.dropped = 0;
    }
    this.dropped += number(data, 'dropped') ?? 0;
    this.data = data;
    this.token = text(data, 'reviewToken') ?? text(data, 'groupToken') ?? this.token;
    for (const record of records(data, 'parts')) this.#add(record);
    return received;
  }

  #add(record: Fields): void {
    const last = this.parts.at(-1);
    const isContinued = (number(record, 'from') ?? 0) > 0;
    const [called, argument, said] = [text(record, 'call'), text(record, 'argument'), text(record, 'says')];
    const content = bare(said ?? text(record, 'text') ?? '');
    if (argument !== undefined && last !== undefined) {
      const [, before = ''] = (isContinued ? last.args.pop() : undefined) ?? [];
      last.args.push([argument === 'arguments' ? '' : bare(argument), before + content]);
    } else if (called === undefined && isContinued && last !== undefined) {
      last.text += content;
    } else {
      const args = Object.entries(fields(record, 'arguments'));
      this.parts.push({
        kind: called !== undefined ? 'call' : said !== undefined ? 'says' : 'also',
        title: bare(called ?? text(record, said === undefined ? 'also' : 'by') ?? ''),
        state: text(record, 'state'),
        args: args.map(([name, value]) => [bare(name), bare(valueText(value, 1))] as const),
        sources: Object.fromEntries(
          Object.entries(fields(record, 'sources')).map(([name, from]) => [bare(name), from]),
        ),
        message: number(record, 'message'),
        text: content,
      });
    }
  }
}

/** A value as text: a text as it is, anything else as JSON. */
export const valueText = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, indent);
