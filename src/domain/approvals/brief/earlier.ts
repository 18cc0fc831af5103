/** What is known of earlier requests for the same functions, and what else of the agent's waits. */

import { foreign } from '../../../platform/text.ts';
import { count } from '../../../present/units.ts';
import type { BriefCall } from './calls.ts';
import { type AgentHistory, currencyOf, type EarlierCall } from './history.ts';
import { named, outcomeWords, rangeOf, spread } from './unusual.ts';

/** Numbers whose range is told beside a function. */
const RANGES = 3;

/** A line for each function that waits, on its earlier requests; then one on what else of the agent's is waiting. */
export function earlierFacts(calls: readonly BriefCall[], history: AgentHistory, threadId: string): string[] {
  const facts: string[] = [];
  const names = new Set(calls.map(({ name }) => name.raw));
  for (const name of names) {
    const earlier = history.of(name, threadId);
    const call = calls.find((one) => one.name.raw === name);
    facts.push(call === undefined || earlier.length === 0 ? first(name, history) : told(call, earlier));
  }
  const others = [...history.waiting].filter((id) => id !== threadId).length;
  if (others > 0) facts.push(`${count(others, 'other request')} by this agent ${others === 1 ? 'is' : 'are'} waiting`);
  return facts;
}

const shownName = (name: string): string => String(foreign(name).line(60));

const first = (name: string, { threads }: AgentHistory): string =>
  threads === 0
    ? `${shownName(name)}: no threads of the agent to compare with`
    : `${shownName(name)}: the first of its kind in the agent's latest ${count(threads, 'thread')}`;

function told(call: BriefCall, earlier: readonly EarlierCall[]): string {
  const currency = currencyOf(call.leaves);
  const paths = new Set(call.leaves.filter(({ value }) => typeof value === 'number').map(({ path }) => path));
  const alike = earlier.filter((one) => one.currency === currency);
  const ranges = [...paths].slice(0, RANGES).flatMap((path) => {
    const range = rangeOf(
      alike.flatMap(({ leaves }) => leaves.filter((leaf) => leaf.path === path).map(({ value }) => value)),
    );
    const money = currency === undefined ? '' : ` where the currency is ${foreign(currency).line(10)}`;
    return range === undefined ? [] : [`${named(path)} ${spread(range)}${money}`];
  });
  const words = `${shownName(call.name.raw)}: ${count(earlier.length, 'earlier request')}${outcomeWords(earlier)}`;
  return [words, ...ranges].join('; ');
}
