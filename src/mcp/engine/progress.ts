/** Progress of one call, reported to the host if its request has a progress token. */
import type { ServerContext } from '@modelcontextprotocol/server';

export interface Progress {
  /** `done` of `total`, in any unit that grows; `message` is for a person. */
  report(done: number, total: number | undefined, message: string): void;
  /** Waits until all progress has been sent: clients ignore progress after the result. */
  flush(): Promise<void>;
}

/** Hosts draw no faster than this; an inbox over 1,000 agents would otherwise send 1,000 notifications. */
const INTERVAL_MS = 100;

const SILENT: Progress = { report: () => undefined, flush: () => Promise.resolve() };

/** At most one notification per 100 ms, plus the last one; silent if the request has no progress token. */
export function createProgress(context: ServerContext): Progress {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return SILENT;
  /** What is told is `base` and what the current work has reported; work that begins to count anew gets another base. */
  let base = 0;
  let last = Number.NEGATIVE_INFINITY;
  let reported = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> = Promise.resolve();
  return {
    report(done, total, message) {
      const now = performance.now();
      // The protocol requires it to grow with each notification. Left out, a second count would look like silence, after which
      // hosts give up.
      if (done < reported) base = last;
      reported = done;
      const progress = base + done;
      // The last one is always sent.
      if (progress <= last || (now - sentAt < INTERVAL_MS && done !== total)) return;
      last = progress;
      sentAt = now;
      const params = { progressToken, progress, message, ...(total === undefined ? {} : { total: base + total }) };
      // A lost notification must not fail the call.
      const sent = context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
      sending = Promise.all([sending, sent]).then(() => undefined);
    },
    flush: () => sending,
  };
}
