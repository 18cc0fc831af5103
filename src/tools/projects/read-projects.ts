/** Projects, one of them, and its costs. */
import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { rowOf } from '../../domain/chats/chat.ts';
import type { Granularity } from '../../domain/costs/costs.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { costTable } from '../../domain/costs/series.ts';
import { periodOf, type RequestedWindow, rangeOf, refuseMisplaced } from '../../domain/costs/window.ts';
import { archivedFilter } from '../../domain/filters.ts';
import { partOfKnown, requireProject } from '../../domain/known-record.ts';
import { THREAD_LINE, threadLines } from '../../domain/threads/line.ts';
import { type Item, join, structured } from '../../mcp/contract/result.ts';
import { defineTool, type ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { foreignJson } from '../../platform/parse/coerce.ts';
import { COST_ROW } from '../../platform/parse/costs.ts';
import { PROJECT } from '../../platform/parse/projects.ts';
import type { Chat } from '../../platform/parse/records.ts';
import { headline, platformPage, restOf, unreadableNotes } from '../../present/paging.ts';
import { facts, listOf } from '../../present/record.ts';
import { count, minute } from '../../present/units.ts';
import { pageOf, project } from '../fields.ts';
import { costShape, objects, records, result, shapeOf, texts } from '../results.ts';

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

/** Newest threads and newest conversations that are shown. */
const NEWEST = 5;
/** Characters of the statistics, whose fields are unknown. */
const STATS = 1_000;

/** GET /v1/projects/{projectId} with its stats, threads and conversations. */
export const getProject = defineTool({
  name: 'get_project',
  title: 'Get project',
  toolset: 'projects',
  effect: 'read',
  example: { projectId: 'project-1' },
  description: 'Reads a project: statistics, latest threads and conversations.',
  input: () => z.strictObject({ projectId: project() }),
  output: () =>
    result(shapeOf(PROJECT), texts('currency'), objects('stats'), {
      latest: records({ ...texts('kind', 'chatUuid', 'assistantIdentifier'), ...shapeOf(THREAD_LINE) }),
    }),
  handle: withNames(['projectId'], 'read', async ({ projectId }, context) => {
    const { call } = context;
    const path = { projectId };
    const query = { limit: NEWEST };
    const notes: string[] = [];
    const project = await requireProject(call, projectId);
    const [stats, threads, conversations] = await Promise.all([
      partOfKnown('statistics', call(operations.getProjectStats, { path }), notes),
      partOfKnown('threads', call(operations.listProjectThreads, { path, query }), notes),
      partOfKnown('conversations', call(operations.listProjectConversations, { path, query }), notes),
    ]);
    const runs = (threads?.items ?? []).slice(0, NEWEST);
    const lines = threadLines(runs, await moneyOf(runs, context));
    const latest = [
      ...lines.items.map((item) => ofKind('thread', item)),
      ...(conversations?.items ?? []).slice(0, NEWEST).map((chat) => ofKind('conversation', conversationItem(chat))),
    ];
    const statsText = foreignJson(stats);
    const [first] = threads?.items ?? [];
    const isUnread = threads === undefined && conversations === undefined;
    const shown = isUnread
      ? ''
      : `; ${count(latest.length, 'thread or conversation', 'threads and conversations')} shown`;
    return {
      summary: `Project ${project.name?.line(100) ?? projectId}${shown}.`,
      notes: [...notes.sort(), ...[threads, conversations].flatMap((page) => (page ? unreadableNotes(page) : []))],
      facts: {
        ...facts(PROJECT, project),
        stats: statsText && structured(statsText, stats, statsText.line(STATS)),
        currency: lines.currency,
      },
      list: { name: 'latest', items: latest },
      next: first && { tool: 'get_thread', arguments: { threadId: first.id }, why: 'read a thread' },
    };
  }),
});

/** A conversation in the words of a thread's line. */
function conversationItem(chat: Chat): Item {
  const { chatUuid, assistantIdentifier, createdAt, messages, first } = rowOf(chat);
  const created = createdAt && minute(createdAt);
  return {
    data: { chatUuid, assistantIdentifier, createdAt: created, messages, about: first },
    line: join(
      chatUuid,
      assistantIdentifier,
      created && `created ${created}`,
      messages !== undefined && `messages ${messages}`,
      first && `about ${first}`,
    ),
  };
}

const ofKind = (kind: string, { data, line }: Item): Item => ({ data: { kind, ...data }, line: `${kind} ${line}` });

/** GET /v1/projects/{projectId}/costs/daily and /monthly; the API has no summary. */
export const getProjectCosts = defineTool({
  name: 'get_project_costs',
  title: 'Get project costs',
  toolset: 'projects',
  effect: 'read',
  example: { projectId: 'project-1' },
  description: "Shows a project's costs by day or month, with average, change and projection.",
  input: () => {
    const { startDate, endDate } = operations.getProjectDailyCosts.query().shape;
    const { startMonth, endMonth } = operations.getProjectMonthlyCosts.query().shape;
    return z.strictObject({
      projectId: project(),
      period: z.enum(['daily', 'monthly']).optional().describe('daily unless a month is given.'),
      startDate: startDate.describe('YYYY-MM-DD.'),
      endDate: endDate.describe('Last: YYYY-MM-DD.'),
      startMonth: startMonth.describe('YYYY-MM.'),
      endMonth: endMonth.describe('Last: YYYY-MM.'),
    });
  },
  output: () => result(texts('projectId'), costShape(), { rows: records(shapeOf(COST_ROW)) }),
  handle: withNames(['projectId'], 'read', async ({ projectId, period: named, ...window }, { call }) => {
    const period = named ?? periodOf(window) ?? 'daily';
    refuseMisplaced(window, period);
    const range = rangeOf(window, period);
    const page = await readRows(projectId, period, range, call);
    return costTable({
      who: `Project ${projectId}`,
      ids: { projectId },
      period,
      range,
      page,
      earlier: (rows, shown) => {
        // Its period may have rows in other currencies, some of which are shown.
        const before = rows[rows.length - shown - 1];
        const end = period === 'daily' ? 'endDate' : 'endMonth';
        return (
          before && {
            tool: 'get_project_costs',
            arguments: { projectId, period, ...window, [end]: before.period },
            why: 'see earlier ones',
          }
        );
      },
    });
  }),
});

function readRows(projectId: string, period: Granularity, { start, end }: RequestedWindow, call: ToolContext['call']) {
  const path = { projectId };
  return period === 'daily'
    ? call(operations.getProjectDailyCosts, { path, query: { startDate: start, endDate: end } })
    : call(operations.getProjectMonthlyCosts, { path, query: { startMonth: start, endMonth: end } });
}
