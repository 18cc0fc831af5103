/** Draws the parts of a request in the server's order: calls with their arguments, what the agent says, other fields. */
import type { Brief, Fields } from './data.ts';
import { bare, type Child, el, foreign, marked } from './dom.ts';
import type { Part } from './request-record.ts';

/** Everything that was sent, in sections. `act`: the calls to decide on; `task` is the user's. */
export function drawParts(parts: readonly Part[], act: readonly Part[], task: string | undefined): HTMLElement[] {
  const others = parts.filter((part) => part.kind === 'call' && !act.includes(part));
  const tasks = task === undefined ? [] : [el('p', { class: 'prose' }, ...marked(task))];
  const ofKind = (kind: Part['kind']): Part[] => parts.filter((part) => part.kind === kind);
  return [
    section(act.length === 1 ? 'Call' : 'Calls', act.map(drawCall)),
    section('Task', tasks),
    section(act.length > 0 ? 'What the agent says' : 'What it asks for', ofKind('says').map(drawText)),
    section('Other calls', others.map(drawCall)),
    section('Sent with it', ofKind('also').map(drawBeside)),
  ].filter((one) => one !== undefined);
}

/** The calls to decide on, in a line or two. */
export function drawAct(parts: readonly Part[], [first, ...more]: readonly Part[]): Child {
  if (first !== undefined) {
    return el(
      'p',
      { class: 'decided' },
      el('strong', {}, foreign(first.title)),
      more.length > 0 && ` and ${more.length} more`,
      ' ',
      inLine(first.args),
    );
  }
  const last = parts.findLast(({ kind }) => kind === 'says');
  return last !== undefined && el('p', { class: 'decided' }, foreign(last.text.slice(-200)));
}

/** `amount 249 · currency EUR`. */
export const inLine = (args: readonly (readonly [string, string])[]): HTMLElement =>
  el(
    'span',
    { class: 'args' },
    ...args.map(([name, value]) => el('span', { class: 'arg' }, foreign(name), '\u00a0', el('b', {}, foreign(value)))),
  );

function section(title: string, children: readonly Child[]): HTMLElement | undefined {
  return children.length === 0 ? undefined : el('section', {}, el('h3', {}, title), ...children);
}

const STATES: Readonly<Record<string, string>> = { answered: 'answered by a tool', earlier: 'left open before' };

function drawCall({ title, state = '', args }: Part): HTMLElement {
  const tag = STATES[state];
  const [first] = args;
  return el(
    'div',
    { class: 'call' },
    el('p', { class: 'name' }, foreign(title), tag !== undefined && el('span', { class: 'tag' }, tag)),
    first === undefined
      ? el('p', { class: 'muted' }, 'No arguments.')
      : first[0] === ''
        ? el('pre', {}, foreign(first[1]))
        : rows(args),
  );
}

const rows = (all: readonly (readonly [string, string])[]): HTMLElement =>
  el(
    'dl',
    { class: 'rows' },
    ...all.flatMap(([name, value]) => [el('dt', {}, foreign(name)), el('dd', {}, foreign(value))]),
  );

const drawText = ({ title, text }: Part): HTMLElement =>
  el(
    'blockquote',
    {},
    title !== '' && el('p', { class: 'muted' }, foreign(title)),
    el('p', { class: 'prose' }, foreign(text)),
  );

const drawBeside = ({ title, text }: Part): HTMLElement =>
  el('div', { class: 'call' }, el('p', { class: 'muted' }, title), drawJson(text));

/** JSON as rows if it is an object; otherwise the text. */
export function drawJson(content: string): HTMLElement {
  const value = parsed(content);
  return value === undefined
    ? el('pre', {}, foreign(content))
    : rows(Object.entries(value).map(([name, one]) => [name, valueText(one, 1)]));
}

/** Undefined unless it is an object that rows show without loss: no duplicate key, no number beyond double precision. */
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
  if (typeof value === 'string') return value;
  const cut = typeof value === 'object' && value !== null && 'excerpt' in value ? value.excerpt : undefined;
  return typeof cut === 'string' && cut.includes('⟧ (') ? cut : JSON.stringify(value);
}

export const valueText = (value: unknown, indent?: number): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, indent);

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
