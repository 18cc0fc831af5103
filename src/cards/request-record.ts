/** The loaded parts of a request. */
import { type Brief, briefOf, type Fields, fields, number, records, text } from './data.ts';
import { bare } from './dom.ts';
import { type Received, read } from './shell.ts';

/** A part of a request as the server drew it. */
export interface Part {
  readonly kind: 'call' | 'says' | 'also';
  /** A call's name, the speaker unless it is the agent, or where other fields were sent. */
  readonly title: string;
  /** Of a call: `answered` or `earlier`; undefined if it is open. */
  readonly state: string | undefined;
  /** Of a call; one without a name holds all of them. */
  readonly args: (readonly [name: string, value: string])[];
  text: string;
}

/** A thread's request as last read from the server. */
export class RequestRecord {
  readonly threadId: string;
  readonly #asked: string | undefined;
  #parts: Part[] = [];
  #first: Fields = {};
  #data: Fields = {};

  /** @param asked the token of what the human is asked about: the server then says if it has changed */
  constructor(threadId: string, asked?: string) {
    this.threadId = threadId;
    this.#asked = asked;
  }

  /** Fields of the newest part; none before the first. */
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

  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** The calls to decide on: the first ones. */
  get act(): readonly Part[] {
    return this.#parts.filter(({ kind }) => kind === 'call').slice(0, number(this.#data, 'act') ?? 0);
  }

  get hasArrived(): boolean {
    return text(this.#data, 'threadId') !== undefined;
  }

  /** Identifies the loaded state: it changes with another request and with each loaded part. */
  get state(): string {
    return text(this.#data, 'reviewToken') ?? '';
  }

  /** Reads the request from its beginning. */
  read(): Promise<Received> {
    return this.#read({ threadId: this.threadId, reviewToken: this.#asked });
  }

  /** Reads the next part. If the request has changed, the server sends the beginning of the new one, and says what changed. */
  readOn(): Promise<Received> {
    return this.#read({ threadId: this.threadId, reviewToken: text(this.#data, 'reviewToken') });
  }

  async #read(args: Fields): Promise<Received> {
    const received = await read('read_request_for_card', args);
    const { data } = received;
    if (data === undefined) return received;
    if (data.isFirst === true || text(data, 'phase') !== 'waiting') {
      this.#parts = [];
      this.#first = data;
    }
    this.#data = data;
    for (const record of records(data, 'parts')) this.#add(record);
    return received;
  }

  #add(record: Fields): void {
    const last = this.#parts.at(-1);
    const isContinued = (number(record, 'from') ?? 0) > 0;
    const [called, argument, said] = [text(record, 'call'), text(record, 'argument'), text(record, 'says')];
    const content = bare(said ?? text(record, 'text') ?? '');
    if (argument !== undefined && last !== undefined) {
      const name = argument === 'arguments' ? '' : bare(argument);
      const [, before = ''] = (isContinued ? last.args.pop() : undefined) ?? [];
      last.args.push([name, before + content]);
    } else if (called === undefined && isContinued && last !== undefined) {
      last.text += content;
    } else {
      const args = Object.entries(fields(record, 'arguments')).map(
        ([name, value]) => [bare(name), bare(valueText(value))] as const,
      );
      const kind = called !== undefined ? 'call' : said !== undefined ? 'says' : 'also';
      const title = bare(called ?? text(record, said === undefined ? 'also' : 'by') ?? '');
      this.#parts.push({ kind, title, state: text(record, 'state'), args, text: content });
    }
  }
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 1));
