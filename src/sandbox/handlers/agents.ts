/** Agents: list, create, update, delete, and their costs. */
import { operations } from '../../platform/operations/index.ts';
import { costsBy, daysOf, monthsOf, summarize } from '../costs.ts';
import { type Handler, querying, receiving } from '../http/handler.ts';
import { json } from '../http/reply.ts';
import { newId } from '../ids.ts';
import { inProject, page, sentFields, theAgent } from './find.ts';

/** Archived agents are hidden unless requested. */
export const listAgents = querying(operations.listAgents.query, ({ world }, query) => {
  const agents = inProject(world.agents.values(), query.projectId).filter(
    ({ archived }) => archived === (query.archived ?? false),
  );
  return json(page(agents, query));
});

export const createAgent = receiving(operations.createAgent.body, ({ world }, body) => {
  const now = world.now();
  const state = { disabled: false, archived: false, creationTimestampMs: now, lastEditTimestampMs: now };
  const agent = { id: newId(), ...body, ...state };
  world.agents.set(agent.id, agent);
  return json(agent, 201);
});

export const updateAgent = receiving(operations.updateAgent.body, (call, body) => {
  const agent = theAgent(call);
  Object.assign(agent, sentFields(body), { lastEditTimestampMs: call.world.now() });
  return json(agent);
});

/** The agent's threads remain. */
export const deleteAgent: Handler = (call) => {
  const agent = theAgent(call);
  call.world.agents.delete(agent.id);
  return json({ success: true, message: `agent ${agent.name} deleted`, deletedId: agent.id });
};

/** Every day of the range, including days without costs. */
export const getDailyCosts = querying(operations.getDailyCosts.query, (call, query) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  return json(costsBy('date', threads, daysOf(query, call.world.now())));
});

/** Every month of the range, including months without costs. */
export const getMonthlyCosts = querying(operations.getMonthlyCosts.query, (call, query) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  return json(costsBy('month', threads, monthsOf(query, call.world.now())));
});

export const getCostSummary: Handler = (call) => {
  const threads = call.world.threads.ofAgent(theAgent(call).id);
  return json(summarize(threads, call.world.now()));
};
