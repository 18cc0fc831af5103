/**
 * `npm run test:faults [-- part of a fault's name]`: every tool against every fault, printed as a table; with `--summary`
 * also the table of docs/reliability.md. Exits with 1 if anything is wrong.
 */
import { FAULTS } from '../support/fault-kinds.ts';
import { runMatrix } from '../support/fault-matrix.ts';
import { summaryOf, tableOf } from '../support/fault-report.ts';

const args = process.argv.slice(2);
const wanted = args.find((arg) => !arg.startsWith('--'));
const started = Date.now();
const faults = FAULTS.filter(({ name }) => wanted === undefined || name.includes(wanted));
const { rows, problems } = await runMatrix(faults);
process.stdout.write(`${tableOf(rows)}\n\n`);
if (args.includes('--summary')) process.stdout.write(`${summaryOf(rows)}\n\n`);
for (const problem of problems) process.stdout.write(`WRONG ${JSON.stringify(problem)}\n`);
const seconds = Math.round((Date.now() - started) / 1000);
process.stdout.write(
  `${faults.length} faults, ${rows.length} calls under fault, ${problems.length} wrong, ${seconds} s\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
