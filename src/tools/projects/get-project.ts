import * as z from 'zod';
import { withNames } from '../../domain/by-name.ts';
import { rowOf } from '../../domain/chats/rows.ts';
import { moneyOf } from '../../domain/costs/currency.ts';
import { partOfKnown, requireProject } from '../../domain/known-record.ts';
import { THREAD_LINE, threadLines } from '../../domain/threads/line.ts';
import { type Item, join, structured } from '../../mcp/contract/result.ts';
import { defineTool } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { foreignJson } from '../../platform/parse/coerce.ts';
import { PROJECT } from '../../platform/parse/projects.ts';
import type { Chat } from '../../platform/parse/records.ts';
import { unreadableNotes } from '../../present/paging.ts';
import { facts } from '../../present/record.ts';
import { count, minute } from '../../present/units.ts';
import { project } from '../fields.ts';
import { objects, records, result, shapeOf, texts } from '../results.ts';

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
  description: 'Reads one project: statistics, newest threads and conversations.',
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
    return {
      summary: `Project ${project.name?.line(100) ?? projectId}; ${count(latest.length, 'thread or conversation', 'threads and conversations')} shown.`,
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
