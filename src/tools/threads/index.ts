/** The toolsets `threads` and `threads-extra`. */
import type { Tool } from '../../mcp/contract/tool.ts';
import { approveThread } from './approve-thread.ts';
import { completeThread } from './complete-thread.ts';
import { createThread } from './create-thread.ts';
import { decideApprovals } from './decide-approvals.ts';
import { decideFromCard } from './decide-from-card.ts';
import { getThread } from './get-thread.ts';
import { listAgentThreads } from './list-agent-threads.ts';
import { listPendingApprovals } from './list-pending-approvals.ts';
import { pauseThread } from './pause-thread.ts';
import { readRequestForCard } from './read-request-for-card.ts';
import { resumeThread } from './resume-thread.ts';
import { searchThreadsTool } from './search-threads.ts';
import { sendThreadMessage } from './send-thread-message.ts';
import { waitForThread } from './wait-for-thread.ts';

export const threadTools: readonly Tool[] = [
  listAgentThreads,
  getThread,
  listPendingApprovals,
  searchThreadsTool,
  approveThread,
  decideApprovals,
  createThread,
  waitForThread,
  pauseThread,
  resumeThread,
  completeThread,
  sendThreadMessage,
];

/** Tools that only the cards of threads may call. */
export const threadCardTools: readonly Tool[] = [readRequestForCard, decideFromCard];
