/** How the fault platform misbehaves on the socket, and what each kind of it stands for. */
import type { ServerResponse } from 'node:http';
import type { Exchange, Fault } from './fault-kinds.ts';

export const JSON_TYPE = { 'content-type': 'application/json' };
export const none = (): void => undefined;

export const answer =
  (status: number, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Fault['reply'] =>
  ({ response }) => {
    response.writeHead(status, { ...JSON_TYPE, ...headers }).end(body);
  };

/** Headers and the first half of the right answer, announced in full. */
export const half = ({ response, good }: Exchange): void => {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': String(Buffer.byteLength(good)) });
  response.write(good.slice(0, Math.floor(good.length / 2)));
};

/** Goes on writing until the other side has had enough. */
export function pour(response: ServerResponse, chunk: Buffer, times: number): void {
  let left = times;
  const more = (): void => {
    while (left-- > 0) if (response.destroyed || !response.write(chunk)) return;
    response.end();
  };
  response.on('drain', more);
  more();
}

export const MB = Buffer.alloc(1024 * 1024, ' ');
export const ERROR = { read: ['error'], write: ['nothing'], applies: false } as const;
export const UNKNOWN = { read: ['error'], write: ['unknown'], applies: true } as const;
export const FINE = { read: ['ok'], write: ['done'], applies: true } as const;

export const status = (code: number, says: RegExp, facts: Partial<Fault> = {}): Fault => ({
  ...ERROR,
  name: String(code),
  group: '4xx',
  reply: answer(code, JSON.stringify({ statusCode: code, message: 'the platform says why' })),
  says: new RegExp(`(?=.*${code})(?=.*the platform says why).*${says.source}`, 's'),
  ...facts,
});

/** Told to wait: by a header in seconds, as a date, absurdly long, or not at all. */
export const limited = (name: string, header: () => string | undefined, facts: Partial<Fault>): Fault => ({
  ...ERROR,
  name: `429 ${name}`,
  group: '429',
  reply: ({ response }) => {
    const value = header();
    response.writeHead(429, { ...JSON_TYPE, ...(value === undefined ? {} : { 'retry-after': value }) });
    response.end('{"message":"slow down"}');
  },
  says: /429/,
  ...facts,
});
export const inOneSecond = (): string => new Date(Date.now() + 1500).toUTCString();

/** Fails inside: whether a write happened can't be told from outside; 500 and 504 did it, 502 and 503 did not. */
export const failing = (code: number): Fault[] => {
  const applies = code === 500 || code === 504;
  const facts = { write: ['unknown'], group: '5xx', applies } as const;
  const says = /(?:people who run the platform|unknown)/;
  return [
    status(code, says, facts),
    { ...status(code, says, facts), name: `${code} once`, group: '5xx once', once: true, read: ['ok'] },
  ];
};

/** A write may have been done: 302 and 303 are what web frameworks answer after one. */
export const redirect = (code: number): Fault => ({
  ...UNKNOWN,
  applies: code === 302 || code === 303,
  name: `redirect ${code}`,
  group: 'redirect',
  reply: ({ request, response }) => {
    response.writeHead(code, { location: `http://${request.headers.host}/elsewhere` }).end();
  },
  says: new RegExp(`redirect \\(${code}\\)`),
});

export const wrong = (name: string, body: string | Buffer, headers: Readonly<Record<string, string>> = {}): Fault => ({
  ...UNKNOWN,
  name,
  group: 'unreadable body',
  reply: answer(200, body, headers),
  says: /could not be read/,
});

/** Adds more to a record than is read. A health page is read in any case, and a list without the record. */
export const tooMuch = (name: string, keys: string): Fault => ({
  ...UNKNOWN,
  ...lenient,
  name,
  group: 'too much',
  reply: spiked(keys),
});

/** Pages and health are text as well as JSON; a deletion may answer with anything. */
export const lenient = { read: ['error', 'ok'], write: ['unknown', 'done'] } as const;
export const DEEP = '['.repeat(20_000) + ']'.repeat(20_000);
const withFirstKey = (good: string, keys: string): string =>
  good.startsWith('[{') ? `[{${keys},${good.slice(2)}` : `{${keys},${good.slice(1)}`;

/** Adds to the (first) record of the right answer. */
export const spiked =
  (keys: string | (() => Buffer)): Fault['reply'] =>
  ({ response, good }) => {
    const body = typeof keys === 'string' ? withFirstKey(good, keys) : spliced(good, keys());
    response.writeHead(200, JSON_TYPE).end(body);
  };
const spliced = (good: string, bytes: Buffer): Buffer => {
  const marked = withFirstKey(good, '"note":"@"');
  const [before = '', after = ''] = marked.split('@');
  return Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]);
};

export function drip({ response, good }: Exchange): void {
  response.writeHead(200, JSON_TYPE);
  let at = 0;
  const timer = setInterval(() => response.write(good.slice(at, ++at)), 1000);
  response.write(' ');
  response.once('close', () => clearInterval(timer));
}
