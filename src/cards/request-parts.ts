/** Draws the parts of a request: calls with their arguments, the agent's text, and other fields. */
import { type Brief, type Fields, number, text } from './data.ts';
import { bare, type Child, el, foreign, marked } from './dom.ts';

/** A part of a request, assembled from its pages. */
export interface Part {
  readonly kind: string;
  readonly title: string;
  /** Of a call: `open`, `in-text`, `answered` or `earlier`. */
  readonly state: string | undefined;
  text: string;
}

/** Adds a page to the parts. */
export function addParts(parts: Map<number, Part>, records: readonly Fields[]): void {
  for (const record of records) {
    const place = number(record, 'part') ?? parts.size;
    const received = bare(text(record, 'text') ?? '');
    const known = parts.get(place);
    if (known !== undefined) known.text += received;
    else {
      const title = bare(text(record, 'title') ?? '');
      parts.set(place, { kind: text(record, 'kind') ?? 'also', title, state: text(record, 'state'), text: received });
    }
  }
}

const ofKind = (parts: readonly Part[], kind: string): readonly Part[] => parts.filter((part) => part.kind === kind);

/** The calls to decide on: unanswered ones if there are any. */
export function decidedCalls(parts: readonly Part[]): readonly Part[] {
  const calls = ofKind(parts, 'call');
  const now = calls.filter(({ state }) => state === 'open' || state === 'in-text');
  return now.length > 0 ? now : calls;
}

/** The parts in order of importance: calls first. `task` is the user's. */
export function drawParts(parts: readonly Part[], task: string | undefined): HTMLElement[] {
  const calls = decidedCalls(parts);
  const others = ofKind(parts, 'call').filter((call) => !calls.includes(call));
  const tasks = task === undefined ? [] : [el('p', { class: 'prose' }, ...marked(task))];
  return [
    section(calls.length === 1 ? 'Call' : 'Calls', calls.map(drawCall)),
    section('Task', tasks),
    section(calls.length > 0 ? 'What the agent says' : 'What it asks for', ofKind(parts, 'says').map(drawText)),
    section('Other calls', others.map(drawCall)),
    section('Sent with it', ofKind(parts, 'also').map(drawBeside)),
  ].filter((one) => one !== undefined);
}

/** Arguments in a line: `amount 249 · currency EUR`; the marked text if they aren't JSON. */
export function drawInLine(content: string): HTMLElement {
  const rows = rowsOf(bare(content));
  if (rows === undefined) return el('span', { class: 'args' }, ...marked(content));
  return el(
    'span',
    { class: 'args' },
    ...rows.map(([name, value]) =>
      el('span', { class: 'arg' }, foreign(name), '\u00a0', el('b', {}, foreign(valueText(value)))),
    ),
  );
}

function section(title: string, children: readonly Child[]): HTMLElement | undefined {
  return children.length === 0 ? undefined : el('section', {}, el('h3', {}, title), ...children);
}

const STATES: Readonly<Record<string, string>> = { answered: 'answered before', earlier: 'left open before' };

function drawCall({ title, state = '', text: content }: Part): HTMLElement {
  const tag = STATES[state];
  return el(
    'div',
    { class: 'call' },
    el('p', { class: 'name' }, foreign(title), tag !== undefined && el('span', { class: 'tag' }, tag)),
    drawArguments(content),
  );
}

function drawText({ title, text: content }: Part): HTMLElement {
  const isAgent = /^(?:assistant|unknown)$/i.test(title);
  return el(
    'blockquote',
    {},
    !isAgent && el('p', { class: 'muted' }, foreign(title)),
    el('p', { class: 'prose' }, foreign(content)),
  );
}

const drawBeside = ({ title, text: content }: Part): HTMLElement =>
  el(
    'div',
    { class: 'call' },
    el('p', { class: 'muted' }, title === 'thread' ? 'Fields of the thread' : title),
    drawArguments(content),
  );

/** Arguments as rows if they are a JSON object and rows lose nothing; otherwise the text. */
export function drawArguments(content: string): HTMLElement {
  const rows = rowsOf(content);
  if (rows === undefined) return el('pre', {}, foreign(content));
  if (rows.length === 0) return el('p', { class: 'muted' }, 'No arguments.');
  return el(
    'dl',
    { class: 'rows' },
    ...rows.flatMap(([name, value]) => [el('dt', {}, foreign(name)), el('dd', {}, foreign(valueText(value, 1)))]),
  );
}

/** A structured value, such as metadata, as rows. */
export const drawStructured = (record: Fields, key: string): Child =>
  record[key] !== undefined && drawArguments(bare(structuredText(record[key])));

/**
 * A structured value as JSON; one that the server cut, `{excerpt}`, as its excerpt. Only the server writes after a closing
 * mark, so an argument of that name is not taken for one.
 */
export function structuredText(value: unknown): string {
  if (typeof value === 'string') return value;
  const cut = typeof value === 'object' && value !== null && 'excerpt' in value ? value.excerpt : undefined;
  return typeof cut === 'string' && cut.includes('⟧ (') ? cut : JSON.stringify(value);
}

const valueText = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, indent);

/** Undefined if rows would lose a duplicate key or a number beyond double precision. */
function rowsOf(content: string): [string, unknown][] | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const tight = content.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
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

/** The lines of the brief of these kinds. */
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
