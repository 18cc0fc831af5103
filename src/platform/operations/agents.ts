/** Operations of the tag Agents: agents, their threads, evaluations and costs. */
import * as z from 'zod';
import { defineOperation, GENERAL_ERRORS } from './operation.ts';
import {
  agentCreate,
  agentThread,
  agentUpdate,
  approvalDecision,
  date,
  lazy,
  limit,
  month,
  offset,
  projectFilter,
  THREAD_STATUSES,
  threadComplete,
  threadCreate,
  threadMessage,
} from './schemas.ts';

const agents = { tag: 'Agents', known: 'path-only' } as const;
const reads = { method: 'GET', repeatable: true, statuses: { success: [200], errors: GENERAL_ERRORS } } as const;
const posts = { method: 'POST', repeatable: false, statuses: { success: [200], errors: GENERAL_ERRORS } } as const;

export const listAgents = defineOperation({
  ...agents,
  ...reads,
  name: 'listAgents',
  path: '/v1/agents',
  summary: 'list agents',
  query: lazy(() =>
    z.object({ offset: offset(), limit: limit(10), archived: z.boolean().optional(), projectId: projectFilter() }),
  ),
  response: { record: 'agent', many: true, listKeys: ['agents'] },
});

export const createAgent = defineOperation({
  ...agents,
  ...posts,
  name: 'createAgent',
  path: '/v1/agents',
  summary: 'create an agent',
  body: agentCreate,
  response: { record: 'agent' },
  statuses: { success: [201, 200], errors: GENERAL_ERRORS },
});

export const updateAgent = defineOperation({
  ...agents,
  ...posts,
  name: 'updateAgent',
  method: 'PATCH',
  path: '/v1/agents/{agentId}',
  summary: 'update an agent',
  body: agentUpdate,
  response: { record: 'agent' },
});

export const deleteAgent = defineOperation({
  ...agents,
  ...posts,
  name: 'deleteAgent',
  method: 'DELETE',
  path: '/v1/agents/{agentId}',
  summary: 'delete an agent; its threads stay',
  response: { record: 'deletion' },
  statuses: { success: [200, 204], errors: GENERAL_ERRORS },
});

export const listAgentThreads = defineOperation({
  ...agents,
  ...reads,
  known: 'specified',
  name: 'listAgentThreads',
  path: '/v1/agents/{agentId}/threads',
  summary: 'list threads of an agent',
  query: lazy(() =>
    z.object({
      status: z.enum(THREAD_STATUSES).optional().describe('filter by thread status'),
      limit: limit(20).describe('maximum number of threads returned'),
      offset: offset().describe('number of threads skipped'),
      tenantId: z.string().optional().describe('filter by tenant'),
      subtenantId: z.string().optional().describe('filter by subtenant (end user or entity inside a tenant)'),
    }),
  ),
  dialects: { actions: { query: { status: { name: 'state', values: THREAD_STATUSES } } } },
  response: { record: 'thread', many: true, listKeys: ['threads'], schema: lazy(() => z.array(agentThread())) },
  statuses: { success: [200], errors: [401, 404, 429, 500] },
});

export const createThread = defineOperation({
  ...agents,
  ...posts,
  name: 'createThread',
  path: '/v1/agents/{agentId}/threads',
  summary: 'create a thread',
  body: threadCreate,
  response: { record: 'thread', schema: agentThread },
  statuses: { success: [201, 200], errors: GENERAL_ERRORS },
});

export const getThread = defineOperation({
  ...agents,
  ...reads,
  name: 'getThread',
  path: '/v1/agents/threads/{threadId}',
  summary: 'get a thread with its whole conversation',
  response: { record: 'thread', schema: agentThread },
});

export const handleThreadApproval = defineOperation({
  ...agents,
  ...posts,
  known: 'specified',
  name: 'handleThreadApproval',
  path: '/v1/agents/threads/{threadId}/approval',
  summary: "decide on a thread's approval",
  body: approvalDecision,
  dialects: {
    actions: {
      body: {
        status: { name: 'action', values: ['APPROVED', 'REJECTED'] },
        comment: { name: 'message' },
      },
    },
  },
  response: { record: 'thread', schema: agentThread },
});

export const pauseThread = defineOperation({
  ...agents,
  ...posts,
  name: 'pauseThread',
  path: '/v1/agents/threads/{threadId}/pause',
  summary: 'pause a thread',
  response: { record: 'thread', schema: agentThread },
});

export const resumeThread = defineOperation({
  ...agents,
  ...posts,
  name: 'resumeThread',
  path: '/v1/agents/threads/{threadId}/resume',
  summary: 'resume a thread',
  response: { record: 'thread', schema: agentThread },
});

export const completeThread = defineOperation({
  ...agents,
  ...posts,
  name: 'completeThread',
  path: '/v1/agents/threads/{threadId}/complete',
  summary: 'end a thread',
  body: threadComplete,
  dialects: { actions: { body: { state: { values: ['COMPLETED', 'FAILED', 'TERMINATED'] } } } },
  response: { record: 'thread', schema: agentThread },
});

export const sendThreadMessage = defineOperation({
  ...agents,
  ...posts,
  known: 'assumed',
  name: 'sendThreadMessage',
  path: '/v1/agents/threads/{threadId}/messages',
  summary: 'send a message to a thread',
  body: threadMessage,
  response: { record: 'thread', schema: agentThread },
  statuses: { success: [200, 201], errors: GENERAL_ERRORS },
});

export const evaluateThread = defineOperation({
  ...agents,
  ...posts,
  name: 'evaluateThread',
  path: '/v1/agents/threads/{threadId}/evaluate',
  summary: 'trigger an evaluation of a thread',
  slow: true,
  response: { record: 'evaluation' },
  statuses: { success: [200, 201], errors: GENERAL_ERRORS },
});

export const listThreadEvaluations = defineOperation({
  ...agents,
  ...reads,
  name: 'listThreadEvaluations',
  path: '/v1/agents/threads/{threadId}/evaluations',
  summary: 'list the evaluations of a thread',
  response: { record: 'evaluation', many: true },
});

export const getDailyCosts = defineOperation({
  ...agents,
  ...reads,
  name: 'getDailyCosts',
  path: '/v1/agents/agents/{agentId}/costs/daily',
  summary: 'get the costs of an agent by day',
  query: lazy(() =>
    z.object({
      days: z.int().min(1).max(365).optional(),
      startDate: date().optional(),
      endDate: date().optional(),
    }),
  ),
  response: { record: 'costRow', many: true },
});

export const getMonthlyCosts = defineOperation({
  ...agents,
  ...reads,
  name: 'getMonthlyCosts',
  path: '/v1/agents/agents/{agentId}/costs/monthly',
  summary: 'get the costs of an agent by month',
  query: lazy(() =>
    z.object({
      months: z.int().min(1).max(60).optional(),
      startMonth: month().optional(),
      endMonth: month().optional(),
    }),
  ),
  response: { record: 'costRow', many: true },
});

export const getCostSummary = defineOperation({
  ...agents,
  ...reads,
  name: 'getCostSummary',
  path: '/v1/agents/agents/{agentId}/costs/summary',
  summary: 'get the cost summary of an agent',
  response: { record: 'costSummary' },
});
