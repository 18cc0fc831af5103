import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { consentToChange } from '../../domain/change-consent.ts';
import { noEffect } from '../../domain/changes.ts';
import { isAbout, requireProject, toKnownRecord } from '../../domain/known-record.ts';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { EffectError } from '../../mcp/contract/errors.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { project } from '../fields.ts';
import { flags, result, textLists, texts } from '../results.ts';

/**
 * DELETE /v1/projects/{projectId} archives the project. The shape of the response is unknown, so the project is read
 * afterwards.
 */
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
      next: { tool: 'list_projects', arguments: { archived: true }, why: 'see archived projects' },
    };
  }),
});
