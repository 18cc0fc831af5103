/** Operations of the tag Agents: agents, their threads, evaluations and costs. */
import * as z from 'zod';
import { group } from './operation.ts';
import {
  agentCreate,
  agentThread,
  agentUpdate,
  approvalDecision,
  date,
  END_STATES,
  freeObject,
  lazy,
  limit,
  month,
  offset,
  projectFilter,
  THREAD_STATUSES,
} from './schemas.ts';

const agents = group({ tag: 'Agents' });

export const listAgents = agents.reads({
  path: '/v1/agents',
  summary: 'list agents',
  query: lazy(() =>
    z.object({ offset: offset(), limit: limit(10), archived: z.boolean().optional(), projectId: projectFilter() }),
  ),
  response: { record: 'agent', many: true, listKeys: ['agents'] },
});

export const createAgent = agents.writes({
  path: '/v1/agents',
  summary: 'create an agent',
  body: agentCreate,
  response: { record: 'agent' },
});

export const updateAgent = agents.updates({
  path: '/v1/agents/{agentId}',
  summary: 'update an agent',
  body: agentUpdate,
  response: { record: 'agent' },
});

export const deleteAgent = agents.deletes({
  path: '/v1/agents/{agentId}',
  summary: 'delete an agent; its threads stay',
});

export const listAgentThreads = agents.reads({
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
});

export const createThread = agents.writes({
  path: '/v1/agents/{agentId}/threads',
  summary: 'create a thread',
  /** Its task is `message`, or `messages`. */
  body: lazy(() =>
    z.object({
      message: z.string().optional(),
      messages: z.array(z.object({ role: z.string(), content: z.string() })).optional(),
      metadata: freeObject().optional(),
      tags: z.array(z.string()).optional(),
      tenantId: z.string().optional(),
      subtenantId: z.string().optional(),
    }),
  ),
  response: { record: 'thread', schema: agentThread },
});

export const getThread = agents.reads({
  path: '/v1/agents/threads/{threadId}',
  summary: 'get a thread with its whole conversation',
  response: { record: 'thread', schema: agentThread },
});

export const handleThreadApproval = agents.writes({
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

export const pauseThread = agents.writes({
  path: '/v1/agents/threads/{threadId}/pause',
  summary: 'pause a thread',
  response: { record: 'thread', schema: agentThread },
});

export const resumeThread = agents.writes({
  path: '/v1/agents/threads/{threadId}/resume',
  summary: 'resume a thread',
  response: { record: 'thread', schema: agentThread },
});

export const completeThread = agents.writes({
  path: '/v1/agents/threads/{threadId}/complete',
  summary: 'end a thread',
  body: lazy(() => z.object({ state: z.enum(END_STATES).optional() })),
  dialects: { actions: { body: { state: { values: ['COMPLETED', 'FAILED', 'TERMINATED'] } } } },
  response: { record: 'thread', schema: agentThread },
});

export const sendThreadMessage = agents.writes({
  assumed: true,
  path: '/v1/agents/threads/{threadId}/messages',
  summary: 'send a message to a thread',
  body: lazy(() => z.object({ message: z.string().min(1) })),
  response: { record: 'thread', schema: agentThread },
});

export const evaluateThread = agents.writes({
  path: '/v1/agents/threads/{threadId}/evaluate',
  summary: 'trigger an evaluation of a thread',
  slow: true,
  response: { record: 'evaluation' },
});

export const listThreadEvaluations = agents.reads({
  path: '/v1/agents/threads/{threadId}/evaluations',
  summary: 'list the evaluations of a thread',
  response: { record: 'evaluation', many: true, listKeys: ['evaluations'] },
});

export const getDailyCosts = agents.reads({
  path: '/v1/agents/agents/{agentId}/costs/daily',
  summary: 'get the costs of an agent by day',
  query: lazy(() =>
    z.object({
      days: z.int().min(1).max(365).optional(),
      startDate: date().optional(),
      endDate: date().optional(),
    }),
  ),
  response: { record: 'costRow', many: true, listKeys: ['costs'] },
});

export const getMonthlyCosts = agents.reads({
  path: '/v1/agents/agents/{agentId}/costs/monthly',
  summary: 'get the costs of an agent by month',
  query: lazy(() =>
    z.object({
      months: z.int().min(1).max(60).optional(),
      startMonth: month().optional(),
      endMonth: month().optional(),
    }),
  ),
  response: { record: 'costRow', many: true, listKeys: ['costs'] },
});

export const getCostSummary = agents.reads({
  path: '/v1/agents/agents/{agentId}/costs/summary',
  summary: 'get the cost summary of an agent',
  response: { record: 'costSummary' },
});
