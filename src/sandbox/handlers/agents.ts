/** Agents: list, create, update, delete. */
import { operations } from '../../platform/operations/index.ts';
import { plain, querying, receiving } from '../http/handler.ts';
import { json } from '../http/reply.ts';
import { newId } from '../ids.ts';
import { theAgent } from './find.ts';
import { inProject, page } from './page.ts';

/** Archived agents are hidden unless they are asked for. */
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
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  Object.assign(agent, given, { lastEditTimestampMs: call.world.now() });
  return json(agent);
});

/** Its threads remain. */
export const deleteAgent = plain((call) => {
  const agent = theAgent(call);
  call.world.agents.delete(agent.id);
  return json({ success: true, message: `agent ${agent.name} deleted`, deletedId: agent.id });
});
