/** The shop's assistants. Their identifiers are slugs. */

import { answerDocs, answerOperations, answerSupport } from '../assistants/answers.ts';
import type { Assistant, Question } from '../assistants/assistant.ts';
import { projectId } from './projects.ts';

const model = { provider: 'sandbox', model: 'rules-1' } as const;
const enabled = { enabled: true, state: 'enabled' } as const;

export function seedAssistants(): Assistant[] {
  return [
    {
      ...model,
      ...enabled,
      identifier: 'support-assistant',
      projectId: projectId('customer-care'),
      name: 'Customer Support',
      description: 'Finds orders, parcels, returns and refunds by order number (sandbox: answers by simple rules).',
      answer: answerSupport,
    },
    {
      ...model,
      ...enabled,
      identifier: 'docs-assistant',
      name: 'Documentation Guide',
      description: 'Answers from the pages of the user guide and names the page to read.',
      answer: answerDocs,
    },
    {
      ...model,
      ...enabled,
      identifier: 'operations-assistant',
      name: 'Operations Analyst',
      description: 'Reports what is running, what waits for approval, what failed and what it cost this month.',
      answer: answerOperations,
    },
    {
      ...model,
      enabled: false,
      state: 'disabled',
      identifier: 'onboarding-assistant',
      name: 'Staff Onboarding',
      description: 'Welcomes new colleagues. Disabled while its handbook is being rewritten.',
      answer: ({ message }: Question) => `I would answer “${message}” if I were enabled.`,
    },
  ];
}
