/**
 * Helps to decide on a request in ten seconds, with facts only: who stated the calls' values, contradictions with the
 * agent's text, what is unusual about them, and the outcomes of earlier calls. This program writes the sentences; text by agents is marked unless
 * it is plain. Uncertain facts are left out.
 */

import { contradictionsIn } from './contradictions.ts';
import { correctedNumbers } from './corrected-number.ts';
import type { BriefInput } from './input.ts';
import type { Loaded } from './load.ts';
import { listedTwice, lookAlikeFacts } from './look-alike.ts';
import { nearMissIn } from './near-miss.ts';
import { otherFieldFacts } from './other-field.ts';
import { otherIdFacts } from './other-id.ts';
import { otherRowFacts } from './other-row.ts';
import { otherUnitFacts } from './other-unit.ts';
import { type Sourced, sourcesOf } from './provenance.ts';
import {
  isByAgent,
  ONLY_AGENT,
  plainPath,
  sourceKey,
  sourceNote,
  sourceSummary,
  sourceText,
  unsaidLines,
  valueKey,
} from './source-text.ts';
import { earlierFacts, unusualFacts } from './unusual.ts';

/** Lists of short facts without full stops. */
export interface Brief {
  /** Each begins with the argument's path: `amount 640: nobody said this`. It does not bar an approval. */
  readonly unsaid: readonly string[];
  readonly unusual: readonly string[];
  readonly contradictions: readonly string[];
  readonly earlier: readonly string[];
  /** What of the request was not compared: `2,000 characters in the middle of what the agent says`. */
  readonly notCompared: readonly string[];
  /** Where each value comes from, for each call in the order of the request's; without free phrases. */
  readonly sources: readonly (readonly Sourced[])[];
}

/** Maximum number of facts of each kind. */
const MAX_FACTS = 8;
/** Characters of the facts about earlier requests, of each kind: they must leave the request itself its room. */
const MAX_CHARACTERS = 800;

/** The brief on a request. `loaded` holds its agent's earlier requests. */
export function briefOf(asked: BriefInput, loaded: Loaded): Brief {
  const history = 'history' in loaded ? loaded.history : undefined;
  const sources = sourcesOf(asked);
  const near = nearMissIn(asked);
  const unsaidBy = (from: 'nobody' | 'agent'): string[] => [
    ...new Set(
      unsaidLines(
        sources.filter(({ source }) => source.from === from),
        asked.calls.length,
        near,
      ),
    ),
  ];
  const [invented, own] = [unsaidBy('nobody'), unsaidBy('agent')];
  const shown = new Set(within([...invented, ...own], MAX_CHARACTERS));
  const shownOf = (lines: readonly string[], said = ''): string[] => {
    const kept = lines.filter((line) => shown.has(line));
    return withMore(kept, lines.length - kept.length, said);
  };
  return {
    // Each counts its own: a question tells what nobody said, and says the rest beside the arguments.
    unsaid: [...shownOf(invented), ...shownOf(own, `: ${ONLY_AGENT}`)],
    contradictions: capped([...asked.malformed, ...contradictionsIn(asked, sources)]),
    notCompared: asked.notCompared,
    sources: asked.calls.map((_, index) => sources.filter(({ call }) => call === index)),
    unusual: capped(
      [
        ...listedTwice(asked),
        ...lookAlikeFacts(asked, history),
        ...elsewhereFacts(asked, sources),
        ...(history === undefined ? [] : unusualFacts(asked, history)),
      ],
      MAX_CHARACTERS,
    ),
    earlier:
      'history' in loaded
        ? capped(earlierFacts(asked, loaded.history), MAX_CHARACTERS)
        : asked.calls.map(() => `left out: ${loaded.leftOut}`).slice(0, 1),
  };
}

/** Values in whose place the conversation has others: one fact for each, by the rule that stands last here. */
const elsewhereFacts = (asked: BriefInput, sources: readonly Sourced[]): string[] => {
  const facts = [
    ...otherRowFacts(asked),
    ...correctedNumbers(asked),
    ...otherFieldFacts(asked, sources),
    ...otherUnitFacts(asked),
    ...otherIdFacts(asked),
  ];
  return [...new Map(facts.map((fact) => [fact.of.leaf, fact])).values()].map(
    ({ of, says }) => `${valueKey(of, asked.calls.length)}: ${says}`,
  );
};

/** Whether the agent's text and its calls differ. */
export const hasContradiction = ({ contradictions }: Pick<Brief, 'contradictions'>): boolean =>
  contradictions.length > 0;

/** Whether a call has a value that no user, tool or platform stated. */
export const hasUnsaid = ({ unsaid }: Pick<Brief, 'unsaid'>): boolean => unsaid.length > 0;

/** Whether all of the request was compared. */
export const isComparedWhole = ({ notCompared }: Pick<Brief, 'notCompared'>): boolean => notCompared.length === 0;

/** Whether the calls differ from the agent's earlier ones. */
export const isUnusual = ({ unusual }: Pick<Brief, 'unusual'>): boolean => unusual.length > 0;

function capped(facts: readonly string[], characters?: number): string[] {
  const once = [...new Set(facts)];
  const kept = within(once, characters);
  return withMore(kept, once.length - kept.length);
}

function within(facts: readonly string[], characters = Number.POSITIVE_INFINITY): string[] {
  let left = characters;
  return facts.slice(0, MAX_FACTS).filter(({ length }) => {
    left -= length;
    return left >= 0;
  });
}

const withMore = (facts: readonly string[], more: number, said = ''): string[] =>
  more <= 0 ? [...facts] : [...facts, `and ${more} more${said}`];
