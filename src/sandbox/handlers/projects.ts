/** Projects: list, create, get, update, archive, and what they group. */
import { operations } from '../../platform/operations/index.ts';
import { toChatHistory } from '../assistants/assistant.ts';
import { costsByDay, costsByMonth, daysOf, figures, monthsOf } from '../costs.ts';
import { type Handler, querying, receiving } from '../http/handler.ts';
import { HttpError, json } from '../http/reply.ts';
import { conversationsOf, projectFrom, threadsOf } from '../projects.ts';
import { toAgentThread } from '../threads/thread.ts';
import { inProject, page, sentFields, theProject } from './find.ts';

/** Archived projects are hidden unless requested. */
export const listProjects = querying(operations.listProjects.query, ({ world }, query) => {
  const projects = [...world.projects.values()].filter(({ archived }) => archived === (query.archived ?? false));
  return json({ projects: page(projects, query), total: projects.length });
});

/** Identifiers are unique. */
export const createProject = receiving(operations.createProject.body, ({ world }, body) => {
  if ([...world.projects.values()].some(({ identifier }) => identifier === body.identifier)) {
    throw new HttpError(409, `a project ${body.identifier} already exists`, 'identifier');
  }
  const project = projectFrom(body, world.now());
  world.projects.set(project._id, project);
  return json(project, 201);
});

export const getProject: Handler = (call) => json(theProject(call));

export const updateProject = receiving(operations.updateProject.body, (call, body) => {
  const project = theProject(call);
  Object.assign(project, sentFields(body), { lastEditTimestampMs: call.world.now() });
  return json(project);
});

/** Archives the project; nothing is deleted. */
export const archiveProject: Handler = (call) => {
  const project = theProject(call);
  project.archived = true;
  project.lastEditTimestampMs = call.world.now();
  return json({ success: true, message: `project ${project.name} archived` });
};

export const listProjectThreads = querying(operations.listProjectThreads.query, (call, query) => {
  const threads = threadsOf(call.world, theProject(call)._id);
  return json({
    threads: page(threads, query).map((thread) => toAgentThread(thread, call.dialect)),
    total: threads.length,
  });
});

export const listProjectConversations = querying(operations.listProjectConversations.query, (call, query) => {
  const chats = conversationsOf(call.world, theProject(call)._id);
  return json({ conversations: page(chats, query).map(toChatHistory), total: chats.length });
});

export const getProjectStats: Handler = (call) => {
  const { world } = call;
  const { _id } = theProject(call);
  const threads = threadsOf(world, _id);
  return json({
    agents: inProject(world.agents.values(), _id).length,
    assistants: inProject(world.assistants.values(), _id).length,
    toolServers: inProject(world.toolServers.values(), _id).length,
    threads: threads.length,
    waitingThreads: threads.filter(({ status }) => status === 'AWAITING_APPROVAL').length,
    conversations: conversationsOf(world, _id).length,
    totalCost: figures(threads).cost,
  });
};

export const getProjectDailyCosts = querying(operations.getProjectDailyCosts.query, (call, { tenantId, ...range }) =>
  json(costsByDay(threadsOf(call.world, theProject(call)._id, tenantId), daysOf(range, call.world.now()))),
);

export const getProjectMonthlyCosts = querying(
  operations.getProjectMonthlyCosts.query,
  (call, { tenantId, ...range }) =>
    json(costsByMonth(threadsOf(call.world, theProject(call)._id, tenantId), monthsOf(range, call.world.now()))),
);
