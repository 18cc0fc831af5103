/**
 * The wire to one host: JSON-RPC messages, one a line, over stdin and stdout. Instead of the SDK's StdioServerTransport,
 * which copies what it holds with every chunk (a line of 50 MB takes minutes), ends the connection at a line that is too
 * long, and leaves a sender without an answer where a line is malformed: JSON-RPC 2.0 wants -32700 or -32600 then.
 */

import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { asError } from '../../errors.ts';
import { platformIsSlow } from '../../platform/client/platform-speed.ts';
import { answersWait } from '../../platform/client/reading-turns.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { flawOf, isId } from './message-flaw.ts';
import { messageParts } from './message-json.ts';
import { Outbox } from './outbox.ts';

const NEWLINE = 0x0a;
/** Turns of the event loop for which answers are held back, to be written with those that are made meanwhile. */
const MOST_TURNS = 3;
/** And where the platform is slow: it could be at work on a caller's next request. */
const FEW_TURNS = 2;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** A line of more than `maxLineBytes` is dropped as it arrives and refused with -32600; what comes after it is read. */
export class StdioWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** Messages for which this returns true go no further. */
  handles?: (message: JSONRPCMessage) => boolean;
  /** Told when messages have been written, with the total so far. */
  onwritten?: (messages: number) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxLineBytes: number;
  /** The parts of a line that has not ended. */
  #parts: Buffer[] = [];
  #bytes = 0;
  /** The line is too long: what comes is dropped until it ends. */
  #isSkipping = false;
  #isClosed = false;
  /** Lines that wait to be written together. */
  readonly #waiting = new Outbox();
  /** Turns of the event loop since the first of them. */
  #turns = 0;
  #sent = 0;

  constructor(input: Readable, output: Writable, maxLineBytes: number) {
    this.#input = input;
    this.#output = output;
    this.#maxLineBytes = maxLineBytes;
  }

  async start(): Promise<void> {
    this.#input.on('data', this.#take);
    this.#input.on('end', this.#end);
    this.#input.on('close', this.#end);
    this.#output.on('error', this.#end);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#end);
  }

  /**
   * Answers that become ready in the same turn of the event loop, or in the next ones while more are being made, are
   * written in one go: at 64 calls in flight, writing them one by one took a seventh of the time. A single one leaves in
   * the same turn. Nothing waits here until the host has read: that would keep a call and its whole result in memory.
   * As bytes an answer is outside V8's heap; its text and result kept there until they were written took 5 to 20 % of the
   * calls of a list.
   */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('the connection to the host is closed'));
    if (this.#waiting.isEmpty) setImmediate(this.#turn);
    for (const part of messageParts(message)) this.#waiting.put(part);
    this.#waiting.put('\n');
    this.#sent++;
    return Promise.resolve();
  }

  readonly #turn = (): void => {
    const most = platformIsSlow() ? FEW_TURNS : MOST_TURNS;
    if (answersWait() && ++this.#turns < most) setImmediate(this.#turn);
    else this.#flush();
  };

  readonly #flush = (): void => {
    this.#turns = 0;
    // Nothing waits where the connection was closed meanwhile: it has been written.
    if (this.#waiting.isEmpty) return;
    this.#output.cork();
    for (const piece of this.#waiting.take()) this.#output.write(piece);
    this.#output.uncork();
    this.onwritten?.(this.#sent);
  };

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#flush();
    this.#input.off('data', this.#take);
    this.#input.off('end', this.#end);
    this.#input.off('close', this.#end);
    this.#input.pause();
    this.#parts = [];
    this.onclose?.();
  }

  readonly #end = (): void => void this.close();

  readonly #take = (chunk: Buffer): void => {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk.subarray(start, end));
      this.#line();
      start = end + 1;
      if (this.#isClosed) return;
    }
    this.#hold(chunk.subarray(start));
  };

  #hold(part: Buffer): void {
    if (this.#isSkipping || part.length === 0) return;
    this.#bytes += part.length;
    this.#isSkipping = this.#bytes > this.#maxLineBytes;
    if (this.#isSkipping) this.#parts = [];
    else this.#parts.push(part);
  }

  /** A line has ended. */
  #line(): void {
    const text = Buffer.concat(this.#parts).toString('utf8');
    const isTooLong = this.#isSkipping;
    this.#parts = [];
    this.#bytes = 0;
    this.#isSkipping = false;
    if (isTooLong) this.#refuse(INVALID_REQUEST, `A message may have at most ${this.#maxLineBytes} bytes.`);
    else if (text.trim() !== '') this.#read(text);
  }

  #read(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#refuse(PARSE_ERROR, 'Parse error: the line is not JSON.');
      return;
    }
    if (Array.isArray(message)) this.#refuseBatch(message);
    else this.#deliver(message);
  }

  /** Batches were in the protocol of 2025-03-26 alone. */
  #refuseBatch(message: readonly unknown[]): void {
    const ids = message.flatMap((part) => (isObject(part) && 'method' in part && isId(part.id) ? [part.id] : []));
    const words = 'Invalid request: a batch. Send one message a line.';
    if (ids.length === 0) this.#refuse(INVALID_REQUEST, words);
    for (const id of ids) this.#refuse(INVALID_REQUEST, words, id);
  }

  #deliver(message: unknown): void {
    const flaw = flawOf(message);
    if (flaw === undefined) {
      try {
        if (!this.handles?.(message as JSONRPCMessage)) this.onmessage?.(message as JSONRPCMessage);
      } catch (error) {
        this.onerror?.(asError(error));
      }
      return;
    }
    // An unsolicited answer is not a request, so nobody waits for a reply to it.
    if (isObject(message) && !('method' in message) && ('result' in message || 'error' in message)) {
      this.onerror?.(new Error(`ignored: ${flaw}`));
      return;
    }
    this.#refuse(INVALID_REQUEST, `Invalid request: ${flaw}.`, isObject(message) ? message.id : undefined);
  }

  #refuse(code: number, message: string, id?: unknown): void {
    this.onerror?.(new Error(message));
    const known = isId(id) ? { id } : {};
    this.send({ jsonrpc: '2.0', ...known, error: { code, message } } as JSONRPCMessage).catch((error: unknown) => {
      this.onerror?.(asError(error));
    });
  }
}
