/** Watching the inbox: a cursor of what was seen waiting, and waiting until something else does. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { CancelledError } from '../../platform/client/errors.ts';
import { digest } from '../../platform/text.ts';
import { duration } from '../../present/units.ts';
import type { Inbox, Waiting } from './inbox.ts';
import { requestDigest } from './request.ts';

/** Hexadecimal digits of each request in a cursor: 2 of 1,000 share them once in 8,000 inboxes. */
const DIGITS = 8;
/** Requests that a cursor holds: what a client passes on as an argument. */
const MOST = 1_000;

const CURSOR = /^w(?:[0-9a-f]{8})*$/;

/**
 * A cursor of everything that waits: opaque to its holder, an empty text is none. `before` is the cursor to keep as well: what
 * could not be read this time is not new the next time.
 */
export function cursorOf(waiting: readonly Waiting[], before = ''): string {
  const keys = [...waiting.map(keyOf), ...(before.slice(1).match(/.{8}/g) ?? [])];
  return `w${[...new Set(keys)].slice(0, MOST).join('')}`;
}

export const isWaitingCursor = (text: string): boolean => text === '' || CURSOR.test(text);

const keyOf = ({ thread }: Waiting): string => digest([thread.id, requestDigest(thread)]).slice(0, DIGITS);

/** Whether a request was waiting when the cursor was made. */
export function isKnown(one: Waiting, cursor: string | undefined): boolean {
  const keys = cursor?.slice(1) ?? '';
  const key = keyOf(one);
  for (let at = 0; at < keys.length; at += DIGITS) if (keys.startsWith(key, at)) return true;
  return false;
}

/** What is not in the cursor; everything without one. */
export const unknownOf = (waiting: readonly Waiting[], cursor: string | undefined): Waiting[] =>
  waiting.filter((one) => !isKnown(one, cursor));

/** Between two looks, at least: also ten times as long as a look takes, so that watching is a tenth of the load at most. */
const PAUSE_MS = 2_000;
const PAUSE_FACTOR = 10;

/** Reads the inbox; with `waitSeconds` until something new waits in it, or the time is up. Times are monotonic. */
export async function watchInbox(
  look: () => Promise<Inbox>,
  { known, waitSeconds }: { readonly known: string | undefined; readonly waitSeconds: number | undefined },
  { signal, settings, progress }: Pick<ToolContext, 'signal' | 'settings' | 'progress'>,
): Promise<{ readonly inbox: Inbox; readonly waitedMs: number }> {
  const limitMs = Math.min(waitSeconds ?? 0, settings.maxWaitSeconds) * 1_000;
  const started = performance.now();
  for (;;) {
    const began = performance.now();
    const inbox = await look();
    const now = performance.now();
    const leftMs = limitMs - (now - started);
    if (unknownOf(inbox.waiting, known).length > 0 || leftMs <= 0) {
      return { inbox, waitedMs: waitSeconds === undefined ? 0 : now - started };
    }
    progress((now - started) / 1000, limitMs / 1000, `Nothing new after ${duration(now - started)}`);
    await pause(Math.min(leftMs, Math.max(PAUSE_MS, (now - began) * PAUSE_FACTOR)), signal);
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {
    throw new CancelledError('none');
  });
}
