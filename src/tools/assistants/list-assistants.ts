import * as z from 'zod';
import { inProject, silentNotes } from '../../domain/projects/filter.ts';
import { type Item, join } from '../../mcp/contract/answer.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import type { Assistant } from '../../platform/parse/records.ts';
import { droppedNotes, ownPage, wholeHeadline } from '../../present/paging.ts';
import { pageLimit, pageOffset, projectId } from '../fields.ts';
import { records, result, texts } from '../results.ts';

/** GET /v1/assistants. Not paged by the platform, so paged here. */
export const listAssistants = defineTool({
  name: 'list_assistants',
  title: 'List assistants',
  toolset: 'assistants',
  effect: 'read',
  example: {},
  description: 'Lists the assistants that you can send messages to.',
  input: () => z.strictObject({ limit: pageLimit(50), offset: pageOffset(), projectId: projectId().optional() }),
  needs: { projectId: 'list_projects' },
  output: () =>
    result({ assistants: records(texts('assistantIdentifier', 'name', 'state', 'provider', 'model', 'description')) }),
  async handle({ projectId, ...query }, { call }) {
    const answer = await call(operations.listAssistants, { query: { projectId } });
    const filter = inProject(projectId);
    const items = filter ? answer.items.filter((assistant) => filter.matches(assistant)) : answer.items;
    const all = { ...answer, items };
    const page = ownPage(all, query, (offset) => ({
      tool: 'list_assistants',
      arguments: { ...query, offset, projectId },
      why: 'see the rest',
    }));
    return {
      summary: wholeHeadline(all.items, query, 'assistant'),
      notes: [
        ...droppedNotes(answer.items.length - items.length, filter),
        ...silentNotes(items, projectId),
        ...page.notes,
      ],
      list: { name: 'assistants', items: page.items.map(assistantItem), total: page.total, rest: page.rest },
    };
  },
});

function assistantItem({ identifier, state, ...assistant }: Assistant): Item {
  const name = assistant.name?.line(100);
  const provider = assistant.provider?.line(60);
  const model = assistant.model?.line(60);
  const description = assistant.description?.line(200);
  return {
    data: { assistantIdentifier: identifier, name, state, provider, model, description },
    line: join(identifier, name, state, provider, model, description),
  };
}
