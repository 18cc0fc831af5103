import * as z from 'zod';
import { compareAnswer, creationText } from '../../domain/changes.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { PROJECT } from '../../platform/parse/projects.ts';
import { facts } from '../../present/record.ts';
import { result, shapeOf } from '../results.ts';

/** POST /v1/projects. */
export const createProject = defineTool({
  name: 'create_project',
  title: 'Create project',
  toolset: 'projects',
  effect: 'write',
  example: { name: 'New', identifier: 'new' },
  description: 'Creates a project and returns its id.',
  input: () => {
    const { name, identifier, description, visibility } = operations.createProject.body().shape;
    return z.strictObject({
      name: name.describe('Display name.'),
      identifier: identifier.describe('Lower-case words joined by hyphens; never changes.'),
      description: description.describe('What it is for.'),
      visibility: visibility.describe('Private if left out.'),
    });
  },
  output: () => result(shapeOf(PROJECT)),
  async handle(body, context) {
    const project = await context.call(operations.createProject, { body });
    return {
      summary: `${creationText(`project ${project.name?.line(100) ?? ''} with id ${project.id}`, context)}.`,
      notes: compareAnswer(body, project.source).notes,
      facts: facts(PROJECT, project),
      next: { tool: 'get_project', arguments: { projectId: project.id }, why: 'see it' },
    };
  },
});
