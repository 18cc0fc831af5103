/** Threads: list, create, get, all actions of a human, and evaluations. */
import { operations } from '../../platform/operations/index.ts';
import { ROLES } from '../../platform/operations/schemas.ts';
import { evaluate } from '../evaluations.ts';
import { type Call, type Handler, querying, receiving } from '../http/handler.ts';
import { badRequest, json, type Reply } from '../http/reply.ts';
import { newId } from '../ids.ts';
import { decide, end, pause, resume } from '../threads/decide.ts';
import { planFor, takeMessage } from '../threads/plan.ts';
import { append, noUsage, type Thread, type ThreadMessage, toAgentThread } from '../threads/thread.ts';
import { page, theAgent, theThread } from './find.ts';

export const listAgentThreads = querying(operations.listAgentThreads.query, (call, query) => {
  const { status, tenantId, subtenantId } = query;
  const threads = call.world.threads
    .ofAgent(theAgent(call).id)
    .filter((thread) => status === undefined || thread.status === status)
    .filter((thread) => tenantId === undefined || thread.tenantId === tenantId)
    .filter((thread) => subtenantId === undefined || thread.subtenantId === subtenantId);
  return json(page(threads, query).map((thread) => toAgentThread(thread, call.dialect)));
});

export const createThread = receiving(operations.createThread.body, (call, body) => {
  const agent = theAgent(call);
  if (agent.archived) throw badRequest(`agent ${agent.name} is archived and does not accept new threads`);
  if (agent.disabled) throw badRequest(`agent ${agent.name} is disabled and does not accept new threads`);
  const { message, messages = [], metadata, tenantId, subtenantId } = body;
  const opening = messages.map(threadMessage);
  if (message) opening.push({ role: 'user', content: message });
  if (opening.length === 0) throw badRequest('message or messages is required', 'message');
  const now = call.world.now();
  const thread: Thread = {
    id: newId(),
    agentId: agent.id,
    status: 'RUNNING',
    createdAt: now,
    updatedAt: now,
    ...(metadata === undefined ? {} : { metadata }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(subtenantId === undefined ? {} : { subtenantId }),
    messages: [],
    usage: noUsage(),
    plan: planFor(opening),
    stepFrom: now,
    request: undefined,
  };
  append(thread, opening, now);
  call.world.threads.add(thread);
  return json(toAgentThread(thread, call.dialect), 201);
});

export const getThread: Handler = (call) => json(toAgentThread(theThread(call), call.dialect));

/** Does something to the thread, and sends it as it is then. */
function changed(call: Call, act: (thread: Thread, now: number) => void, status = 200): Reply {
  const thread = theThread(call);
  act(thread, call.world.now());
  return json(toAgentThread(thread, call.dialect), status);
}

export const handleThreadApproval = receiving(operations.handleThreadApproval.body, (call, { status, comment }) =>
  changed(call, (thread, now) => decide(thread, { decision: status, comment }, now)),
);
export const pauseThread: Handler = (call) => changed(call, pause);
export const resumeThread: Handler = (call) => changed(call, resume);
export const completeThread = receiving(operations.completeThread.body, (call, { state = 'COMPLETED' }) =>
  changed(call, (thread, now) => end(thread, state, now)),
);
export const sendThreadMessage = receiving(operations.sendThreadMessage.body, (call, { message }) =>
  changed(call, (thread, now) => takeMessage(thread, message, now), 201),
);

function threadMessage({ role, content }: { role: string; content: string }, index: number): ThreadMessage {
  const known = ROLES.find((candidate) => candidate === role);
  const field = `messages.${index}.role`;
  if (known === undefined) throw badRequest(`${field} must be one of ${ROLES.join(', ')}`, field);
  return { role: known, content };
}

/** Evaluates at once; it costs money. */
export const evaluateThread: Handler = (call) => {
  const thread = theThread(call);
  const evaluation = evaluate(thread, call.world.now());
  const earlier = call.world.evaluations.get(thread.id) ?? [];
  call.world.evaluations.set(thread.id, [...earlier, evaluation]);
  thread.usage.evaluations += 1;
  return json(evaluation);
};

export const listThreadEvaluations: Handler = (call) => json(call.world.evaluations.get(theThread(call).id) ?? []);
