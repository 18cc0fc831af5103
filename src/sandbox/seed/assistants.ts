/** The shop's assistants. Their identifiers are slugs; what each replies is code. */

import type { Assistant } from '../assistants/assistant.ts';
import { replyFromDocs, replyOnOperations, replyOnOrders } from '../assistants/replies.ts';
import cards from './assistants.json' with { type: 'json' };
import { projectId } from './projects.ts';

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
