/** A table that scrolls by itself where it is wider than the page. */
import { type Child, el } from './dom.ts';

/** @param label its accessible name @param rows the first cell of each is its heading */
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
