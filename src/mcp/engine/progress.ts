/** Progress of one call, told to the host where its request carried a token for it. */
import type { ServerContext } from '@modelcontextprotocol/server';

export interface Progress {
  /** `done` of `total`, in any unit that grows; `message` is for a person. */
  report(done: number, total: number | undefined, message: string): void;
  /** Waits until what was reported has left: after its result, a client takes no progress of a call. */
  flush(): Promise<void>;
}

/** A host draws no more than this; an inbox over 1,000 agents would otherwise send 1,000 notifications. */
const INTERVAL_MS = 100;

const SILENT: Progress = { report: () => undefined, flush: () => Promise.resolve() };

/** At most one notification each 100 ms, and the last; silent where the request has no progress token. */
export function createProgress(context: ServerContext): Progress {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return SILENT;
  let last = Number.NEGATIVE_INFINITY;
  let sentAt = Number.NEGATIVE_INFINITY;
  let sending: Promise<void> = Promise.resolve();
  return {
    report(done, total, message) {
      const now = performance.now();
      // The protocol wants it to grow with each notification; the last one is always told.
      if (done <= last || (now - sentAt < INTERVAL_MS && done !== total)) return;
      last = done;
      sentAt = now;
      const params = { progressToken, progress: done, message, ...(total === undefined ? {} : { total }) };
      // A lost notification is no reason to fail a call.
      const sent = context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
      sending = Promise.all([sending, sent]).then(() => undefined);
    },
    flush: () => sending,
  };
}
