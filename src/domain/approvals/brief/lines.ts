/** A brief as lines: for the question to the human and for lists. */

import type { Brief } from './brief.ts';

const LABELS = {
  calls: 'Call',
  contradictions: 'Contradiction',
  unusual: 'Unusual',
  earlier: 'Earlier',
} as const;

/** One line a fact, calls first, what speaks against it next. */
export function briefLines(brief: Brief, kinds: readonly (keyof Brief)[] = BRIEF_KINDS): string[] {
  return kinds.flatMap((kind) => brief[kind].map((fact) => `${LABELS[kind]}: ${fact}.`));
}

/** A brief as structured content: without the lists that hold nothing. */
export const briefData = (brief: Brief): Partial<Brief> =>
  Object.fromEntries(Object.entries(brief).filter(([, facts]) => facts.length > 0));

/** The kinds of facts, in reading order. */
export const BRIEF_KINDS = [
  'calls',
  'contradictions',
  'unusual',
  'earlier',
] as const satisfies readonly (keyof Brief)[];
