/** directories/owner.json: what only the owner of this server knows. */
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { ROOT } from './write-generated.ts';

const Owner = z.strictObject({
  $comment: z.string(),
  author: z.string(),
  repository: z.httpUrl(),
  privacyPolicy: z.httpUrl(),
  support: z.httpUrl(),
  /** Where a vulnerability is reported in private. */
  securityContact: z.email(),
  /** A public server, for directories of remote servers. */
  remoteUrl: z.httpUrl(),
  /** Names at GitHub. */
  glamaMaintainers: z.array(z.string()).min(1),
});
export type OwnerFact = keyof Omit<z.output<typeof Owner>, '$comment' | 'author'>;

export const owner = Owner.parse(JSON.parse(readFileSync(`${ROOT}directories/owner.json`, 'utf8')));

/** Whether the owner has not filled it in yet. */
export const isPlaceholder = (fact: OwnerFact): boolean => String(owner[fact]).includes('example.com');
