/** Creates elements. Text is inserted only as text: nothing here parses markup. */

export type Child = Node | string | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>;

const isAttributes = (part: Attributes | Child): part is Attributes =>
  typeof part === 'object' && !(part instanceof Node);

/** An element by tag and classes (`p.soft`); a function is a listener (`onclick`), `true` an attribute by itself. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K | `${K}.${string}`,
  ...parts: readonly (Attributes | Child)[]
): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag as K);
  element.classList.add(...classes);
  for (const [key, value] of parts.filter(isAttributes).flatMap(Object.entries)) {
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : String(value));
  }
  fill(element, ...parts.filter((part): part is Child => !isAttributes(part)));
  return element;
}

/** Replaces all children with these. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren(...children.filter((child) => child !== undefined && child !== false));
}

/** The control that lost the focus when its page was drawn again, until one of its name is drawn. */
let unfocused: { readonly tag: string; readonly name: string } | undefined;

/** An entry's id; else its name without figures: `Show the rest (18,000 characters)` is the same button when fewer are left. */
const nameOf = (control: Element): string =>
  control.getAttribute('data-entry') ??
  (control.getAttribute('aria-label') ?? control.textContent ?? '').replace(/[\d.,\s]+/g, '');

/** As {@link fill}; the focus stays on the control of the same name, or else goes to the heading once the page is loaded. */
export function redraw(element: Element, ...children: readonly Child[]): void {
  const active = document.activeElement ?? document.body;
  if (active !== document.body)
    unfocused = element.contains(active) ? { tag: active.tagName, name: nameOf(active) } : undefined;
  fill(element, ...children);
  // A card that the human doesn't use takes the focus from nothing.
  if (unfocused === undefined || !document.hasFocus() || element.contains(document.activeElement)) return;
  const { tag, name } = unfocused;
  const alike = [...element.querySelectorAll<HTMLElement>(`${tag}:not([disabled])`)].filter(
    (one) => nameOf(one) === name,
  );
  // One of several may be about another request.
  const same = alike.length === 1 ? alike[0] : undefined;
  const heading = element.querySelector('.loading') === null ? element.querySelector<HTMLElement>('h1') : null;
  if (same === undefined) heading?.setAttribute('tabindex', '-1');
  (same ?? heading)?.focus({ preventScroll: true });
  if ((same ?? heading) !== null) unfocused = undefined;
}

/** A word with digits: an amount, a date, an account. A longer one than fits on a narrow line may break. */
const NUMBER = /([-+−€$£¥]?[\p{L}\p{N}](?:[\p{L}\p{N}.,'’:+/_–-]*[\p{L}\p{N}%])?)/u;
const MAX_NUMBER = 24;
/** Characters of a longer text, in which thousands of elements would take the browser minutes. */
const LONG = 2_000;

/** Text whose numbers don't break at the end of a line, unless it is long. */
const solid = (text: string): Child[] =>
  text.length <= LONG && /\d/.test(text)
    ? text.split(NUMBER).map((word) => (/\d/.test(word) && word.length <= MAX_NUMBER ? el('span.number', word) : word))
    : [text];

/** Foreign text, isolated from its surroundings in any writing direction. The server has cleaned it. */
export const foreign = (text: string): HTMLElement => el('bdi', { dir: 'auto' }, ...solid(text));

/** Text without the server's marks around foreign text. */
export const bare = (text: string): string => text.replace(/[⟦⟧]/g, '');

/** A line by the server with foreign text in it: the marks become elements. */
export const marked = (line: string): Child[] =>
  line.split(/(⟦[^⟦⟧]*⟧)/).flatMap((part) => (part.startsWith('⟦') ? [foreign(bare(part))] : solid(part)));

/** The foreign text in such a line; the whole line if nothing is marked. */
export const quoted = (line: string): HTMLElement => foreign(bare(/⟦[^⟦⟧]*⟧/.exec(line)?.[0] ?? line));

let names = 0;
/** A unique element id. */
export const newId = (): string => `n${++names}`;

/** The accessible name of a control: at most 80 characters, beginning with the verb. */
export const named = (name: string): string => (name.length > 80 ? `${name.slice(0, 79)}…` : name);

/** A table that scrolls by itself. @param label its accessible name @param rows the first cell of each heads it */
export const drawTable = (label: string, heads: readonly Child[], rows: readonly (readonly Child[])[]): HTMLElement =>
  el(
    'div.scroll',
    { role: 'region', 'aria-label': label, tabindex: 0 },
    el(
      'table',
      el('thead', el('tr', ...heads.map((head) => el('th', { scope: 'col' }, head)))),
      el(
        'tbody',
        ...rows.map(([first, ...others]) =>
          el('tr', el('th', { scope: 'row' }, first), ...others.map((cell) => el('td', cell))),
        ),
      ),
    ),
  );
