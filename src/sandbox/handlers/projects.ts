/** Projects: list, create, get, update, archive, and what they group. */
import { operations } from '../../platform/operations/index.ts';
import { type Chat, toChatHistory } from '../assistants/assistant.ts';
import { searchChats } from '../assistants/converse.ts';
import { costsBy, daysOf, figures, monthsOf } from '../costs.ts';
import { type Call, type Handler, querying, receiving } from '../http/handler.ts';
import { HttpError, json } from '../http/reply.ts';
import { newHexId } from '../ids.ts';
import { type Thread, toAgentThread } from '../threads/thread.ts';
import { inProject, page, sentFields, theProject } from './find.ts';

/** Archived projects are hidden unless requested. */
export const listProjects = querying(operations.listProjects.query, ({ world }, query) => {
  const projects = [...world.projects.values()].filter(({ archived }) => archived === (query.archived ?? false));
  return json({ projects: page(projects, query), total: projects.length });
});

/** Threads of the project's agents, newest first; optionally of one tenant. */
function threadsOf(call: Call, tenantId?: string): Thread[] {
  const { agents, threads } = call.world;
  const { _id } = theProject(call);
  return threads
    .all()
    .filter((thread) => agents.get(thread.agentId)?.projectId === _id)
    .filter((thread) => tenantId === undefined || thread.tenantId === tenantId);
}

/** Chats with the project's assistants, newest first. */
function conversationsOf(call: Call): Chat[] {
  const { assistants, chats } = call.world;
  const { _id } = theProject(call);
  return searchChats(chats.values(), {}).filter(
    ({ assistantIdentifier }) => assistants.get(assistantIdentifier)?.projectId === _id,
  );
}

/** Identifiers are unique. */
export const createProject = receiving(operations.createProject.body, ({ world }, body) => {
  if ([...world.projects.values()].some(({ identifier }) => identifier === body.identifier)) {
    throw new HttpError(409, `a project ${body.identifier} already exists`, 'identifier');
  }
  const { name, identifier, description = '', visibility = 'private' } = body;
  const now = world.now();
  const times = { creationTimestampMs: now, lastEditTimestampMs: now };
  const state = { createdByUserUID: 'sandbox-operator', archived: false };
  const project = { _id: newHexId(), name, identifier, description, visibility, ...state, ...times };
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
  const threads = threadsOf(call);
  return json({
    threads: page(threads, query).map((thread) => toAgentThread(thread, call.dialect)),
    total: threads.length,
  });
});

export const listProjectConversations = querying(operations.listProjectConversations.query, (call, query) => {
  const chats = conversationsOf(call);
  return json({ conversations: page(chats, query).map(toChatHistory), total: chats.length });
});

export const getProjectStats: Handler = (call) => {
  const { world } = call;
  const { _id } = theProject(call);
  const threads = threadsOf(call);
  return json({
    agents: inProject(world.agents.values(), _id).length,
    assistants: inProject(world.assistants.values(), _id).length,
    toolServers: inProject(world.toolServers.values(), _id).length,
    threads: threads.length,
    waitingThreads: threads.filter(({ status }) => status === 'AWAITING_APPROVAL').length,
    conversations: conversationsOf(call).length,
    totalCost: figures(threads).cost,
  });
};

export const getProjectDailyCosts = querying(operations.getProjectDailyCosts.query, (call, { tenantId, ...range }) =>
  json(costsBy('date', threadsOf(call, tenantId), daysOf(range, call.world.now()))),
);

export const getProjectMonthlyCosts = querying(
  operations.getProjectMonthlyCosts.query,
  (call, { tenantId, ...range }) =>
    json(costsBy('month', threadsOf(call, tenantId), monthsOf(range, call.world.now()))),
);
