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

/** The parts in the order in which they are decided on: calls first. */
export function drawParts(parts: readonly Part[]): HTMLElement[] {
  const of = (kind: string): readonly Part[] => parts.filter((part) => part.kind === kind);
  return [
    section('Calls', of('call').map(drawCall)),
    section(of('call').length > 0 ? 'What the agent says' : 'What it asks for', of('says').map(drawSaid)),
    section('Sent with it', of('also').map(drawBeside)),
  ].filter((one) => one !== undefined);
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
  el('div', { class: 'call' }, el('p', { class: 'muted' }, foreign(title)), drawArguments(words));

/** Arguments as rows where they are a JSON object and the rows tell all that the text does; else the text. */
function drawArguments(words: string): HTMLElement {
  const rows = rowsOf(words);
  if (rows === undefined) return el('pre', {}, foreign(words));
  if (rows.length === 0) return el('p', { class: 'muted' }, 'No arguments.');
  return el(
    'dl',
    { class: 'rows' },
    ...rows.flatMap(([name, value]) => [
      el('dt', {}, foreign(name)),
      el('dd', {}, foreign(typeof value === 'string' ? value : JSON.stringify(value, undefined, 1))),
    ]),
  );
}

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

/** What differs from before and what contradicts, in plain sight. */
export const drawBrief = (brief: Brief): HTMLElement[] =>
  BRIEFS.flatMap(([key, kind, title]) => {
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
