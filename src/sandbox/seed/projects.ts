/** The shop's projects. Their ids are derived from their identifiers. */
import { DAY } from '../clock.ts';
import { hexIdFor } from '../ids.ts';
import type { Project } from '../records.ts';
import cards from './projects.json' with { type: 'json' };

/** The id of a seeded project, by its identifier: the same in every sandbox. */
export function projectId(key: string): string {
  return hexIdFor(`project:${key}`);
}

export function seedProjects(startedAt: number): Project[] {
  return cards.map(({ ageDays, visibility, archived, ...card }) => {
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
}
