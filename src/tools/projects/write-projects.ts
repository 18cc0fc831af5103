/** The tools that create and change projects; archive_project stands for deletion. */
import { requireProject } from '../../domain/known-record.ts';
import { withCall } from '../../mcp/contract/result.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import { PROJECT } from '../../platform/parse/projects.ts';
import { described, project } from '../fields.ts';
import { creates, updates } from '../record-tools.ts';

const PROJECTS = {
  kind: 'project',
  toolset: 'projects',
  idArgument: 'projectId',
  ids: () => ({ projectId: project() }),
  named: ['projectId'],
  table: PROJECT,
} as const;

/** POST /v1/projects. */
export const createProject = creates(PROJECTS, {
  name: 'create_project',
  title: 'Create project',
  lookups: ['list_projects'],
  example: { name: 'New', identifier: 'new' },
  description: 'Creates an empty project.',
  fields: () =>
    described(operations.createProject.body(), {
      name: 'Display name.',
      identifier: 'Lower-case words joined by hyphens; never changes.',
      description: 'What it is for.',
      visibility: 'Private if left out.',
    }),
  plan: (body, { call, has }) => ({
    send: () =>
      call(operations.createProject, { body }).catch((error: unknown) => {
        if (!(error instanceof PlatformError) || error.facts.status !== 409) throw error;
        const look = withCall(has, 'list_projects', { archived: true });
        throw error.with({
          advice: `Take another identifier; an archived project may have this one${look && `: look${look}`}.`,
        });
      }),
    next: ({ id }) => ({ tool: 'get_project', arguments: { projectId: id }, why: 'see it' }),
  }),
});

/** PATCH /v1/projects/{projectId}; the identifier can't be changed. */
export const updateProject = updates(PROJECTS, {
  name: 'update_project',
  title: 'Update project',
  lookups: ['get_project'],
  example: { projectId: 'project-1', name: 'Better' },
  description: 'Updates fields of a project, or restores it from the archive.',
  fields: () =>
    described(operations.updateProject.body(), {
      name: 'Display name.',
      description: 'What it is for.',
      visibility: 'Who can see it.',
      archived: 'false restores it.',
      imageUrl: 'Its picture.',
    }),
  plan: async ({ projectId, ...body }, { call }) => ({
    record: await requireProject(call, projectId),
    requested: body,
    send: (options) => call(operations.updateProject, { path: { projectId }, body }, options),
  }),
});
