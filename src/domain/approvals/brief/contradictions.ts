import type { Asked } from './calls.ts';
/** What the agent's words and the arguments of its calls say differently. */
export function contradictionsIn(_asked: Asked): string[] {
  return [];
}
