/** How often the brief on a request is right: on the labelled requests, and on a second set that no rule was made for. */
import { HELD_OUT } from './brief/held-out.ts';
import { LABELLED, type LabelledRequest } from './brief/labelled.ts';
import { score } from './brief/score.ts';
import type { Part, Row } from './table.ts';

export const PRECISION = 0.95;
export const RECALL = 0.9;

/** On requests that no rule was written for. */
const UNSEEN = { precision: 0.97, recall: 0.85 };

function rows(what: string, requests: readonly LabelledRequest[], least: typeof UNSEEN): Row[] {
  const { precision, recall, falseAlarms, missed } = score(requests);
  const named = [...falseAlarms.map((title) => `false alarm: ${title}`), ...missed.map((title) => `missed: ${title}`)];
  return [
    {
      what: `${what} (${requests.length}), precision`,
      figure: precision.toFixed(2),
      goal: `≥ ${least.precision}`,
      met: precision >= least.precision,
    },
    {
      what: `${what} (${requests.length}), recall`,
      figure: recall.toFixed(2),
      goal: `≥ ${least.recall}`,
      met: recall >= least.recall,
    },
    ...named.map((what): Row => ({ what: `  ${what}`, figure: '' })),
  ];
}

export const brief: Part = {
  name: 'brief',
  about: 'what a brief finds in labelled requests, and what it finds where nothing is',
  run: async () => [
    ...rows('labelled requests', LABELLED, { precision: PRECISION, recall: RECALL }),
    ...rows('held-out requests', HELD_OUT, UNSEEN),
  ],
};
