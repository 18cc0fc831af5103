/** Lays out the parts of a request in the server's order: calls with their arguments, what is said, other fields. */
import { type Brief, type Fields, number, text } from './data.ts';
import { bare, type Child, el, foreign, marked } from './dom.ts';
import { whole } from './format.ts';
import { type Part, valueText } from './request-record.ts';

/** All parts, and before what is said the user's `task`. */
export function drawParts(parts: readonly Part[], task: string | undefined): Child[] {
  const said = parts.findIndex(({ kind }) => kind === 'says');
  const at = said < 0 ? parts.length : said;
  const tasks = task === undefined ? [] : [el('h2', 'Task'), el('p.prose', ...marked(task))];
  const drawn = parts.map((part, index) =>
    part.kind === 'call'
      ? drawCall(part.title, part.args.length === 0 ? undefined : drawArguments(part), STATES[part.state ?? ''])
      : part.kind === 'says'
        ? drawSaid(part, index === said)
        : el('div', el('h2', foreign(part.title)), drawJson(part.text)),
  );
  return [...drawn.slice(0, at), ...tasks, ...drawn.slice(at)];
}

const STATES: Readonly<Record<string, string>> = { answered: 'answered by a tool', earlier: 'left open before' };

/** A call: its name, the word for its state, and its arguments. */
export const drawCall = (name: string, args: Child = el('p.soft', 'No arguments.'), state?: string): HTMLElement =>
  el('div.call', el('p', el('code', foreign(name)), state && el('span.soft', ` · ${state}`)), args);

const drawArguments = ({ args, sources }: Part): HTMLElement => {
  const [first] = args;
  return args.length === 1 && first?.[0] === '' ? el('pre', foreign(first[1])) : rows(args, sources);
};

/**
 * As wide as it is, on whichever side the text goes on: a margin is on the page’s. Between the blank alone and isolated text,
 * Chromium begins no line, and breaks a word instead.
 */
const gap = (): HTMLElement => el('span', '\u2003', el('wbr'));

/** Names and values, each with the mark of its source if that is known. */
const rows = (all: readonly (readonly [string, string])[], sources: Fields = {}): HTMLElement =>
  el(
    'dl.rows',
    ...all.flatMap(([name, value]) => {
      const from = text(sources, name);
      return [el('dt', foreign(name)), el('dd', foreign(value), from && gap(), from && drawSource(from))];
    }),
  );

/** A value that nobody said stands out by its words, and is underlined. */
const drawSource = (from: string): HTMLElement =>
  el(from === 'nobody said this' ? 'small.source.unsaid' : 'small.source', ...marked(from));

const drawSaid = ({ title, text: said }: Part, isFirst: boolean): HTMLElement =>
  el(
    'div',
    isFirst && el('h2', 'What the agent says'),
    el('blockquote', title !== '' && el('p.soft', foreign(title)), el('p.prose', foreign(said))),
  );

/** `amount 249 · currency EUR`. */
export const inLine = (args: readonly (readonly [string, string])[]): Child[] =>
  args.flatMap(([name, value]) => [gap(), el('span.arg', foreign(name), '\u00a0', el('b', foreign(value)))]);

/** JSON as rows if it is an object that they show without loss; otherwise the text. */
export function drawJson(content: string): HTMLElement {
  const value = parsed(content);
  return value === undefined
    ? el('pre', foreign(content))
    : rows(Object.entries(value).map(([name, one]) => [name, valueText(one, 1)]));
}

/** Undefined with a duplicate key or a number beyond double precision, which parsing loses. */
function parsed(content: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(content);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && JSON.stringify(value) === content ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** A structured value, such as metadata, as rows. */
export const drawStructured = (record: Fields, key: string): Child =>
  record[key] !== undefined && drawJson(bare(structuredText(record[key])));

/**
 * A structured value as JSON; one that the server cut, `{excerpt}`, as its excerpt. Only the server writes after a closing
 * mark, so an argument of that name is not taken for one.
 */
function structuredText(value: unknown): string {
  const cut = typeof value === 'object' && value !== null && 'excerpt' in value ? value.excerpt : undefined;
  return typeof cut === 'string' && cut.includes('⟧ (') ? cut : valueText(value);
}

/** All warnings, in one block; undefined if there are none. */
export const drawWarnings = ({ warnings, risk }: Brief): HTMLElement | undefined =>
  warnings.length === 0
    ? undefined
    : el(
        'ul',
        { class: risk > 1 ? 'warnings grave' : 'warnings', 'aria-label': 'Check this' },
        ...warnings.map(([label, line]) => el('li', label !== '' && el('b', ...marked(label)), ...marked(line))),
      );

/** `, overdue`, or how many of a group are; undefined if none is. */
export function overdueText(item: Fields): HTMLElement | undefined {
  const overdue = number(item, 'overdue') ?? 0;
  const count = number(item, 'alike') === undefined ? '' : `${whole(overdue)} `;
  return overdue === 0 ? undefined : el('span.warning', `, ${count}overdue`);
}

const SIGNS: readonly (readonly [pattern: RegExp, kind: string, sign: string])[] = [
  [/AWAIT|APPROVAL$|PENDING_APPROVAL|WAITING/i, 'warning', '◷'],
  [/REJECT|FAIL|ERROR|CANCEL|TERMINAT|EXCEED/i, 'danger', '✕'],
  // From the beginning: `abandoned` isn't done, nor is `INCOMPLETE` complete.
  [/^(?:COMPLETE|DONE|SUCCE)/i, 'success', '✓'],
  [/PAUSE/i, 'info', '❙❙'],
  [/^(?:RUN|QUEUE|PROCESS|PENDING|START|ACTIVE)/i, 'info', '▸'],
];

/** `AWAITING_APPROVAL` as “Awaiting approval”. */
const statusText = (status: string): string => {
  const lower = status.replace(/[_-]+/g, ' ').toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
};

/** A thread's status as a word with an icon: never by colour alone. */
export function pill(status: string): HTMLElement {
  const [, kind, sign] = SIGNS.find(([pattern]) => pattern.test(status)) ?? [undefined, 'info', '•'];
  return el(
    'span',
    { class: `pill ${kind}` },
    el('span', { 'aria-hidden': 'true' }, sign),
    ' ',
    foreign(statusText(status)),
  );
}
