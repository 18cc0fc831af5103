/** The shop's projects. Their ids are derived from their identifiers. */
import * as z from 'zod';
import { DAY } from '../clock.ts';
import { hexIdFor } from '../ids.ts';
import type { Project } from '../records.ts';
import cards from './projects.json' with { type: 'json' };

const Card = z.strictObject({
  identifier: z.string(),
  name: z.string(),
  description: z.string(),
  visibility: z.enum(['public', 'private']),
  archived: z.boolean(),
  ageDays: z.number(),
});

/** The id of a seeded project, by its identifier: the same in every sandbox. */
export function projectId(key: string): string {
  return hexIdFor(`project:${key}`);
}

export function seedProjects(startedAt: number): Project[] {
  return cards.map((sent) => {
    const { ageDays, ...card } = Card.parse(sent);
    const creationTimestampMs = startedAt - ageDays * DAY;
    const lastEditTimestampMs = creationTimestampMs + 10 * DAY;
    const times = { creationTimestampMs, lastEditTimestampMs };
    return { _id: projectId(card.identifier), ...card, createdByUserUID: 'sandbox-operator', ...times };
  });
}
