/** A thread's status as a word with an icon: never by colour alone. */
import { el, foreign } from './dom.ts';

const SIGNS: readonly (readonly [pattern: RegExp, kind: string, sign: string])[] = [
  [/AWAIT|APPROVAL$|PENDING_APPROVAL|WAITING/i, 'warning', '◷'],
  [/REJECT|FAIL|ERROR|CANCEL|TERMINAT|EXCEED/i, 'danger', '✕'],
  [/COMPLETE|DONE|SUCCE/i, 'success', '✓'],
  [/PAUSE/i, 'info', '❙❙'],
  [/RUN|QUEUE|PROCESS|PENDING|START|ACTIVE/i, 'info', '▸'],
];

/** `AWAITING_APPROVAL` as “Awaiting approval”. */
const statusText = (status: string): string => {
  const lower = status.replace(/[_-]+/g, ' ').toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
};

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
