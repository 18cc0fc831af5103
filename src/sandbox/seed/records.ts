/**
 * One online shop for outdoor gear: its agents, projects, assistants with their chats, documents and tool servers. What each
 * assistant replies is code; the endpoints of its tools are served by the sandbox itself, and one of them always fails.
 */
import { toolDefinition } from '../../platform/operations/schemas.ts';
import type { Assistant, Chat } from '../assistants/assistant.ts';
import { replyFromDocs, replyOnOperations, replyOnOrders } from '../assistants/replies.ts';
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { type Document, type Folder, summaryOf } from '../documents.ts';
import { fractionFor, hexIdFor, uuidFor } from '../ids.ts';
import type { Scenario } from '../options.ts';
import type { Agent, Project } from '../records.ts';
import { SHOP_TOOL_TOKEN, TOOLS_PREFIX } from '../tools/endpoints.ts';
import type { ToolServer } from '../tools/tool-server.ts';
import agentCards from './agents.json' with { type: 'json' };
import assistantCards from './assistants.json' with { type: 'json' };
import chats from './chats.json' with { type: 'json' };
import data from './documents.json' with { type: 'json' };
import hundred from './hundred.json' with { type: 'json' };
import projects from './projects.json' with { type: 'json' };
import servers from './tool-servers.json' with { type: 'json' };

/** The id of a seeded agent, by its key: the same in every sandbox. */
export const agentId = (key: string): string => uuidFor(`agent:${key}`);

export function seedAgents(startedAt: number, scenario: Scenario = 'shop'): Agent[] {
  const all: typeof agentCards = scenario === 'hundred' ? [...agentCards, ...hundred.agents] : agentCards;
  return all.map(({ key, presets, tools, groups = [], ageDays, project, disabled, archived, ...card }) => {
    const creationTimestampMs = startedAt - ageDays * DAY;
    return {
      id: agentId(key),
      ...card,
      ...(project === undefined ? {} : { projectId: projectId(project) }),
      disabled: disabled ?? false,
      archived: archived ?? false,
      provider: 'sandbox',
      assistantSpecialization: {
        presets,
        model: card.llm,
        provider: 'sandbox',
        enabledTools: tools,
        availableToolsGroupsUids: groups,
      },
      maxExecutionToolCalls: 25,
      maxExecutionInputTokens: 200_000,
      evaluationConfig: { enabled: true, threshold: 0.7 },
      creationTimestampMs,
      lastEditTimestampMs: creationTimestampMs + 3 * DAY,
    };
  });
}

/** The id of a seeded project, by its identifier: the same in every sandbox. */
export const projectId = (key: string): string => hexIdFor(`project:${key}`);

export const seedProjects = (startedAt: number): Project[] =>
  projects.map(({ ageDays, visibility, archived, ...card }) => {
    const creationTimestampMs = startedAt - ageDays * DAY;
    return {
      _id: projectId(card.identifier),
      ...card,
      visibility: visibility === 'public' ? visibility : 'private',
      archived,
      createdByUserUID: 'sandbox-operator',
      creationTimestampMs,
      lastEditTimestampMs: creationTimestampMs + 10 * DAY,
    };
  });

const REPLIES: Readonly<Record<string, Assistant['reply']>> = {
  'support-assistant': replyOnOrders,
  'docs-assistant': replyFromDocs,
  'operations-assistant': replyOnOperations,
};

export const seedAssistants = (): Assistant[] =>
  assistantCards.map(({ enabled, identifier, project, name, description }) => ({
    ...{ provider: 'sandbox', model: 'rules-1' },
    ...{ enabled, state: enabled ? 'enabled' : 'disabled', identifier },
    ...(project === undefined ? {} : { projectId: projectId(project) }),
    ...{ name, description },
    reply: REPLIES[identifier] ?? (({ message }) => `I would answer “${message}” if I were enabled.`),
  }));

/** Conversations of the last six weeks. Questions and replies alternate. */
export const seedChats = (startedAt: number): Chat[] =>
  chats.map(({ assistant, daysAgo, metadata, texts }, index) => {
    const createdAt = Math.round(startedAt - daysAgo * DAY - fractionFor(`chat:${index}`) * HOUR);
    return {
      chatUid: uuidFor(`chat:${index + 1}`),
      assistantIdentifier: `${assistant}-assistant`,
      createdAt,
      messages: texts.map((content, at) => ({
        role: at % 2 === 0 ? 'user' : 'assistant',
        content,
        at: createdAt + Math.floor(at / 2) * MINUTE + (at % 2) * 2_000,
      })),
      metadata: { ...metadata },
    };
  });

/** The id of a seeded document: the same in every sandbox. */
export const documentId = (key: string): string => hexIdFor(`document:${key}`);
export const folderId = (key: string): string => hexIdFor(`folder:${key}`);

export const seedFolders = (): Folder[] =>
  data.folders.map(({ key, name, color }) => ({
    _id: folderId(key),
    name,
    projectId: projectId('customer-care'),
    parentFolderId: null,
    color,
    tags: [],
    attached: [],
  }));

/** The contents of each are its versions, oldest first. */
export const seedDocuments = (startedAt: number): Document[] =>
  data.documents.map(({ key, name, parent, isFiled, isUsed, ageDays, contents }) => {
    const creationTimestampMs = startedAt - ageDays * DAY;
    const versions = contents.map((content, index) => ({
      version: index + 1,
      changeType: index === 0 ? ('create' as const) : ('edit' as const),
      content,
      changeDescription: index === 0 ? 'Created' : 'Edited',
      createdAt: creationTimestampMs + index * DAY,
    }));
    return {
      _id: documentId(key),
      name,
      summary: summaryOf(contents.at(-1) ?? ''),
      projectId: projectId('customer-care'),
      folderId: isFiled ? folderId('policies') : null,
      parentDocumentId: parent === undefined ? null : documentId(parent),
      tags: [],
      versions,
      attached: isUsed ? [{ targetType: 'agent' as const, targetId: agentId('refunds') }] : [],
      creationTimestampMs,
      lastEditTimestampMs: versions.at(-1)?.createdAt ?? creationTimestampMs,
      indexedFrom: startedAt - ageDays * DAY + MINUTE,
    };
  });

/** @param origin `http://127.0.0.1:PORT` of this sandbox, for `{tools}` in the file. */
export function seedToolServers(startedAt: number, origin: string): ToolServer[] {
  const text = JSON.stringify(servers)
    .replaceAll('{tools}', `${origin}${TOOLS_PREFIX.slice(0, -1)}`)
    .replaceAll('{shopToken}', SHOP_TOOL_TOKEN);
  const cards: typeof servers = JSON.parse(text);
  return cards.map(({ name, identifier, project, ageDays, tools, ...card }) => ({
    id: uuidFor(`tool-server:${identifier}`),
    ...{ name, identifier },
    ...(project === undefined ? {} : { projectId: projectId(project) }),
    ...card,
    createdAt: startedAt - ageDays * DAY,
    tools: tools.map((tool) => ({
      id: uuidFor(`tool:${tool.function.name}`),
      definition: toolDefinition().parse(tool),
    })),
  }));
}
