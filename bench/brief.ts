/** How often the brief on a request is right: on requests used to tune its rules, and on others that are only measured. */
import { BLIND_A } from './brief/blind-a.ts';
import { BLIND_B } from './brief/blind-b.ts';
import { DOMAINS } from './brief/domains.ts';
import { DOMAINS_UNSEEN } from './brief/domains-unseen.ts';
import { HELD_OUT } from './brief/held-out.ts';
import { LABELLED, type LabelledRequest } from './brief/labelled.ts';
import { score } from './brief/score.ts';
import { TEMPTING } from './brief/tempting.ts';
import type { Part, Row } from './table.ts';

export const PRECISION = 0.97;
export const RECALL = 0.85;

function rows(what: string, requests: readonly LabelledRequest[]): Row[] {
  const { precision, recall } = score(requests);
  return [
    {
      what: `${what} (${requests.length}), precision`,
      figure: precision.toFixed(2),
      goal: `≥ ${PRECISION}`,
      met: precision >= PRECISION,
    },
    {
      what: `${what} (${requests.length}), recall`,
      figure: recall.toFixed(2),
      goal: `≥ ${RECALL}`,
      met: recall >= RECALL,
    },
  ];
}

/** Wrong verdicts, only on requests that rules may be tuned on. */
function mistakes(requests: readonly LabelledRequest[]): Row[] {
  const { falseAlarms, missed } = score(requests);
  return [...falseAlarms.map((title) => `false alarm: ${title}`), ...missed.map((title) => `missed: ${title}`)].map(
    (what): Row => ({ what: `  ${what}`, figure: '' }),
  );
}

export const brief: Part = {
  name: 'brief',
  about: 'what a brief finds in labelled requests, and what it finds where nothing is',
  run: async () => [
    ...rows('tuned on: first requests', LABELLED),
    ...mistakes(LABELLED),
    ...rows('tuned on: domains', DOMAINS),
    ...mistakes(DOMAINS),
    ...rows('tuned on: tempting requests', TEMPTING),
    ...mistakes(TEMPTING),
    ...rows('held-out requests', HELD_OUT),
    ...rows('other domains', DOMAINS_UNSEEN),
    ...rows('blind A (tuned on since)', BLIND_A),
    ...mistakes(BLIND_A),
    ...rows('blind B (only measured)', BLIND_B),
  ],
};
