/** Facts, lines and notes on documents, and whether an agent or assistant sees those attached to it. */

import type * as z from 'zod';
import { ifReadable } from '../../mcp/contract/error-text.ts';
import { join } from '../../mcp/contract/result.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { readToolGroups } from '../../platform/parse/assistants.ts';
import type { Document, DocumentVersion } from '../../platform/parse/records.ts';
import { minute } from '../../present/units.ts';
import { findAgent } from '../agents/agents.ts';

/** Facts of a document that was just written, and where it is now. */
export function writtenFacts({ id, name, status, currentVersion, projectId, folderId }: Document) {
  return { documentId: id, name: name?.line(120), status, currentVersion, projectId, folderId };
}

/** The fields with null for a place that is `none`: in arguments, null counts as left out. */
export const clearedPlaces = <V>(
  fields: Readonly<Record<string, V>>,
  places: readonly string[],
): Record<string, V | null> =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, places.includes(key) && value === 'none' ? null : value]),
  );

/** For a new record, which is in no place yet. */
export const withoutCleared = <V>(
  fields: Readonly<Record<string, V>>,
  places: readonly string[],
): Record<string, V | null> =>
  Object.fromEntries(Object.entries(clearedPlaces(fields, places)).filter(([, value]) => value !== null));

/** `2 · edit · active · 2026-03-01T… · ⟦why⟧` */
export const versionLine = ({ version, changeType, isActive, createdAt, changeDescription }: DocumentVersion): string =>
  join(`${version}`, changeType, isActive && 'active', createdAt && minute(createdAt), changeDescription?.line(120));

/** A note on a document's index, unless it is ready. */
export function indexNotes({ status }: Document): string[] {
  const state = status?.toLowerCase();
  if (state === 'pending') return ['Its index is pending: search will find it once the index is ready.'];
  return state === 'failed'
    ? ['Its index failed: it can be read, but search does not find it. Only an edit rebuilds the index.']
    : [];
}

/** The same of a document that was not read, if it can be. */
export async function indexNotesOf(documentId: string | undefined, call: ToolContext['call']): Promise<string[]> {
  if (documentId === undefined) return [];
  const document = await ifReadable(call(operations.getDocument, { path: { documentId } }));
  return document === undefined ? [] : indexNotes(document);
}

/** The agent or assistant that something is attached to. */
export type Target = z.output<ReturnType<typeof operations.attachDocument.body>>;

/** A note if the target can't see attached documents, or if that is unknown. */
export async function knowledgeNotes(target: Target, call: ToolContext['call']): Promise<string[]> {
  const who = `${target.targetType} ${target.targetId}`;
  const groups = await toolGroups(target, call);
  if (groups === undefined) {
    return [
      `Whether ${who} has a knowledge tool group could not be read; without one in its availableToolsGroupsUids, it can't see attached documents.`,
    ];
  }
  if (groups.some((group) => /knowledge|document/i.test(group))) return [];
  return [
    groups.length === 0
      ? `${who} has no tool groups, so it will NOT see attached documents: it needs a knowledge tool group in its availableToolsGroupsUids.`
      : `None of the tool groups of ${who} looks like a knowledge group. Without one, it can't see attached documents.`,
  ];
}

async function toolGroups({ targetType, targetId }: Target, call: ToolContext['call']) {
  if (targetType === 'agent') {
    const agent = await ifReadable(findAgent(call, targetId));
    return agent && readToolGroups(agent.source);
  }
  const assistants = await ifReadable(call(operations.listAssistants, {}));
  return assistants?.items.find(({ identifier }) => identifier === targetId)?.toolGroups;
}
