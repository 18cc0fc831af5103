/**
 * Whether an agent or assistant sees attached documents: it needs a group of knowledge tools (docs/platform-notes.md,
 * "Documents").
 */
import { ifReadable } from '../../mcp/contract/error-text.ts';
import type { ToolContext } from '../../mcp/contract/tool.ts';
import { operations } from '../../platform/operations/index.ts';
import { readToolGroups } from '../../platform/parse/assistants.ts';
import { findAgent } from '../agents/agents.ts';

/** The agent or assistant that something is attached to. */
export interface Target {
  readonly targetType: 'agent' | 'assistant';
  readonly targetId: string;
}

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
