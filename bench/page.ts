/** Puts a run into docs/performance.md, between two marks: `npm run bench -- --write`. */
import { readFile, writeFile } from 'node:fs/promises';
import { ROOT } from './wire.ts';

const PAGE = `${ROOT}docs/performance.md`;
const BEGIN = '<!-- run: written by npm run bench -- --write -->';
const END = '<!-- end of run -->';

/** @throws where the page has no place for it */
export async function writeRun(run: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no marks for a run`);
  await writeFile(PAGE, `${before}${BEGIN}\n\n${run}\n\n${END}${after}`);
}
