/** A chat list of any size, generated while it is sent: realistic chats of 20 messages of half a kilobyte. */

import type { ServerResponse } from 'node:http';

const WORDS = 'the order was sent back to the customer, who wrote “why so late?” and got no answer for days'.split(' ');
/** The word in one chat of a thousand. */
export const NEEDLE = 'Zitronenfalter';
const START = Date.UTC(2026, 0, 1);

/** The messages of a chat; `variant` makes them differ, so that nothing is cached anywhere. */
function messages(variant: number, extra: string): object[] {
  return Array.from({ length: 20 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: Array.from({ length: 90 }, (_, w) => WORDS[(w * (variant + 3) + n) % WORDS.length]).join(' ') + extra,
    timestamp: new Date(START + n * 1000).toISOString(),
  }));
}

/** One chat as JSON. Its messages are one of 16 prepared texts: otherwise the generation of 200 MB would be measured. */
const tails = Array.from({ length: 16 }, (_, variant) => JSON.stringify(messages(variant, '')));
const matching = JSON.stringify(messages(0, ` ${NEEDLE}`));

function chatJson(n: number): string {
  const createdAt = new Date(START + ((n * 7919) % 100_000) * 60_000).toISOString();
  const text = n % 1000 === 999 ? matching : tails[n % tails.length];
  return `{"chatUid":"chat-${n}","assistantIdentifier":"support","createdAt":"${createdAt}","messages":${text},"metadata":{"n":${n}}}`;
}

/** The list as pieces of about 64 KB, of at least `bytes` in all. */
export function* chatList(bytes: number): Generator<Buffer> {
  let sent = 0;
  let piece = '[';
  for (let n = 0; sent < bytes; n++) {
    piece += (n === 0 ? '' : ',') + chatJson(n);
    if (piece.length < 65_536) continue;
    const buffer = Buffer.from(piece);
    sent += buffer.length;
    piece = '';
    yield buffer;
  }
  yield Buffer.from(']');
}

/** Sends the list as fast as it is read. */
export async function sendChats(response: ServerResponse, bytes: number): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  for (const piece of chatList(bytes)) {
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
  }
  response.end();
}

/** Waits until the response accepts more data or is closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.once('drain', done).once('close', done);
  });
}
