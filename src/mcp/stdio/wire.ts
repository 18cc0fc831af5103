/**
 * The transport to one host: JSON-RPC messages, one per line, over stdin and stdout. It replaces the SDK's
 * StdioServerTransport, which copies its buffer with every chunk (a line of 50 MB takes minutes), closes the connection
 * after an overlong line, and doesn't respond to a malformed line, although JSON-RPC 2.0 requires -32700 or -32600.
 */

import { isUtf8 } from 'node:buffer';
import type { Readable, Writable } from 'node:stream';
import { isJSONRPCRequest, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { asError } from '../../basics/errors.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { survey } from '../../platform/parse/json-scan.ts';
import { MAX_DEPTH } from '../engine/repair-arguments.ts';

const NEWLINE = 0x0a;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/**
 * Bytes of output that may wait for the host to read it. It is asked for nothing more until all of it is read: a host that
 * only writes would fill the memory. Far more than a host leaves unread that writes a long message before it reads again.
 */
const MAX_UNREAD = 16 * 1024 * 1024;

/** A line of more than `maxLineBytes` is dropped as it arrives and refused with -32600; later lines are read. */
export class StdioWire implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  /** Handles a message, or a malformed response; if it returns true, it isn't passed on. */
  handles?: (message: unknown) => boolean;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #maxLineBytes: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** The line is too long: the rest of it is dropped. */
  #isSkipping = false;
  #isClosed = false;

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

  /** Settles at once: waiting for the host to read would keep every call and its result in memory. */
  send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('the connection to the host is closed'));
    this.#output.write(`${JSON.stringify(message)}\n`);
    if (this.#output.writableLength > MAX_UNREAD && !this.#input.isPaused()) {
      this.#input.pause();
      this.#output.once('drain', () => {
        if (!this.#isClosed) this.#input.resume();
      });
    }
    return Promise.resolve();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
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

  #line(): void {
    const bytes = Buffer.concat(this.#parts);
    const isTooLong = this.#isSkipping;
    this.#parts = [];
    this.#bytes = 0;
    this.#isSkipping = false;
    if (isTooLong) this.#refuse(INVALID_REQUEST, `A message may have at most ${this.#maxLineBytes} bytes.`);
    else if (!isUtf8(bytes)) this.#refuse(PARSE_ERROR, 'Parse error: the line is not text in UTF-8.');
    else this.#read(bytes.toString('utf8'));
  }

  #read(text: string): void {
    if (text.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      this.#refuse(PARSE_ERROR, 'Parse error: the line is not JSON.');
      return;
    }
    if (Array.isArray(message)) this.#refuseBatch(message);
    else if (isTooDeep(text)) this.#refuse(INVALID_REQUEST, TOO_DEEP, isObject(message) ? message.id : undefined);
    else this.#deliver(message);
  }

  /** Only the protocol of 2025-03-26 had batches. */
  #refuseBatch(message: readonly unknown[]): void {
    const ids = message.flatMap((part) => (isObject(part) && 'method' in part && isId(part.id) ? [part.id] : []));
    const text = 'Invalid request: a batch. Send one message per line.';
    if (ids.length === 0) this.#refuse(INVALID_REQUEST, text);
    for (const id of ids) this.#refuse(INVALID_REQUEST, text, id);
  }

  #deliver(message: unknown): void {
    const reason = invalidReason(message);
    if (reason === undefined) {
      try {
        if (!this.handles?.(message)) this.onmessage?.(message as JSONRPCMessage);
      } catch (error) {
        this.onerror?.(asError(error));
      }
      return;
    }
    // A malformed response isn't a request, so nobody waits for a reply; but somebody may wait for the response.
    if (isObject(message) && !('method' in message) && ('result' in message || 'error' in message)) {
      if (!this.handles?.(message)) this.onerror?.(new Error(`ignored: ${reason}`));
      return;
    }
    this.#refuse(INVALID_REQUEST, `Invalid request: ${reason}.`, isObject(message) ? message.id : undefined);
  }

  #refuse(code: number, message: string, id?: unknown): void {
    this.onerror?.(new Error(message));
    const known = isId(id) ? { id } : {};
    this.send({ jsonrpc: '2.0', ...known, error: { code, message } } as JSONRPCMessage).catch((error: unknown) => {
      this.onerror?.(asError(error));
    });
  }
}

const TOO_DEEP = `Invalid request: nested more than ${MAX_DEPTH} levels deep.`;

function isTooDeep(text: string): boolean {
  try {
    survey(text, { depth: MAX_DEPTH, entries: Number.POSITIVE_INFINITY });
    return false;
  } catch {
    return true;
  }
}

/** Whether an id is valid. The protocol allows neither null nor fractions. */
const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

/** Why JSON isn't a message of the protocol (JSON-RPC 2.0 with MCP's restrictions); undefined if it is one. */
function invalidReason(message: unknown): string | undefined {
  if (!isObject(message)) return 'not an object';
  if (message.jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if ('id' in message && !isId(message.id)) return 'id must be a string or an integer';
  if (!('method' in message)) {
    const isResponse = 'id' in message && isObject(message.result ?? message.error);
    return isResponse ? undefined : 'method is missing';
  }
  if (typeof message.method !== 'string') return 'method must be a string';
  if (message.params !== undefined && !isObject(message.params)) return 'params must be an object';
  if (!('id' in message) || isJSONRPCRequest(message)) return undefined;
  return 'not a request of this protocol';
}
