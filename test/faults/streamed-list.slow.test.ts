/** The streamed chat list over real sockets: attempts start anew, errors stay errors, nothing partial looks complete. */
import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../src/platform/client/errors.ts';
import type { ClientOptions } from '../../src/platform/client/index.ts';
import { StreamedChats } from '../../src/platform/client/stream-chats.ts';
import { operations } from '../../src/platform/operations/index.ts';
import type { Chat } from '../../src/platform/parse/records.ts';
import { breakOff, failureOf, inTurn, json, openDouble, type Reply, reset } from '../support/platform-double.ts';

const LIST = Array.from({ length: 300 }, (_, n) => ({
  chatUid: `c${n}`,
  messages: [{ role: 'user', content: 'é'.repeat(200) }],
}));
const TEXT = JSON.stringify(LIST);

/** Calls the list through a client; `ids` has the received records. */
async function searching(
  reply: Reply,
  changes: Partial<ClientOptions>,
  check: (run: () => Promise<string[]>, requests: () => number) => Promise<void>,
): Promise<void> {
  const [double, client] = await openDouble(reply, changes);
  const ids: string[] = [];
  const consumer = {
    reset: () => {
      ids.length = 0;
    },
    add: (chat: Chat) => {
      ids.push(chat.chatUuid);
    },
    commit: () => false,
  };
  const run = async (): Promise<string[]> => {
    const sink = new StreamedChats(consumer, client.options.maxResponseBytes);
    await client.call(operations.listChats, { body: {} }, { sink });
    return ids;
  };
  await check(run, () => double.requests.length);
}

const kindOf = async (run: () => Promise<unknown>): Promise<string> => {
  const error = await failureOf(run());
  return error instanceof PlatformError ? error.facts.kind : String(error);
};

describe('the streamed list', () => {
  it('starts anew after an attempt that broke off in the middle', async () => {
    const broken = breakOff(200, TEXT.slice(0, 50_000), Buffer.byteLength(TEXT));
    await searching(inTurn(broken, reset, json(503, {}), json(200, LIST)), { maxRetries: 3 }, async (run, requests) => {
      expect(await run()).toHaveLength(300);
      expect(requests()).toBe(4);
    });
  });

  it('is an error where it stays broken, or ends early on a connection that closes', async () => {
    const broken = breakOff(200, TEXT.slice(0, 50_000), Buffer.byteLength(TEXT));
    await searching(broken, {}, async (run) => expect(await kindOf(run)).toBe('connection'));
    const early: Reply = ({ response }) => {
      response.writeHead(200, { connection: 'close' }).end(TEXT.slice(0, 50_000));
    };
    await searching(early, {}, async (run) => expect(await kindOf(run)).toBe('unreadable'));
  });

  it.each([400, 401, 404, 429, 500])(
    'names status %i as every call does, with the platform’s words',
    async (status) => {
      await searching(json(status, { message: 'no such luck' }), {}, async (run) => {
        const error = await failureOf(run());
        expect(error).toMatchObject({ facts: { kind: `http-${status}`, platformMessage: { raw: 'no such luck' } } });
      });
    },
  );

  it('ends a body that drips beyond the deadline', async () => {
    const drip: Reply = ({ response }) => {
      response.writeHead(200).write('[');
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    };
    await searching(drip, { timeoutMs: 300 }, async (run) => expect(await kindOf(run)).toBe('timeout'));
  });

  it('goes on past a record far larger than the cap, and reads it if the cap allows', async () => {
    const large = { chatUid: 'large', messages: [{ role: 'user', content: 'x'.repeat(6_000_000) }] };
    for (const cap of [4_000_000, 8_000_000]) {
      await searching(json(200, [LIST[0], large, LIST[1]]), { maxResponseBytes: cap }, async (run) =>
        expect(await run()).toEqual(cap > 6_000_000 ? ['c0', 'large', 'c1'] : ['c0', 'c1']),
      );
    }
  });

  it('is cancelled on the wire', async () => {
    const hold: Reply = ({ response }) => {
      response.writeHead(200).write(TEXT.slice(0, 10_000));
    };
    const [double, client] = await openDouble(hold);
    const stop = new AbortController();
    const sink = new StreamedChats({ reset: () => undefined, add: () => stop.abort(), commit: () => false }, 1e6);
    await failureOf(client.call(operations.listChats, { body: {} }, { sink, signal: stop.signal }));
    await expect.poll(() => double.abandoned).toBe(1);
  });
});
