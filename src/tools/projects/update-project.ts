import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { requireChanges } from '../../domain/changes.ts';
import { requireSameRecord } from '../../domain/same-record.ts';
import { updateWithConsent } from '../../domain/update.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { PROJECT } from '../../platform/parse/projects.ts';
import { facts } from '../../present/record.ts';
import { project } from '../fields.ts';
import { result, shapeOf, textLists } from '../results.ts';

/** PATCH /v1/projects/{projectId}; the identifier can't be changed. */
export const updateProject = defineTool({
  name: 'update_project',
  title: 'Update project',
  toolset: 'projects',
  effect: 'destructive',
  isIdempotent: true,
  example: { projectId: 'project-1', name: 'Better' },
  description: 'Updates the given fields of a project, or restores it from the archive.',
  input: () => {
    const { name, description, visibility, archived, imageUrl } = operations.updateProject.body().shape;
    return z.strictObject({
      projectId: project(),
      name: name.describe('Display name.'),
      description: description.describe('What it is for.'),
      visibility: visibility.describe('Who can see it.'),
      archived: archived.describe('false restores it.'),
      imageUrl: imageUrl.describe('Its picture.'),
    });
  },
  output: () => result(shapeOf(PROJECT), textLists('changed')),
  handle: withNames(['projectId'], 'write', async ({ projectId, ...changes }, context) => {
    const { call } = context;
    const target = `project ${projectId}`;
    const body = requireChanges(changes, target, Object.keys(operations.updateProject.body().shape));
    const { name, source } = requireSameRecord(
      'project',
      projectId,
      await call(operations.getProject, { path: { projectId } }),
    );
    return updateWithConsent(
      {
        kind: 'project',
        ids: { projectId },
        target,
        name,
        requested: body,
        current: source,
        send: (options) => call(operations.updateProject, { path: { projectId }, body }, options),
        facts: (project) => facts(PROJECT, project),
      },
      context,
    );
  }),
});
