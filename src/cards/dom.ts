/** Elements by hand. Text enters a page as text alone: nothing here reads markup. */
import { piecesOf } from './pieces.ts';

export type Child = Node | string | undefined | false;
type Attribute = string | number | boolean | undefined | ((event: Event) => void);

/** An element with attributes and children. A function is a listener (`onclick`), `true` an attribute without a value. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  fill(element, ...children);
  return element;
}

/** Replaces all children with these. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== undefined && child !== false));
}

/** What others wrote, kept apart from the text around it, whatever its direction, and with what hides in it named. */
export const foreign = (text: string): HTMLElement =>
  el(
    'bdi',
    { dir: 'auto' },
    ...piecesOf(text).map(({ kind, words }) => (kind === 'text' ? words : el('span', { class: 'hidden' }, words))),
  );

/** Without the marks that the server puts around what others wrote. */
export const bare = (text: string): string => text.replace(/[⟦⟧]/g, '');

/** A line of the server's words with what others wrote in it: the marks become elements. */
export const marked = (line: string): Child[] =>
  line
    .split(/(⟦[^⟧]*⟧)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('⟦') ? foreign(bare(part)) : part));

/** What others wrote in such a line, alone; all of it where nothing is marked. */
export const quoted = (line: string): HTMLElement => foreign(bare(/⟦[^⟧]*⟧/.exec(line)?.[0] ?? line));

let names = 0;
/** An id that no other element has. */
export const newId = (): string => `n${++names}`;
