/** The matrix of tools and faults as a table: a row for each fault, a column for each tool. */
import type { Row } from './fault-matrix.ts';

const LETTERS: Readonly<Record<string, string>> = { ok: '.', error: 'e', done: 'D', nothing: 'n', unknown: 'u' };

const LEGEND = [
  'Reads: . works, e helpful error. Writes: D done, n error and nothing was done, u error and the outcome is unknown;',
  'a lower row of a tool that reads before it writes is its read under the fault, or the one after. ! is wrong.',
];

const PHASES = { write: '', read: ' (read)', after: ' (after)' } as const;
const columnOf = ({ tool, phase }: Row): string => `${tool}${PHASES[phase]}`;

export function tableOf(rows: readonly Row[]): string {
  const columns = [...new Set(rows.map(columnOf))];
  const faults = [...new Set(rows.map(({ fault }) => fault))];
  const width = Math.max(...faults.map((name) => name.length));
  const key = columns.map((name, index) => `${String(index + 1).padStart(2)} ${name}`);
  const header = [0, 1].map((digit) => columns.map((_, index) => String(index + 1).padStart(2)[digit]).join(' '));
  const lines = faults.map((fault) => {
    const cells = columns.map((column) => {
      const row = rows.find((one) => one.fault === fault && columnOf(one) === column);
      if (row === undefined) return ' ';
      return row.problems.length > 0 ? '!' : (LETTERS[row.outcome] ?? '?');
    });
    return `${fault.padEnd(width)}  ${cells.join(' ')}`;
  });
  return [...LEGEND, '', ...key, '', ...header.map((line) => `${' '.repeat(width)}  ${line}`), ...lines].join('\n');
}

/** One row for each group of faults, for the documentation. */
export function summaryOf(rows: readonly Row[]): string {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const said = (group: string, phase: Row['phase']): string => {
    const own = rows.filter((row) => row.group === group && row.phase === phase);
    const counts = new Map<string, number>();
    for (const { outcome } of own) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    return [...counts].map(([outcome, n]) => `${outcome} ${n}`).join(', ');
  };
  const lines = groups.map((group) => {
    const names = [...new Set(rows.filter((row) => row.group === group).map(({ fault }) => fault))];
    return `| ${group} | ${names.join(' · ')} | ${said(group, 'read')} | ${said(group, 'write')} | ${said(group, 'after')} |`;
  });
  return ['| Faults | One by one | Reads | Writes | Read after a write |', '|---|---|---|---|---|', ...lines].join(
    '\n',
  );
}
