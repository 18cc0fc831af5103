/** Creates elements. Text is inserted only as text: nothing here parses markup. */
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

/** Foreign text, isolated from its surroundings in any writing direction, with hidden characters named. */
export const foreign = (text: string): HTMLElement =>
  el(
    'bdi',
    { dir: 'auto' },
    ...piecesOf(text).map(({ kind, content }) =>
      kind === 'text' ? content : el('span', { class: 'hidden' }, content),
    ),
  );

/** Text without the server's marks around foreign text. */
export const bare = (text: string): string => text.replace(/[⟦⟧]/g, '');

/** A line by the server with foreign text in it: the marks become elements. */
export const marked = (line: string): Child[] =>
  line
    .split(/(⟦[^⟧]*⟧)/)
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('⟦') ? foreign(bare(part)) : part));

/** The foreign text in such a line; the whole line if nothing is marked. */
export const quoted = (line: string): HTMLElement => foreign(bare(/⟦[^⟧]*⟧/.exec(line)?.[0] ?? line));

let names = 0;
/** A unique element id. */
export const newId = (): string => `n${++names}`;
