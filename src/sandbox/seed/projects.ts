/** The shop's projects. Their ids are derived from their identifiers. */
import { DAY } from '../clock.ts';
import { hexIdFor } from '../ids.ts';
import type { Project } from '../projects.ts';

const CARDS = [
  {
    identifier: 'web-shop',
    name: 'Web Shop',
    description: 'Releases, texts and translations of the storefront (sandbox data).',
    visibility: 'public',
    archived: false,
    ageDays: 220,
  },
  {
    identifier: 'customer-care',
    name: 'Customer Care',
    description: 'Returns, refunds and questions of customers (sandbox data).',
    visibility: 'private',
    archived: false,
    ageDays: 210,
  },
  {
    identifier: 'winter-sale',
    name: 'Winter Sale',
    description: 'Last winter’s campaign. Archived (sandbox data).',
    visibility: 'private',
    archived: true,
    ageDays: 330,
  },
] as const;

/** Identifiers of the seeded projects. */
export type ProjectKey = (typeof CARDS)[number]['identifier'];

/** The id of a seeded project: the same in every sandbox. */
export function projectId(key: ProjectKey): string {
  return hexIdFor(`project:${key}`);
}

export function seedProjects(startedAt: number): Project[] {
  return CARDS.map(({ ageDays, ...card }) => {
    const creationTimestampMs = startedAt - ageDays * DAY;
    const lastEditTimestampMs = creationTimestampMs + 10 * DAY;
    const times = { creationTimestampMs, lastEditTimestampMs };
    return { _id: projectId(card.identifier), ...card, createdByUserUID: 'sandbox-operator', ...times };
  });
}
