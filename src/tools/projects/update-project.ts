import * as z from 'zod';
import { consentToChange } from '../../domain/change-consent.ts';
import { compareAnswer, requireChanges, updated } from '../../domain/changes.ts';
import { checkRecord, requireSameRecord } from '../../domain/same-record.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { PROJECT } from '../../platform/parse/projects.ts';
import { facts } from '../../present/record.ts';
import { projectId } from '../fields.ts';
import { result, shapeOf, textLists } from '../results.ts';

/** PATCH /v1/projects/{projectId}; the identifier can't be changed. */
export const updateProject = defineTool({
  name: 'update_project',
  title: 'Update project',
  toolset: 'projects',
  effect: 'destructive',
  isIdempotent: true,
  example: { projectId: 'project-1', name: 'Better' },
  description:
    'Updates the given fields of a project, or restores it from the archive, after asking the human if the host can.',
  input: () => {
    const { name, description, visibility, archived, imageUrl } = operations.updateProject.body().shape;
    return z.strictObject({
      projectId: projectId(),
      name: name.describe('Display name.'),
      description: description.describe('What it is for.'),
      visibility: visibility.describe('Who can see it.'),
      archived: archived.describe('false restores it.'),
      imageUrl: imageUrl.describe('Its picture.'),
    });
  },
  output: () => result(shapeOf(PROJECT), textLists('changed')),
  async handle({ projectId, ...changes }, context) {
    const { call } = context;
    const target = `project ${projectId}`;
    const body = requireChanges(changes, target, Object.keys(operations.updateProject.body().shape));
    const { id, name, source } = requireSameRecord(
      'project',
      projectId,
      await call(operations.getProject, { path: { projectId } }),
    );
    const stop = await consentToChange({ target, name, asked: body, current: source, source }, context);
    if (stop !== undefined) return { ...stop, facts: { projectId, ...stop.facts } };
    const project = await call(
      operations.updateProject,
      { path: { projectId }, body },
      { emptyAs: { id: projectId }, current: async () => source },
    );
    checkRecord(`update of ${target}`, project, [projectId, id]);
    const { summary, notes, changed } = updated(target, compareAnswer(body, project.source), {
      isDeferred: context.platform.isDeferred(),
    });
    return {
      summary,
      notes,
      facts: { ...facts(PROJECT, project), projectId, changed },
    };
  },
});