const MORE = /^and (\d+) more$/;
const MORE_FACTS = /^and \d+ more(?:: only the agent said this)?$/;

/** The first of these facts, and how many more there are, those included that the last one counts. */
export function firstFacts(facts: readonly string[], most: number): readonly string[] {
  const [, uncounted] = MORE.exec(facts.at(-1) ?? '') ?? [];
  const told = uncounted === undefined ? facts : facts.slice(0, -1);
  return withMore(told.slice(0, most), Math.max(0, told.length - most) + Number(uncounted ?? 0));
}

const LABELS = {
  contradictions: 'CONTRADICTION',
  unsaid: 'Unsaid',
  notCompared: 'Not compared',
  unusual: 'Unusual',
  earlier: 'Earlier',
} as const;
type Kind = keyof typeof LABELS;

/** What a human reads first, in this order. */
export const WARNINGS = ['contradictions', 'unsaid', 'notCompared', 'unusual'] as const satisfies readonly Kind[];

/** One line a fact; behind the last one, how many more there are. */
export function briefLines(brief: Brief, kinds: readonly Kind[]): string[] {
  const lines: string[] = [];
  for (const kind of kinds)
    for (const [index, fact] of brief[kind].entries())
      lines.push(
        index > 0 && MORE_FACTS.test(fact) ? `${lines.pop()?.slice(0, -1)}; ${fact}.` : `${LABELS[kind]}: ${fact}.`,
      );
  return lines;
}

/** A brief as structured content. */
export type BriefData = { readonly [kind in Kind]?: readonly string[] } & {
  readonly sources?: Readonly<Record<string, string>>;
};

/** A brief as structured content: the kinds that are shown, without empty ones; undefined if all are empty. */
export function briefData(brief: Brief, kinds: readonly (Kind | 'sources')[]): BriefData | undefined {
  const facts = kinds.flatMap((kind): [string, unknown][] =>
    kind !== 'sources' && brief[kind].length > 0 ? [[kind, brief[kind]]] : [],
  );
  const known = brief.sources.flat().filter(({ source }) => source.from !== 'not known');
  const all = kinds.includes('sources') ? known : [];
  const named = all
    .slice(0, MAX_SOURCES)
    .map((one): [string, string] => [sourceKey(one, brief.sources.length), sourceNote(one)]);
  if (all.length > MAX_SOURCES) named.push(['others', `${all.length - MAX_SOURCES} not listed`]);
  const sources = named.length === 0 ? [] : [['sources', Object.fromEntries(named)] as const];
  return facts.length + sources.length === 0 ? undefined : Object.fromEntries([...facts, ...sources]);
}

/** What nobody said, without what only the agent said. */
export const inventedOf = ({ unsaid }: Pick<Brief, 'unsaid'>): readonly string[] =>
  unsaid.filter((line) => !isByAgent(line));

/**
 * Beside each argument of the calls: who stated its values. Nothing for a call whose values were all stated, for which
 * `summary` has one line. `call` counts from 0.
 */
export function besideArguments({ sources }: Pick<Brief, 'sources'>) {
  const summaries = sources.map(sourceSummary);
  const isOne = sources.length === 1;
  const summary = summaries.flatMap((line, call) =>
    line === undefined ? [] : [isOne ? line : `call ${call + 1}: ${line}`],
  );
  return {
    summary,
    lines: summary.map((line) => `Sources${isOne ? ':' : ' of'} ${line}.`),
    of(call: number, argument: string): string | undefined {
      if (summaries[call] !== undefined) return undefined;
      const own = (sources[call] ?? []).filter(({ leaf }) => isIn(argument, leaf));
      const known = own.filter(({ source: { from } }) => from !== 'not known');
      // A formula is of one value, and an argument may be a list of many.
      const textOf = ({ source, leaf: { place } }: Sourced): string =>
        `${source.from === 'computed' && place !== argument ? `${plainPath(place)} ` : ''}${sourceText(source)}`;
      const texts = [...new Set(known.map(textOf))];
      if (texts.length <= MAX_BESIDE) return texts.length === 0 ? undefined : texts.join('; ');
      // What is left out says nothing that is worth a look.
      const doubtful = new Set(known.filter(({ source }) => isDoubtful(source)).map(textOf));
      return [...doubtful, ...texts.filter((text) => !doubtful.has(text))].slice(0, MAX_BESIDE).join('; ');
    },
  };
}

/** Sources that stand beside an argument. */
const MAX_BESIDE = 3;
const isDoubtful = ({ from }: Sourced['source']): boolean => ['nobody', 'agent', 'not compared'].includes(from);

/** Whether a value is one of an argument's. Names of arguments may have points: `customer.id`. */
const isIn = (argument: string, { place }: Sourced['leaf']): boolean =>
  place === argument || (argument !== '' && ['.', '['].some((mark) => place.startsWith(argument + mark)));

/**
 * What a question tells of what is unsaid: what only the agent said stands beside its argument, unless that is drawn in
 * another way. @param args the names of the arguments that are drawn, of each call
 */
export const unsaidBeside = (
  { unsaid, sources }: Pick<Brief, 'unsaid' | 'sources'>,
  args: readonly (readonly string[])[],
): readonly string[] =>
  sources.every((own, call) =>
    own.every(({ source, leaf }) => source.from !== 'agent' || args[call]?.some((argument) => isIn(argument, leaf))),
  )
    ? inventedOf({ unsaid })
    : unsaid;

/** Arguments of which structured content has the source. */
const MAX_SOURCES = 20;
