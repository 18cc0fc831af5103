/** Which of some records a caller's text names, and the refusal where none or several have the name. */

import { alike } from '../basics/nearest.ts';
import { Refusal } from '../mcp/contract/errors.ts';
import { join } from '../mcp/contract/result.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { NOT_STATED } from '../platform/parse/tool-servers.ts';
import type { ForeignText } from '../platform/text.ts';
import { firstOf, minute } from '../present/units.ts';
import type { WholeList } from './all-pages.ts';
import { folded, wordsOf } from './found-text.ts';

/** A record with what tells it from others of the same name. */
export interface Named {
  readonly id: string;
  readonly name?: ForeignText | undefined;
  /** A short name of its own, if it has one. */
  readonly identifier?: string | undefined;
  readonly projectId?: string | undefined;
  readonly state?: string | undefined;
  readonly provider?: ForeignText | undefined;
  readonly createdAt?: string | undefined;
  readonly description?: ForeignText | undefined;
}

export interface Kind {
  readonly noun: string;
  /** The tool that lists them. */
  readonly lister: string;
  /** The argument that takes one's id. Default: the one that took the name. */
  readonly idArgument?: string;
  /** Where something else is that may be meant by such a name, as a sentence that names the tool. */
  readonly also?: { readonly lister: string; readonly hint: string };
}

/** Agents, for tools that take part of a name. */
export const AGENT: Kind = { noun: 'agent', lister: 'list_agents', idArgument: 'agentId' };

/** No list holds a record with the id, or none can be told by its name: another id in the call may be a name. */
export class UnknownRecord extends Refusal {}

/**
 * What a handler does with its records: `write` changes them, `place` puts another record into them, and a platform may take
 * any text for their id.
 */
export type Effect = 'read' | 'write' | 'place';

/** The same of what a name is looked up for; `tried`: the platform has already refused a request with the name for an id. */
export type Purpose = Effect | 'tried';

/** Records that a refusal names with what tells them apart, and by their names alone. */
const NAMED = 5;
const MOST_NAMED = 25;
/** Characters of a description. */
const DESCRIPTION = 60;

/** Whether a record has exactly this name, as names are compared. */
export function isExactly(text: string): (record: Pick<Named, 'name'>) => boolean {
  const wanted = folded(text.trim());
  return ({ name }) => name !== undefined && folded(name.visible.trim()) === wanted;
}

/** Records whose name contains the text, or else all of its words. */
export function namedLike<T extends Pick<Named, 'name'>>(text: string, all: readonly T[]): readonly T[] {
  const having = (words: readonly string[]): readonly T[] =>
    all.filter(({ name }) => {
      const shown = name && folded(name.visible);
      return shown !== undefined && words.every((word) => shown.includes(word));
    });
  const named = having([folded(text.trim())]);
  return named.length > 0 ? named : having(wordsOf(text) ?? ['']);
}

const isIdentified =
  (text: string) =>
  ({ identifier }: Named): boolean =>
    identifier === text.trim();

/** Whether the text is the whole name of a record, or its identifier. */
export function isWholeNameOf(text: string): (record: Named) => boolean {
  const [isNamed, isId] = [isExactly(text), isIdentified(text)];
  return (record) => isNamed(record) || isId(record);
}

/** The same, but an exact match excludes others, of its name or else of its identifier. */
export function recordsNamed<T extends Named>(text: string, all: readonly T[]): readonly T[] {
  const exactly = all.filter(isExactly(text));
  const identified = exactly.length > 0 ? exactly : all.filter(isIdentified(text));
  return identified.length > 0 ? identified : namedLike(text, all);
}

