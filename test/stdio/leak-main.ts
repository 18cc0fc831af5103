/** `npm run test:leak [calls]`: a million calls, and the memory in use after each tenth. Exits with 1 if it grows. */
import { bytesPerCall, measureLeak } from '../support/fault-leak.ts';

const calls = Number(process.argv[2] ?? 1_000_000);
const mb = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).padStart(7);
const started = Date.now();
process.stdout.write('    calls   held MB    RSS MB\n');
const parts = await measureLeak(calls, (part) => {
  process.stdout.write(`${String(part.calls).padStart(9)}   ${mb(part.held)}   ${mb(part.rss)}\n`);
});
const growth = bytesPerCall(parts);
process.stdout.write(
  `${growth.toFixed(2)} bytes a call stay after warm-up, ${Math.round((Date.now() - started) / 1000)} s\n`,
);
process.exitCode = growth > 8 ? 1 : 0;
