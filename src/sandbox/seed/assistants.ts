/** The shop's assistants and their chats. Identifiers are slugs; what each assistant replies is code. */

import type { Assistant, Chat } from '../assistants/assistant.ts';
import { replyFromDocs, replyOnOperations, replyOnOrders } from '../assistants/replies.ts';
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { fractionFor, uuidFor } from '../ids.ts';
import { projectId } from './agents.ts';
import cards from './assistants.json' with { type: 'json' };
import chats from './chats.json' with { type: 'json' };

const REPLIES: Readonly<Record<string, Assistant['reply']>> = {
  'support-assistant': replyOnOrders,
  'docs-assistant': replyFromDocs,
  'operations-assistant': replyOnOperations,
};

export function seedAssistants(): Assistant[] {
  return cards.map(({ enabled, identifier, project, name, description }) => ({
    ...{ provider: 'sandbox', model: 'rules-1' },
    ...{ enabled, state: enabled ? 'enabled' : 'disabled', identifier },
    ...(project === undefined ? {} : { projectId: projectId(project) }),
    ...{ name, description },
    reply: REPLIES[identifier] ?? (({ message }) => `I would answer “${message}” if I were enabled.`),
  }));
}

/** Conversations of the last six weeks. Questions and replies alternate. */
export function seedChats(startedAt: number): Chat[] {
  return chats.map(({ assistant, daysAgo, metadata, texts }, index) => {
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
}
