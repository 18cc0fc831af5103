import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { ofProject } from '../../domain/filters.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { ASSISTANT } from '../../platform/parse/assistants.ts';
import { localPage, restOf, wholeHeadline } from '../../present/paging.ts';
import { listOf } from '../../present/record.ts';
import { pageLimit, pageOffset, project } from '../fields.ts';
import { records, result, shapeOf } from '../results.ts';

/** GET /v1/assistants. The platform sends it whole, so it is paged here. */
export const listAssistants = defineTool({
  name: 'list_assistants',
  title: 'List assistants',
  toolset: 'assistants',
  effect: 'read',
  example: {},
  description: 'Lists the assistants that you can message.',
  input: () => z.strictObject({ limit: pageLimit(50), offset: pageOffset(), projectId: project().optional() }),
  needs: { projectId: 'list_projects' },
  output: () => result({ assistants: records(shapeOf(ASSISTANT)) }),
  handle: withNames(['projectId'], 'read', async ({ projectId, ...query }, { call }) => {
    const response = await call(operations.listAssistants, { query: { projectId } });
    const { items, notes } = ofProject(response.items, projectId);
    const rest = restOf('list_assistants', { ...query, projectId });
    const page = localPage({ ...response, items }, query, rest, response);
    return {
      summary: wholeHeadline(items, query, 'assistant'),
      notes: [...notes, ...page.notes],
      list: listOf('assistants', ASSISTANT, page),
    };
  }),
});
