/** `npm run test:fuzz [inputs] [seed]`: 10,000 generated inputs. Exits with 1 if anything is wrong. */
import { fuzz } from '../support/fault-fuzz.ts';

const [inputs = '10000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
const started = Date.now();
const report = await fuzz(Number(inputs), Number(seed));
for (const problem of report.problems.slice(0, 50)) process.stdout.write(`WRONG ${problem}\n`);
process.stdout.write(
  `${report.inputs} inputs to ${report.targets} targets, seed ${seed}: ${report.problems.length} wrong, ${Math.round((Date.now() - started) / 1000)} s\n`,
);
process.exitCode = report.problems.length > 0 ? 1 : 0;
