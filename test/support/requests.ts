/** A thread read from what a platform sends, its request, and the sheet for a decision on it. */
import { briefOf } from '../../src/domain/approvals/brief/brief.ts';
import { briefInputOf } from '../../src/domain/approvals/brief/extract.ts';
import type { Sheet } from '../../src/domain/approvals/sheet.ts';
import { type Request, requestOf } from '../../src/domain/threads/request.ts';
import type { Thread } from '../../src/platform/parse/records.ts';
import { readThread } from '../../src/platform/parse/threads.ts';

export function threadFrom(sent: object): Thread {
  const thread = readThread(sent);
  if (thread === undefined) throw new Error('that is a thread');
  return thread;
}

export const requestFrom = (sent: object): Request => requestOf(threadFrom(sent));

/** Of a request beside which nothing is known: neither history, nor agent, nor cost. */
export function sheetFrom(sent: object): Sheet {
  const request = requestFrom(sent);
  return {
    ...request,
    ...{ agent: undefined, cost: undefined, isFromList: false, isDecided: false, ask: undefined, startedBy: undefined },
    brief: briefOf(briefInputOf(request), { leftOut: 'this is a test' }),
    repeated: { older: [], barred: [], newest: undefined },
  };
}
