import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { archivedFilter, inProject, uncheckedFilterNotes } from '../../domain/filters.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { AGENT } from '../../platform/parse/agents.ts';
import type { Agent } from '../../platform/parse/records.ts';
import { allOf, headline, platformPage } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { pageOf, project } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** GET /v1/agents. */
export const listAgents = defineTool({
  name: 'list_agents',
  title: 'List agents',
  toolset: 'agents',
  effect: 'read',
  example: {},
  description: 'Lists agents with state, provider, model and purpose.',
  input: () => {
    const query = operations.listAgents.query().shape;
    return z.strictObject({
      ...pageOf(query),
      archived: query.archived.describe('Only archived ones, or only others.'),
      projectId: project().optional(),
    });
  },
  needs: { projectId: 'list_projects' },
  output: () => result({ agents: records(shapeOf(AGENT)) }),
  handle: withNames(['projectId'], 'read', async (query, { call }) => {
    const answer = await call(operations.listAgents, { query });
    const page = platformPage(
      answer,
      query,
      (offset) => ({ tool: 'list_agents', arguments: { ...query, offset }, why: 'see the rest' }),
      allOf<Agent>(archivedFilter(query.archived), inProject(query.projectId)),
    );
    const { items } = page;
    const isSilent = query.archived === true && items.some(({ archived }) => archived === undefined);
    return {
      summary: headline(page, query, `${query.archived ? 'archived ' : ''}agent`),
      notes: [
        ...page.notes,
        ...uncheckedFilterNotes(items, query.projectId),
        ...(isSilent
          ? ['The platform does not say for every agent whether it is archived, so the filter could not be checked.']
          : []),
      ],
      list: listOf('agents', AGENT, page),
    };
  }),
});
