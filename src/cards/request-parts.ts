/** What a request consists of, drawn: calls with their arguments, what the agent says, and what else came with it. */
import { type Brief, type Fields, number, text } from './data.ts';
import { bare, type Child, el, foreign, marked } from './dom.ts';

/** A part of a request, put together from the pages in which it came. */
export interface Part {
  readonly kind: string;
  readonly title: string;
  readonly isAnswered: boolean;
  text: string;
}

/** Adds what came to the parts that are there. */
export function addParts(parts: Map<number, Part>, records: readonly Fields[]): void {
  for (const record of records) {
    const place = number(record, 'part') ?? parts.size;
    const came = bare(text(record, 'text') ?? '');
    const known = parts.get(place);
    if (known !== undefined) known.text += came;
    else {
      const title = bare(text(record, 'title') ?? '');
      parts.set(place, {
        kind: text(record, 'kind') ?? 'also',
        title,
        isAnswered: record.isAnswered === true,
        text: came,
      });
    }
  }
}

/**
 * The parts in the order that matters to a decision: calls first. Calls that only the agent's words name are in the
 * brief.
 */
export function drawParts(parts: readonly Part[], { calls }: Brief): HTMLElement[] {
  const of = (kind: string): readonly Part[] => parts.filter((part) => part.kind === kind);
  const named = of('call').length > 0 ? [] : calls.map(callOf).filter((call) => call !== undefined);
  return [
    section('Calls', of('call').map(drawCall)),
    section('What it would do', named.map(drawNamed)),
    section(of('call').length > 0 ? 'What the agent says' : 'What it asks for', of('says').map(drawSaid)),
    section('Sent with it', of('also').map(drawBeside)),
  ].filter((one) => one !== undefined);
}

/** A call as a brief words it: its name, its arguments, and what is said of both. */
interface NamedCall {
  readonly name: string;
  readonly arguments: string;
  readonly note: string;
}

/** The call in a line of a brief; undefined where the line has none. */
export function callOf(line: string): NamedCall | undefined {
  const [, name, words, note = ''] = /^⟦([^⟧]*)⟧ ⟦([^⟧]*)⟧(?: \((.*)\))?$/.exec(line) ?? [];
  return name === undefined || words === undefined ? undefined : { name, arguments: words, note };
}

/** What is asked for in few words: `create_refund`, or the first call and how many more there are. */
export function gistOf(
  parts: readonly Part[],
  { calls }: Brief,
): { readonly name: string; readonly more: number } | undefined {
  const made = parts.filter(({ kind }) => kind === 'call');
  const open = made.filter(({ isAnswered }) => !isAnswered);
  const names = (open.length > 0 ? open : made).map(({ title }) => title);
  const all = names.length > 0 ? names : calls.flatMap((line) => callOf(line)?.name ?? []);
  return all[0] === undefined ? undefined : { name: all[0], more: all.length - 1 };
}

/** Arguments in a line: `amount 249 · currency EUR`; the text where it is not JSON. */
export function drawInLine(words: string): HTMLElement {
  const rows = rowsOf(words);
  if (rows === undefined) return el('span', { class: 'args' }, foreign(words));
  return el(
    'span',
    { class: 'args' },
    ...rows.map(([name, value]) =>
      el('span', { class: 'arg' }, foreign(name), ' ', el('b', {}, foreign(wordOf(value)))),
    ),
  );
}

function section(title: string, children: readonly Child[]): HTMLElement | undefined {
  return children.length === 0 ? undefined : el('section', {}, el('h3', {}, title), ...children);
}

function drawCall({ title, isAnswered, text: words }: Part): HTMLElement {
  return el(
    'div',
    { class: 'call' },
    el('p', { class: 'name' }, foreign(title), isAnswered && el('span', { class: 'tag' }, 'answered before')),
    drawArguments(words),
  );
}

const drawNamed = ({ name, arguments: words, note }: NamedCall): HTMLElement =>
  el(
    'div',
    { class: 'call' },
    el('p', { class: 'name' }, foreign(name), note !== '' && el('span', { class: 'tag' }, note)),
    drawArguments(words),
  );

function drawSaid({ title, text: words }: Part): HTMLElement {
  const isAgent = /^(?:assistant|unknown)$/i.test(title);
  return el(
    'blockquote',
    {},
    !isAgent && el('p', { class: 'muted' }, foreign(title)),
    el('p', { class: 'words' }, foreign(words)),
  );
}

const drawBeside = ({ title, text: words }: Part): HTMLElement =>
  el(
    'div',
    { class: 'call' },
    el('p', { class: 'muted' }, title === 'thread' ? 'Fields of the thread' : title),
    drawArguments(words),
  );

/** Arguments as rows where they are a JSON object and the rows tell all that the text does; else the text. */
export function drawArguments(words: string): HTMLElement {
  const rows = rowsOf(words);
  if (rows === undefined) return el('pre', {}, foreign(words));
  if (rows.length === 0) return el('p', { class: 'muted' }, 'No arguments.');
  return el(
    'dl',
    { class: 'rows' },
    ...rows.flatMap(([name, value]) => [el('dt', {}, foreign(name)), el('dd', {}, foreign(wordOf(value, 1)))]),
  );
}

const wordOf = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, indent);

/** A key that occurs twice, or a number that no double holds, would be lost in rows. */
function rowsOf(words: string): [string, unknown][] | undefined {
  try {
    const value: unknown = JSON.parse(words);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const tight = words.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
    return JSON.stringify(value) === tight ? Object.entries(value) : undefined;
  } catch {
    return undefined;
  }
}

const BRIEFS = [
  ['contradictions', 'danger', 'Contradicts'],
  ['unusual', 'warning', 'Unusual'],
  ['earlier', 'info', 'Earlier'],
] as const;

/** What differs from before and what contradicts, in plain sight; of these kinds, or of all. */
export const drawBrief = (
  brief: Brief,
  kinds: readonly (keyof Brief)[] = ['contradictions', 'unusual'],
): HTMLElement[] =>
  BRIEFS.filter(([key]) => kinds.includes(key)).flatMap(([key, kind, title]) => {
    const lines = brief[key];
    if (lines.length === 0) return [];
    return [
      el(
        'div',
        { class: `note ${kind}` },
        el('strong', {}, title),
        el('ul', {}, ...lines.map((line) => el('li', {}, ...marked(line)))),
      ),
    ];
  });
