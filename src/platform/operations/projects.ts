/** The tag Projects: all assumed, as one deployment documents them (docs/platform-notes.md, "Projects"). */
import * as z from 'zod';
import { group } from './operation.ts';
import { date, lazy, limit, month, offset, textOf } from './schemas.ts';

const projects = group({ tag: 'Projects', assumed: true });

const page = lazy(() => z.object({ offset: offset(), limit: limit(20) }));
const visibility = () => z.enum(['public', 'private']).optional();

/** Lower-case words joined by hyphens: `web-shop`. */
const projectIdentifier = () => textOf(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');

export const listProjects = projects.reads({
  path: '/v1/projects',
  summary: 'list projects',
  query: lazy(() => z.object({ archived: z.boolean().optional(), offset: offset(), limit: limit(20) })),
  response: { record: 'project', many: true, listKeys: ['projects'] },
});

export const createProject = projects.writes({
  path: '/v1/projects',
  summary: 'create a project',
  body: lazy(() =>
    z.object({
      name: z.string().min(1),
      identifier: projectIdentifier(),
      description: z.string().optional(),
      visibility: visibility(),
    }),
  ),
  response: { record: 'project' },
});

export const getProject = projects.reads({
  path: '/v1/projects/{projectId}',
  summary: 'get a project',
  response: { record: 'project' },
});

export const updateProject = projects.updates({
  path: '/v1/projects/{projectId}',
  summary: 'update a project',
  body: lazy(() =>
    z.object({
      name: z.string().min(1).optional(),
      description: z.string().optional(),
      visibility: visibility(),
      archived: z.boolean().optional(),
      imageUrl: z.string().optional(),
    }),
  ),
  response: { record: 'project' },
});

export const archiveProject = projects.deletes({
  path: '/v1/projects/{projectId}',
  summary: 'archive a project',
});

export const listProjectThreads = projects.reads({
  path: '/v1/projects/{projectId}/threads',
  summary: 'list the threads of a project',
  query: page,
  response: { record: 'thread', many: true, listKeys: ['threads'] },
});

export const listProjectConversations = projects.reads({
  path: '/v1/projects/{projectId}/conversations',
  summary: 'list the conversations of a project',
  query: page,
  response: { record: 'chat', many: true, listKeys: ['conversations', 'histories', 'chats'] },
});

export const getProjectStats = projects.reads({
  path: '/v1/projects/{projectId}/stats',
  summary: 'get the statistics of a project',
  response: { record: 'stats' },
});

export const getProjectDailyCosts = projects.reads({
  path: '/v1/projects/{projectId}/costs/daily',
  summary: 'get the costs of a project by day',
  query: lazy(() =>
    z.object({
      startDate: date().optional(),
      endDate: date().optional(),
      tenantId: z.string().optional().describe('filter by tenant'),
    }),
  ),
  response: { record: 'costRow', many: true, listKeys: ['costs'] },
});

export const getProjectMonthlyCosts = projects.reads({
  path: '/v1/projects/{projectId}/costs/monthly',
  summary: 'get the costs of a project by month',
  query: lazy(() =>
    z.object({
      startMonth: month().optional(),
      endMonth: month().optional(),
      tenantId: z.string().optional().describe('filter by tenant'),
    }),
  ),
  response: { record: 'costRow', many: true, listKeys: ['costs'] },
});
