/** Every way in which the fault platform misbehaves, and the report that a caller must get. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  answer,
  DEEP,
  drip,
  ERROR,
  FINE,
  failing,
  half,
  inOneSecond,
  JSON_TYPE,
  lenient,
  limited,
  MB,
  none,
  pour,
  redirect,
  spiked,
  status,
  tooMuch,
  UNKNOWN,
  wrong,
} from './fault-replies.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly socket: Socket;
  /** The answer that would be right, as JSON. */
  readonly good: string;
}

/** The outcome of a call: `ok` or `error` for a read; for a write, its reported effect. */
export type Outcome = 'ok' | 'error';
export type Claim = 'done' | 'nothing' | 'unknown';

export interface Fault {
  readonly name: string;
  /** Row of the summary. */
  readonly group: string;
  /** Whether the platform carries out a write anyway. */
  readonly applies: boolean;
  /** Affects only the first request of each operation for each record. */
  readonly once?: true;
  /** Affects whole connections: the listener is closed, or every connection is reset. */
  readonly wire?: 'refuse' | 'reset';
  /** The request is not read before the fault. */
  readonly unread?: true;
  reply(exchange: Exchange): void;
  /** The allowed outcomes of a read and of a write. */
  readonly read: readonly Outcome[];
  readonly write: readonly Claim[];
  /** The text that every error contains. */
  readonly says?: RegExp;
  /** The shared gate stays closed afterwards: no further call is sent for longer than the test lasts. */
  readonly closesGate?: true;
  /** What the audit log says of a write, where it is less careful than the tool: the platform's answer was read. */
  readonly isAudited?: 'done';
  /** Time of a call, where the fault lasts as long as that. */
  readonly timeoutMs?: number;
}

/** Short, since it is waited for; long enough for the calls that work on a busy machine. */
const HANG_MS = 15_000;

