/** The agents of one online shop for outdoor gear. */
import type { Agent } from '../agents.ts';
import { DAY } from '../clock.ts';
import { uuidFor } from '../ids.ts';
import { type ProjectKey, projectId } from './projects.ts';

/** Short names of the seeded agents, from which their ids are derived. */
export type AgentKey = 'refunds' | 'release' | 'invoices' | 'content' | 'cleanup' | 'translations' | 'pricing';

interface Card {
  readonly key: AgentKey;
  readonly name: string;
  readonly description: string;
  readonly presets: string;
  readonly tools: readonly string[];
  /** Groups of tools; one of them reads the knowledge base. */
  readonly groups?: readonly string[];
  readonly llm: string;
  readonly ageDays: number;
  readonly project?: ProjectKey;
  readonly disabled?: true;
  readonly archived?: true;
}

const CARDS: readonly Card[] = [
  {
    key: 'refunds',
    name: 'Refund Agent',
    description: 'Checks returns and refunds orders; asks a human before money moves (sandbox data).',
    presets: 'You check returns against the policy and propose refunds. Never refund without approval.',
    tools: ['lookup_order', 'create_refund'],
    groups: ['knowledge'],
    llm: 'large-2',
    ageDays: 200,
    project: 'customer-care',
  },
  {
    key: 'release',
    name: 'Release Manager',
    description: 'Rolls out new versions of the storefront and watches the canaries (sandbox data).',
    presets: 'You roll out releases step by step. Report every anomaly of a canary before you go on.',
    tools: ['run_canary', 'deploy_release', 'roll_back'],
    llm: 'large-2',
    ageDays: 150,
    project: 'web-shop',
  },
  {
    key: 'invoices',
    name: 'Invoice Chaser',
    description: 'Finds overdue invoices of business customers and writes the reminders (sandbox data).',
    presets: 'You write short, friendly reminders. Nothing leaves the house without approval.',
    tools: ['list_overdue_invoices', 'send_reminders', 'convert_currency'],
    llm: 'medium-1',
    ageDays: 120,
  },
  {
    key: 'content',
    name: 'Content Publisher',
    description: 'Drafts guides and product texts for the blog and publishes them on approval (sandbox data).',
    presets: 'You write clear, honest texts about outdoor gear in the voice of the shop.',
    tools: ['search_products', 'publish_article'],
    llm: 'medium-1',
    ageDays: 90,
    project: 'web-shop',
  },
  {
    key: 'cleanup',
    name: 'Data Cleanup',
    description: 'Finds duplicate and stale customer records and removes them on approval (sandbox data).',
    presets: 'You keep the customer database clean. Count first, delete only what was approved.',
    tools: ['find_stale_records', 'delete_records', 'merge_records'],
    llm: 'small-3',
    ageDays: 75,
  },
  {
    key: 'translations',
    name: 'Translation Agent',
    description: 'Translates product texts. Disabled while its glossary is being reviewed (sandbox data).',
    presets: 'You translate product texts into French, Italian and Swedish.',
    tools: ['translate_text'],
    llm: 'medium-1',
    ageDays: 110,
    project: 'web-shop',
    disabled: true,
  },
  {
    key: 'pricing',
    name: 'Pricing Bot',
    description: 'Matched the prices of competitors. Archived: replaced by fixed price lists (sandbox data).',
    presets: 'You compare prices and propose changes.',
    tools: ['compare_prices'],
    llm: 'small-1',
    ageDays: 420,
    archived: true,
  },
];

/** The id of a seeded agent: the same in every sandbox. */
export function agentId(key: AgentKey): string {
  return uuidFor(`agent:${key}`);
}

export function seedAgents(startedAt: number): Agent[] {
  return CARDS.map(
    ({ key, presets, tools, groups = [], ageDays, project, disabled = false, archived = false, ...card }) => {
      const creationTimestampMs = startedAt - ageDays * DAY;
      return {
        id: agentId(key),
        ...card,
        ...(project === undefined ? {} : { projectId: projectId(project) }),
        disabled,
        archived,
        provider: 'sandbox',
        assistantSpecialization: {
          presets,
          model: card.llm,
          provider: 'sandbox',
          enabledTools: [...tools],
          availableToolsGroupsUids: [...groups],
        },
        maxExecutionToolCalls: 25,
        maxExecutionInputTokens: 200_000,
        evaluationConfig: { enabled: true, threshold: 0.7 },
        creationTimestampMs,
        lastEditTimestampMs: creationTimestampMs + 3 * DAY,
      };
    },
  );
}
