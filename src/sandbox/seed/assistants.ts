/** The shop's assistants. Their identifiers are slugs; what each answers is code. */
import { answerDocs, answerOperations, answerSupport } from '../assistants/answers.ts';
import type { Assistant } from '../assistants/assistant.ts';
import cards from './assistants.json' with { type: 'json' };
import { projectId } from './projects.ts';

const ANSWERS: Readonly<Record<string, Assistant['answer']>> = {
  'support-assistant': answerSupport,
  'docs-assistant': answerDocs,
  'operations-assistant': answerOperations,
};

export function seedAssistants(): Assistant[] {
  return cards.map(({ enabled, identifier, project, name, description }) => ({
    ...{ provider: 'sandbox', model: 'rules-1' },
    ...{ enabled, state: enabled ? 'enabled' : 'disabled', identifier },
    ...(project === undefined ? {} : { projectId: projectId(project) }),
    ...{ name, description },
    answer: ANSWERS[identifier] ?? (({ message }) => `I would answer “${message}” if I were enabled.`),
  }));
}
