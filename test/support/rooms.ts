/** The rooms of src, read from the table in docs/architecture.md, "The house". */
import { readFileSync } from 'node:fs';

/** A folder or file below src. */
export interface Room {
  readonly path: string;
  /** The rooms that it may import beside itself and the leaves; each covers what is below it. */
  readonly mayImport: readonly string[];
  /** Its line in the table, which several rooms may share. */
  readonly row: string;
}

const page = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
const section = /^## The house$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
const rows = section.split('\n').filter((line) => line.startsWith('| `'));
const quoted = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

export const ROOMS: readonly Room[] = rows.flatMap((row) => {
  const [, paths, , others] = row.split('|');
  return quoted(paths).map((path) => ({ path: path.replace(/^src\//, ''), mayImport: quoted(others), row }));
});

/** May be imported everywhere, and import only each other. */
export const LEAVES: readonly string[] = ROOMS.filter(({ row }) => row.includes('all may import it')).map(
  ({ path }) => path,
);

/** The arrows drawn below the table, `a, b → c` as a pair for each: the first imports the second. */
export const CHAINS: readonly (readonly [from: string, to: string])[] = (
  /^```\n([\s\S]*?)^```/m.exec(section)?.[1] ?? ''
)
  .split('\n')
  .flatMap((line) => {
    const steps = line.split(' → ').map((step) => step.split(', '));
    return steps
      .slice(1)
      .flatMap((step, index) => (steps[index] ?? []).flatMap((from) => step.map((to) => [from, to] as const)));
  });

export const isIn = (file: string, room: string): boolean => file === room || file.startsWith(`${room}/`);

/** The innermost room that a file is in. */
export function roomOf(file: string): Room | undefined {
  return ROOMS.filter(({ path }) => isIn(file, path)).sort((a, b) => b.path.length - a.path.length)[0];
}
