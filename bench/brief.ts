/**
 * How often the brief on a request is right, on the requests that its rules are tuned on and on those that are only
 * measured.
 */
import { BLIND_A } from './brief/blind-a.ts';
import { BLIND_B } from './brief/blind-b.ts';
import { DOMAINS } from './brief/domains.ts';
import { DOMAINS_UNSEEN } from './brief/domains-unseen.ts';
import { EVERYDAY, EVERYDAY_TUNED } from './brief/everyday.ts';
import { HELD_OUT } from './brief/held-out.ts';
import { LABELLED, type LabelledRequest } from './brief/labelled.ts';
import { score } from './brief/score.ts';
import { TEMPTING } from './brief/tempting.ts';
import { TEMPTING_KINDS } from './brief/tempting-kinds.ts';
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

/** The wrong results, only of requests that rules may be tuned on. */
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
    ...rows('tuned on: tempting requests by kind', TEMPTING_KINDS),
    ...mistakes(TEMPTING_KINDS),
    ...rows('tuned on: second requests', HELD_OUT),
    ...mistakes(HELD_OUT),
    ...rows('tuned on: domains in other words', DOMAINS_UNSEEN),
    ...mistakes(DOMAINS_UNSEEN),
    ...rows('tuned on: everyday requests', EVERYDAY.slice(0, EVERYDAY_TUNED)),
    ...mistakes(EVERYDAY.slice(0, EVERYDAY_TUNED)),
    ...rows('kept aside: everyday requests', EVERYDAY.slice(EVERYDAY_TUNED)),
    ...rows('only measured', [...BLIND_A, ...BLIND_B]),
  ],
};
