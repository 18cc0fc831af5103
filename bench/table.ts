/** The rows of the bench, and how they are printed. */

export interface Row {
  readonly what: string;
  readonly figure: string;
  /** The baseline, measured in the same run. */
  readonly baseline?: string;
  readonly ratio?: string;
  readonly goal?: string;
  readonly met?: boolean;
}

/** A part of the bench: `run` measures, and reports its progress. */
export interface Part {
  readonly name: string;
  readonly about: string;
  /** Requirements beyond `npm ci`. */
  readonly needs?: string;
  run(say: (text: string) => void, options?: PartOptions): Promise<readonly Row[]>;
}

/** Options of a part. */
export interface PartOptions {
  /** For how long replicas of the team are killed and restarted. */
  readonly minutes?: number | undefined;
}

const COLUMNS = ['what', 'figure', 'baseline', 'ratio', 'goal', 'met'] as const;

/** A Markdown table with its columns lined up, so that it reads in a terminal too. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => COLUMNS.map((column) => cell(row[column])));
  const widths = COLUMNS.map((column, at) => Math.max(column.length, ...cells.map((line) => (line[at] ?? '').length)));
  const line = (parts: readonly string[]): string =>
    `| ${parts.map((part, at) => part.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(COLUMNS), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n');
}

const cell = (value: string | boolean | undefined): string =>
  value === undefined ? '' : value === true ? 'yes' : value === false ? 'NO' : value.replaceAll('|', '\\|');

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const mb = (value: number): string => `${value.toFixed(0)} MB`;
export const times = (value: number): string => `${value.toFixed(2)} ×`;
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/** The entry with the most or the least. */
export function first(
  figures: readonly { readonly name: string; readonly value: number }[],
  by: 'most' | 'least',
): string {
  const [best] = [...figures].sort((a, b) => (by === 'most' ? b.value - a.value : a.value - b.value));
  return best?.name ?? '-';
}
