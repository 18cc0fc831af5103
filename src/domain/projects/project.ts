/** A project as facts and as a line. */

import { type Item, join, type Value } from '../../mcp/contract/answer.ts';
import type { Project } from '../../platform/parse/records.ts';
import { minute } from '../../present/units.ts';

const stateOf = ({ archived }: Project): string | undefined =>
  archived === undefined ? undefined : archived ? 'archived' : 'active';

/** A project as a single answer has it: its description up to 500 characters. */
export function projectFacts(project: Project): Record<string, Value> {
  return {
    projectId: project.id,
    name: project.name?.line(100),
    identifier: project.identifier,
    state: stateOf(project),
    visibility: project.visibility,
    createdAt: project.createdAt && minute(project.createdAt),
    description: project.description?.line(500),
  };
}

/** A project as a line of a list: its description up to 160 characters. */
export function projectItem(project: Project): Item {
  const description = project.description?.line(160);
  return {
    data: { ...projectFacts(project), description },
    line: join(
      project.id,
      project.name?.line(100),
      project.identifier,
      stateOf(project),
      project.visibility,
      project.createdAt && `created ${minute(project.createdAt)}`,
      description,
    ),
  };
}