export const FAULTS: readonly Fault[] = [
  { ...ERROR, name: 'refused', group: 'refused', wire: 'refuse', reply: none, says: /ECONNREFUSED/ },
  {
    ...UNKNOWN,
    name: 'reset at once',
    group: 'reset',
    wire: 'reset',
    applies: false,
    reply: none,
    write: ['unknown', 'nothing'],
    says: /ECONNRESET|other side closed|UND_ERR_SOCKET|connection/i,
  },
  {
    ...UNKNOWN,
    name: 'reset before reading',
    group: 'reset',
    unread: true,
    applies: false,
    reply: ({ socket }) => socket.resetAndDestroy(),
    says: /connection/,
  },
  {
    ...UNKNOWN,
    name: 'reset after reading',
    group: 'reset',
    reply: ({ socket }) => socket.resetAndDestroy(),
    says: /connection/,
  },
  {
    ...UNKNOWN,
    name: 'reset in the answer',
    group: 'reset',
    reply: (exchange) => {
      half(exchange);
      setTimeout(() => exchange.socket.resetAndDestroy(), 50);
    },
    says: /connection/,
  },
  {
    ...UNKNOWN,
    name: 'closed without answer',
    group: 'reset',
    reply: ({ socket }) => void socket.end(),
    says: /connection/,
  },
  {
    ...UNKNOWN,
    name: 'reset once',
    group: 'reset once',
    once: true,
    read: ['ok'],
    reply: ({ socket }) => socket.resetAndDestroy(),
    says: /connection/,
  },
  {
    ...UNKNOWN,
    name: 'hang before headers',
    group: 'hang',
    reply: none,
    timeoutMs: HANG_MS,
    says: /did not answer within/,
  },
  {
    ...UNKNOWN,
    name: 'hang in the body',
    group: 'hang',
    reply: half,
    timeoutMs: HANG_MS,
    says: /did not answer within/,
  },
  {
    ...UNKNOWN,
    name: 'drip a byte a second',
    group: 'hang',
    reply: drip,
    timeoutMs: HANG_MS,
    says: /did not answer within/,
  },
  status(400, /by changing the arguments|Check its state|get_thread/),
  status(401, /AGENT_PLATFORM_TOKEN/),
  status(403, /administrator/),
  status(404, /ids|AGENT_PLATFORM_BASE_URL|AGENT_PLATFORM_TOOLSETS|does not offer/),
  status(409, /current state|get_thread/),
  status(413, /Send less/),
  ...[408, 499].map((code) =>
    status(code, /(?:Correct it|Try again later|unknown)/, {
      group: 'abandoned by a proxy',
      write: ['unknown'],
      applies: true,
    }),
  ),
  limited('without Retry-After', () => undefined, {}),
  limited('in seconds', () => '1', { says: /429.*wait \d+ s/s }),
  limited('as a date', inOneSecond, { says: /429/ }),
  limited('absurdly long', () => '99999999999', { closesGate: true, says: /429.*(?:wait|for another) \d+ s/s }),
  limited('once', () => undefined, { group: '429 once', once: true, ...FINE, applies: false }),
  limited('once, in seconds', () => '1', {
    group: '429 once',
    once: true,
    ...FINE,
    applies: false,
  }),
  ...[500, 502, 503, 504].flatMap(failing),
  {
    ...UNKNOWN,
    name: 'error broken off',
    group: '4xx',
    applies: false,
    write: ['nothing'],
    reply: ({ response, socket }) => {
      response.writeHead(400, { 'content-length': '5000' }).write('{"message":"the platform');
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    says: /400/,
  },
  {
    ...ERROR,
    name: 'error of 300 MB',
    group: '4xx',
    reply: ({ response }) => pour(response.writeHead(400, JSON_TYPE), MB, 300),
    says: /400/,
  },
  {
    ...ERROR,
    name: 'error with broken gzip',
    group: '4xx',
    reply: answer(400, 'no gzip', { 'content-encoding': 'gzip' }),
    says: /400/,
  },
  {
    ...UNKNOWN,
    ...lenient,
    name: 'truncated JSON',
    group: 'unreadable body',
    reply: ({ response, good }) => void response.writeHead(200, JSON_TYPE).end(good.slice(0, -2)),
    says: /could not be read/,
  },
  {
    ...wrong('HTML', '<!doctype html><title>Welcome</title><h1>Welcome</h1>', { 'content-type': 'text/html' }),
    ...lenient,
  },
  { ...wrong('nothing', ''), ...lenient },
  { ...wrong('a number', '42'), ...lenient },
  { ...wrong('null', 'null'), ...lenient },
  { ...wrong('a list of nulls', '[null, 7, [], "text"]'), ...lenient },
  wrong('broken gzip', 'this is no gzip', { 'content-encoding': 'gzip' }),
  wrong('gzip cut short', gzipSync(Buffer.alloc(5000, 'x')).subarray(0, 30), { 'content-encoding': 'gzip' }),
  {
    ...UNKNOWN,
    name: 'gzip bomb',
    group: 'too large',
    reply: answer(200, gzipSync(Buffer.alloc(20 * MB.length)), { 'content-encoding': 'gzip' }),
    says: /larger than/,
  },
  {
    ...UNKNOWN,
    name: '300 MB announced',
    group: 'too large',
    reply: ({ response }) =>
      pour(response.writeHead(200, { ...JSON_TYPE, 'content-length': String(300 * MB.length) }), MB, 300),
    says: /larger than/,
  },
  {
    ...UNKNOWN,
    name: '300 MB in chunks',
    group: 'too large',
    reply: ({ response }) => pour(response.writeHead(200, JSON_TYPE), MB, 300),
    says: /larger than/,
  },
  {
    ...UNKNOWN,
    ...lenient,
    name: 'nested 20,000 deep',
    group: 'too much',
    reply: answer(200, DEEP),
    says: /could not be read|nested deeper than/,
  },
  // Of a list, only the record that holds it is left out.
  { ...tooMuch('a field 20,000 deep', `"metadata":${DEEP}`), says: /nested deeper than/ },
  { ...tooMuch('a message 20,000 deep', `"messages":[${DEEP}]`), says: /nested deeper than/ },
  { ...tooMuch('a field of 300,000 values', `"metadata":[${Array(300_000).fill(1).join()}]`), says: /values, so/ },
  { ...tooMuch('a field of 3 MB', `"note":"${'x'.repeat(3 * MB.length)}"`), says: /larger than/ },
  {
    ...UNKNOWN,
    ...lenient,
    name: 'of another record',
    group: 'of another record',
    reply: ({ response, good }) =>
      void response.writeHead(200, JSON_TYPE).end(good.replace(/("(?:_?id|[a-z]+I[Dd])"):"[^"]*"/g, '$1:"another-1"')),
    isAudited: 'done',
  },
  {
    ...UNKNOWN,
    ...lenient,
    name: 'cut in a field',
    group: 'unreadable body',
    reply: ({ response, good }) => void response.writeHead(200, JSON_TYPE).end(`${good.slice(0, -1)},"note":"it goe`),
    says: /could not be read/,
  },
  { ...tooMuch('a field twice', '"note":"first","note":"second"'), says: /a field twice/ },
  {
    ...FINE,
    name: 'prototype keys',
    group: 'strange but usable',
    reply: spiked(
      '"__proto__":{"id":"evil"},"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":1',
    ),
  },
  {
    ...FINE,
    name: 'invalid UTF-8',
    group: 'strange but usable',
    reply: spiked(() => Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80])),
  },
  {
    ...FINE,
    name: 'byte order mark',
    group: 'strange but usable',
    reply: ({ response, good }) => void response.writeHead(200, JSON_TYPE).end(`\ufeff${good}`),
  },
  {
    ...FINE,
    name: 'gzip',
    group: 'strange but usable',
    reply: ({ response, good }) =>
      void response.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).end(gzipSync(good)),
  },
  {
    ...FINE,
    name: 'wrong content type',
    group: 'strange but usable',
    reply: ({ response, good }) => void response.writeHead(200, { 'content-type': 'text/html' }).end(good),
  },
  ...[301, 302, 303, 307].map(redirect),
  {
    ...ERROR,
    name: 'token echoed in an error',
    group: 'token echoed',
    reply: ({ request, response }) =>
      void response.writeHead(400, JSON_TYPE).end(JSON.stringify({ message: `no: ${request.headers.authorization}` })),
    says: /400/,
  },
  {
    ...FINE,
    name: 'token echoed in an answer',
    group: 'token echoed',
    reply: (exchange) =>
      spiked(
        `"echoed":${JSON.stringify(exchange.request.headers.authorization)},"encoded":${JSON.stringify(Buffer.from(exchange.request.headers.authorization ?? '').toString('base64'))}`,
      )(exchange),
  },
];
