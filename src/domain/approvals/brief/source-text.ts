/** How the sources of values are told: beside an argument, as a line of what is unsaid, as a summary. */

import { groupBy } from '../../../basics/maps.ts';
import { cut, plainOrMarked } from '../../../platform/text.ts';
import { count } from '../../../present/units.ts';
import type { NearMiss } from './near-miss.ts';
import type { Source } from './needles.ts';
import type { Sourced } from './provenance.ts';

/** Beside an argument: `user`, `lookup_order, message 4`, `only the agent`, `nobody said this`, `= 66 × 12`. */
export function sourceText(source: Source): string {
  switch (source.from) {
    case 'user':
      return source.isConfirmed ? 'confirmed by the user' : 'user';
    case 'tool':
      return `${toolOf(source)}, message ${source.message}`;
    case 'computed':
      return `= ${source.formula}`;
    case 'told':
      return 'told to the user';
    case 'agent':
      return 'only the agent';
    case 'nobody':
      return 'nobody said this';
    default:
      return source.from;
  }
}

const toolOf = ({ tool }: { readonly tool: string | undefined }): string =>
  tool === undefined ? 'a tool' : plainOrMarked(tool);

/** In a summary, behind a count: `from the user`, `computed`. */
function originOf(source: Source): string {
  switch (source.from) {
    case 'tool':
      return `from ${toolOf(source)} (message ${source.message})`;
    case 'user':
    case 'platform':
      return `from the ${source.from}`;
    case 'told':
      return sourceText(source);
    default:
      return source.from;
  }
}

/** {@link sourceText} with the number of the message: `user, message 3`. */
export const sourceNote = ({ source }: Sourced): string =>
  'message' in source && source.from !== 'tool' && source.message > 0
    ? `${sourceText(source)}, message ${source.message}`
    : sourceText(source);

/** The argument's path in a brief: `amount`, or `calls[1].amount` where there are several calls. Marked unless it is plain. */
export function sourceKey({ call, leaf }: Pick<Sourced, 'call' | 'leaf'>, calls: number): string {
  // Arguments that are no object have no names.
  const place = leaf.place === '' ? 'arguments' : leaf.place;
  return plainPath(calls > 1 ? `calls[${call}].${place}` : place);
}

/** An argument and its value: `amount 640`. */
export const valueKey = (of: Pick<Sourced, 'call' | 'leaf'>, calls: number): string =>
  `${sourceKey(of, calls)} ${plainOrMarked(String(of.leaf.value))}`;

/** A path in a fact, marked unless it is plain. */
export const plainPath = (path: string): string => (/^[\w.[\]-]{1,80}$/.test(path) ? path : plainOrMarked(path));

/** Characters of a value that are shown. */
const SHOWN = 80;

/** Values of one list that get a line each; of more, the first stands for all of them. */
const OF_ONE_LIST = 3;

export const ONLY_AGENT = 'only the agent said this';
/** Whether a line is of a value that only the agent said, also where a tool repeats it. */
export const isByAgent = (line: string): boolean => BY_AGENT.test(line);
const BY_AGENT = new RegExp(`: ${ONLY_AGENT}(?:, and message \\d+ repeats it)?$`);

/**
 * Lines about values that nobody, or only the agent, said: `flights[0].date 2024-05-22: nobody said this`. Those of lists come
 * last, and of a long list as one: `rows[0].no 40117 and 97 more values of rows: nobody said this`.
 * @param near see {@link NearMiss}
 */
export function unsaidLines(unsaid: readonly Sourced[], calls: number, near: NearMiss): string[] {
  const listOf = ({ leaf: { place } }: Sourced): string =>
    place.includes('[') ? place.slice(0, place.indexOf('[')) : '';
  const lineOf = (of: Sourced, others = ''): string => {
    const value = plainOrMarked(cut(String(of.leaf.value), SHOWN));
    const echo =
      of.source.from === 'agent' && of.source.echo !== undefined ? `, and message ${of.source.echo} repeats it` : '';
    const said = of.source.from === 'nobody' ? 'nobody said this' : `${ONLY_AGENT}${echo}`;
    return `${sourceKey(of, calls)} ${value}${others}: ${said}${others === '' ? near(of) : ''}`;
  };
  const lists = groupBy(
    unsaid.filter((one) => listOf(one) !== ''),
    (one) => `${one.call} ${listOf(one)}`,
  );
  const ofLists = [...lists.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length < OF_ONE_LIST) return [first, ...others].map((one) => lineOf(one));
    return [lineOf(first, ` and ${others.length} more values of ${plainPath(listOf(first))}`)];
  });
  return [...unsaid.filter((one) => listOf(one) === '').map((one) => lineOf(one)), ...ofLists];
}

/**
 * One line for a call whose values were all stated or follow from what was: `3 values: 2 from the user, 1 from lookup_order
 * (message 4)`. It names who said them and nothing more: a tool's result may hold what a stranger planted. Undefined where
 * there is anything that nobody, or only the agent, said, and without values that are known.
 */
export function sourceSummary(sources: readonly Sourced[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { source, leaf } of sources) {
    if (source.from === 'nobody' || source.from === 'agent') return undefined;
    // Mostly it is what the call is about.
    const from =
      source.from === 'not compared' ? `not compared (${plainPath(leaf.path || 'arguments')})` : originOf(source);
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  const known = sources.filter(({ source }) => source.from !== 'not known').length;
  if (known === 0) return undefined;
  const parts = [...counts].map(([from, times]) => `${times} ${from}`);
  return `${count(sources.length, 'value')}: ${[...parts.slice(0, 4), ...(parts.length > 4 ? ['others from elsewhere'] : [])].join(', ')}`;
}
