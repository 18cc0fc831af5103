/**
 * What the agent's words and the arguments of its calls say differently. Rounded, formatted and spelled-out variants are
 * the same thing, and so is what follows from the numbers that are named. Silent where nothing is sure: a contradiction
 * that isn't one costs more trust than one that is missed.
 */

import type { Asked } from './calls.ts';
import {
  accountContradictions,
  dateContradictions,
  emailContradictions,
  hostContradictions,
} from './contradict-addresses.ts';
import { moneyContradictions } from './contradict-money.ts';
import { numberContradictions } from './contradict-numbers.ts';
import { evidenceIn } from './evidence.ts';

/** Words with more numbers than that are a report: anything would be found among them. */
const MOST_NUMBERS = 150;

const RULES = [
  moneyContradictions,
  numberContradictions,
  dateContradictions,
  emailContradictions,
  hostContradictions,
  accountContradictions,
];

/** A line for each contradiction, those about money first; none where there are no words, or too many numbers in them. */
export function contradictionsIn({ calls, words }: Asked): string[] {
  if (calls.length === 0 || words.trim() === '') return [];
  const evidence = evidenceIn(words);
  if (evidence.numbers.length > MOST_NUMBERS) return [];
  return RULES.flatMap((rule) => rule(calls, evidence));
}