/** The only record with the name; `notes` say if another may have it, too. @throws Refusal if there is none, or several */
export function onlyNamed<T extends Named>(
  text: string,
  among: WholeList<T>,
  kind: Kind,
  context: Pick<ToolContext, 'has'>,
  purpose: Purpose = 'read',
): { readonly found: T; readonly notes: readonly string[] } {
  const named = recordsNamed(text, among.items);
  const [found] = named;
  const { noun, idArgument = 'id' } = kind;
  if (found === undefined) throw noneNamed(among, kind, context, text, purpose);
  if (named.length > 1) {
    const isMany = named.length > NAMED;
    // Of many, only their names: what tells a few apart would hide most of them.
    const some = isMany
      ? firstOf(named, MOST_NAMED, ({ name }) => String(name?.line(40)))
      : firstOf(named, NAMED, tellingLabel);
    const how = isMany ? 'Add a word of its name' : `Give the ${idArgument} of one`;
    throw new UnknownRecord(
      `Refused: ${named.length} ${noun}s have a name like that: ${some}.${unsent(purpose)} ${how}.`,
    );
  }
  if (purpose === 'read') return { found, notes: among.isWhole ? [] : [`The ${mayBeAnother(kind)}`] };
  const meant = `If ${labelOf(found)} is meant, give its id or whole name.`;
  if (!isWholeNameOf(text)(found)) {
    throw new Refusal(`Refused: no ${noun} has exactly that name.${unsent(purpose)} ${meant}`);
  }
  if (!among.isWhole) throw new Refusal(`Refused: the ${mayBeAnother(kind)}${unsent(purpose)} ${meant}`);
  return { found, notes: [] };
}

/** The refusal of a name that no record has: it names those of all that there are whose names are nearest. */
export function noneNamed(
  { items, isWhole }: WholeList<Named>,
  { noun, lister, also }: Kind,
  { has }: Pick<ToolContext, 'has'>,
  text: string,
  purpose: Purpose = 'read',
): Refusal {
  const some = firstOf(nearestFirst(text, items), NAMED, labelOf);
  const others = items.length > NAMED && has(lister) ? ` Check with ${lister}.` : '';
  const elsewhere = also !== undefined && has(also.lister) ? ` ${also.hint}` : '';
  const gap = isWhole ? '' : ` The list of ${noun}s could not be read completely: some ${noun}s may be missing.`;
  return new Refusal(
    `Refused: no ${noun} has a name like that.${unsent(purpose)}${some && ` There are: ${some}.`}${others}${elsewhere}${gap}`,
  );
}

/** Of a read, nothing else would have been sent. */
export const unsent = (purpose: Purpose): string =>
  purpose === 'read' ? '' : purpose === 'tried' ? ' Nothing was changed.' : ' Nothing was sent.';

/** Letters of a word that tells something, and of a text that is compared. */
const WORD = 3;
const COMPARED = 200;

/** The records that share most words with a text first, and among those the most alike. */
function nearestFirst(text: string, items: readonly Named[]): readonly Named[] {
  const wanted = text.slice(0, COMPARED).toLowerCase();
  const words = wanted.split(/\s+/).filter(({ length }) => length >= WORD);
  const scored = items.map((record) => {
    const name = record.name?.visible.slice(0, COMPARED).toLowerCase() ?? '';
    return { record, shared: words.filter((word) => name.includes(word)).length, likeness: alike(wanted, name) };
  });
  return scored.sort((a, b) => b.shared - a.shared || b.likeness - a.likeness).map(({ record }) => record);
}

const mayBeAnother = ({ noun }: Kind): string =>
  `list of ${noun}s could not be read completely: another ${noun} may also have a name like that.`;

export const labelOf = ({ id, name }: Named): string => `${id} ${name?.line(60) ?? ''}`.trim();

/** The same with what tells records of the same name apart. */
function tellingLabel(record: Named): string {
  const { identifier, projectId, state, provider, createdAt, description } = record;
  const telling = join(
    // An assistant's identifier is its id.
    identifier !== record.id && identifier,
    projectId && `project ${projectId}`,
    state !== NOT_STATED && state,
    provider?.line(30),
    createdAt && `created ${minute(createdAt)}`,
    description?.line(DESCRIPTION),
  );
  return telling === '' ? labelOf(record) : `${labelOf(record)} (${telling})`;
}
