/** Conversations of the last six weeks with the shop's assistants. Questions and replies alternate. */
import type { Chat } from '../assistants/assistant.ts';
import { DAY, HOUR, MINUTE } from '../clock.ts';
import { fractionFor, uuidFor } from '../ids.ts';
import chats from './chats.json' with { type: 'json' };

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
