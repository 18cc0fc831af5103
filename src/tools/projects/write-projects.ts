/** The tools that create, change and archive projects; archiving stands for deletion. */

import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { noEffect } from '../../domain/changes.ts';
import { consentToChange } from '../../domain/confirm.ts';
import { isAbout, requireProject, toKnownRecord } from '../../domain/known-record.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { withCall } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { PlatformError } from '../../platform/client/errors.ts';
import { operations } from '../../platform/operations/index.ts';
import { PROJECT } from '../../platform/parse/projects.ts';
import { described, project } from '../fields.ts';
import { creates, updates } from '../record-tools.ts';
import { flags, result, textLists, texts } from '../results.ts';

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
  plan: (body, { call, has, platform }) => ({
    send: () =>
      call(operations.createProject, { body }).catch((error: unknown) => {
        if (!(error instanceof PlatformError) || error.facts.status !== 409) throw error;
        const look = withCall(has, 'list_projects', { archived: true });
        throw error.with({
          advice: `Take another identifier; an archived project may have this one${look && `: look${look}`}.`,
        });
      }),
    next: ({ id }) =>
      platform.isDeferred() ? { tool: 'get_project', arguments: { projectId: id }, why: 'see it' } : undefined,
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
  plan: async ({ projectId, ...body }, { call }) => {
    const read = () => requireProject(call, projectId);
    return {
      record: await read(),
      read,
      requested: body,
      send: (options) => call(operations.updateProject, { path: { projectId }, body }, options),
    };
  },
});

/** DELETE /v1/projects/{projectId} archives. Its response is not known, so the project is read afterwards. */
export const archiveProject = defineTool({
  name: 'archive_project',
  title: 'Archive project',
  toolset: 'projects',
  effect: 'destructive',
  isIdempotent: true,
  lookups: ['get_project'],
  example: { projectId: 'project-1' },
  description: 'Archives a project; it can be restored.',
  input: () => z.strictObject({ projectId: project() }),
  output: () => result(texts('projectId', 'name', 'platformMessage'), flags('archived'), textLists('changed')),
  handle: withNames(['projectId'], 'write', async ({ projectId }, context) => {
    const { call } = context;
    const target = `project ${projectId}`;
    const { name, source, archived: before } = await requireProject(call, projectId);
    const requested = { archived: true };
    const stop = await consentToChange({ target, name, requested, current: source }, context);
    if (stop !== undefined) return { ...stop, facts: { projectId, ...stop.facts } };
    const write = call(operations.archiveProject, { path: { projectId } });
    const response = await toKnownRecord({ kind: 'project', doing: 'archiving' }, write);
    const platformMessage = response.message?.line(300);
    if (response.done === false) {
      throw new EffectError(
        `The platform answered that it did not archive ${target}.${platformMessage === undefined ? '' : ` It says ${platformMessage}.`}`,
      );
    }
    const now = await ifReadable(call(operations.getProject, { path: { projectId } }));
    // Undefined if it does not say, or can't be read.
    const archived = now && isAbout(now, [projectId]) ? now.archived : undefined;
    if (archived === false) {
      throw new EffectError(
        `The platform accepted the request to archive ${target}${noEffect(context.platform.isDeferred())}: it is not archived.`,
      );
    }
    return {
      summary: archived
        ? `${before === true ? 'Already archived:' : 'Archived'} ${target}.`
        : `The platform accepted the request to archive ${target}; whether it is now archived could not be read.`,
      facts: { projectId, name: name?.line(100), archived, platformMessage },
      next: archived
        ? undefined
        : { tool: 'list_projects', arguments: { archived: true }, why: 'see archived projects' },
    };
  }),
});
