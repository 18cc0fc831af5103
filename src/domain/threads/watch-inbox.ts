/** Watches the inbox: a cursor holds the requests already seen; watching ends when another one arrives. */
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { pause } from '../../platform/client/errors.ts';
import { duration } from '../../present/units.ts';
import { type Inbox, type Waiting, waitingKey } from './inbox.ts';

/** Characters per request in a cursor, 24 bits: beside 100 known ones, a new request in 160,000 looks known. */
const CHARACTERS = 4;
/** Requests that a cursor holds: it travels as an argument. */
const MAX_REQUESTS = 1_000;

const CURSOR = /^w(?:[\w-]{4})*$/;

/** Opaque to its holder. `before`: a cursor to keep as well, so that what could not be read now isn't new the next time. */
export function cursorOf(waiting: readonly Waiting[], before = ''): string {
  const keys = [...waiting.map(keyOf), ...(before.slice(1).match(/.{4}/g) ?? [])];
  return `w${[...new Set(keys)].slice(0, MAX_REQUESTS).join('')}`;
}

/** An empty text means no cursor. */
export const isWaitingCursor = (text: string): boolean => text === '' || CURSOR.test(text);

const keyOf = ({ thread }: Waiting): string =>
  Buffer.from(waitingKey(thread), 'hex').toString('base64url').slice(0, CHARACTERS);

/** Whether the request was already waiting when the cursor was made. */
export function isInCursor(one: Waiting, cursor: string | undefined): boolean {
  const keys = cursor?.slice(1) ?? '';
  const key = keyOf(one);
  for (let at = 0; at < keys.length; at += CHARACTERS) if (keys.startsWith(key, at)) return true;
  return false;
}

/** Requests that aren't in the cursor; all of them without a cursor. */
export const newSince = (waiting: readonly Waiting[], cursor: string | undefined): Waiting[] =>
  waiting.filter((one) => !isInCursor(one, cursor));

/** Minimum pause between reads. A pause also lasts ten times as long as the read, which bounds the load. */
const PAUSE_MS = 2_000;
const PAUSE_FACTOR = 10;

/** Reads the inbox; with `waitSeconds`, until a new request arrives or the time is up. Times are monotonic. */
export async function watchInbox(
  look: () => Promise<Inbox>,
  { known, waitSeconds }: { readonly known?: string | undefined; readonly waitSeconds?: number | undefined },
  { signal, settings, progress }: Pick<ToolContext, 'signal' | 'settings' | 'progress'>,
): Promise<{ readonly inbox: Inbox; readonly waitedMs: number }> {
  const limitMs = Math.min(waitSeconds ?? 0, settings.maxWaitSeconds) * 1_000;
  const started = performance.now();
  for (;;) {
    const began = performance.now();
    const inbox = await look();
    const now = performance.now();
    const leftMs = limitMs - (now - started);
    if (newSince(inbox.waiting, known).length > 0 || leftMs <= 0) {
      return { inbox, waitedMs: waitSeconds === undefined ? 0 : now - started };
    }
    progress((now - started) / 1000, limitMs / 1000, `Nothing new after ${duration(now - started)}`);
    await pause(Math.min(leftMs, Math.max(PAUSE_MS, (now - began) * PAUSE_FACTOR)), signal);
  }
}
