import * as z from 'zod';
import { archivedFilter } from '../../domain/filters.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { PROJECT } from '../../platform/parse/projects.ts';
import { headline, platformPage, restOf } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { pageOf } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** GET /v1/projects. */
export const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  toolset: 'projects',
  effect: 'read',
  example: {},
  description: 'Lists projects, which group agents, assistants, documents and costs.',
  input: () => {
    const query = operations.listProjects.query().shape;
    return z.strictObject({ ...pageOf(query), archived: query.archived.describe('Only archived ones.') });
  },
  output: () => result({ projects: records(shapeOf(PROJECT)) }),
  async handle(query, { call }) {
    const response = await call(operations.listProjects, { query });
    const page = platformPage(response, query, restOf('list_projects', query), archivedFilter(query.archived));
    const [first] = page.items;
    return {
      summary: headline(page, query, `${query.archived ? 'archived ' : ''}project`),
      notes: page.notes,
      list: listOf('projects', PROJECT, page),
      next: first && { tool: 'get_project', arguments: { projectId: first.id }, why: 'see what it contains' },
    };
  },
});
