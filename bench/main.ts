/**
 * `npm run bench`: measures the built file and prints one table of figures and their baselines, all from this
 * run. `npm run bench -- start calls` runs single parts; `--write` writes a whole run to bench/results; `--help` lists
 * the parts and what they need.
 */

import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { messageOf } from '../src/basics/errors.ts';
import { brief } from './brief.ts';
import { calls } from './calls.ts';
import { http } from './http/index.ts';
import { inbox } from './inbox.ts';
import { chats, memory } from './memory.ts';
import { size } from './size/index.ts';
import { sizes } from './sizes.ts';
import { startUp } from './start-up.ts';
import { type Part, type Row, table } from './table.ts';
import { tasks } from './tasks.ts';
import { team } from './team/index.ts';
import { ROOT } from './wire.ts';

const PARTS: readonly Part[] = [startUp, brief, tasks, calls, http, inbox, memory, chats, sizes, size, team];

const WRITE = '--write';
/** Followed by a number, for the part that takes a duration. */
const MINUTES = '--minutes';

const HELP = `npm run bench -- [part ...]     measures these parts, or all of them
npm run bench -- ${WRITE}       measures all of them, and writes the run to bench/results/<date>.md
npm run bench -- team ${MINUTES} 10   kills replicas for ten minutes instead of two

${PARTS.map(({ name, about, needs }) => `  ${name.padEnd(6)} ${about}${needs === undefined ? '' : `\n         needs ${needs}`}`).join('\n')}

The peers are fetched from npm by the first run. Exits with 1 if a part failed; an unmet goal is not a failure.`;

/** The requested minutes: undefined without the flag, NaN for anything but a positive number. */
function minutesIn(args: readonly string[]): number | undefined {
  const at = args.indexOf(MINUTES);
  if (at < 0) return undefined;
  const minutes = Number(args[at + 1]);
  return minutes > 0 ? minutes : Number.NaN;
}

/** An error in the arguments; undefined if there is none. */
function mistakeIn(args: readonly string[], minutes: number | undefined): string | undefined {
  const isPart = (arg: string): boolean => PARTS.some(({ name }) => name === arg);
  if (Number.isNaN(minutes)) return `${MINUTES} takes a number above 0.`;
  const unknown = args.filter((arg, at) => ![WRITE, MINUTES].includes(arg) && args[at - 1] !== MINUTES && !isPart(arg));
  if (unknown.length > 0) return `Unknown: ${unknown.join(', ')}.`;
  // The day's file would lose the figures of other parts.
  if (args.includes(WRITE) && args.some(isPart)) return `${WRITE} is for whole runs: leave the parts out.`;
  return undefined;
}

/** Progress on stderr, on one line: stdout holds the table alone. */
function say(part: Part, text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${part.name}: ${text}`);
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes('--help') || args.includes('-h')) {
    console.log(HELP);
    return;
  }
  const minutes = minutesIn(args);
  const mistake = mistakeIn(args, minutes);
  if (mistake !== undefined) {
    console.error(`${mistake}\n\n${HELP}`);
    process.exitCode = 2;
    return;
  }
  const rows: Row[] = [];
  const [busy = 0] = loadavg();
  const named = PARTS.filter(({ name }) => args.includes(name));
  for (const part of named.length === 0 ? PARTS : named) {
    const started = performance.now();
    try {
      rows.push(...(await part.run((text) => say(part, text), { minutes })));
    } catch (error) {
      // The figures of other parts remain valid.
      rows.push({
        what: `${part.name} failed: ${messageOf(error)}`,
        figure: '-',
        met: false,
      });
      process.exitCode = 1;
    }
    process.stderr.write(
      `${process.stderr.isTTY ? '\r\u001b[K' : ''}${part.name}: ${((performance.now() - started) / 1000).toFixed(0)} s\n`,
    );
  }
  const [cpu] = cpus();
  const machine = `Node ${process.version}, ${cpus().length} cores of ${cpu?.model.trim()}, ${process.platform} ${process.arch}`;
  const missed = rows.filter(({ met }) => met === false);
  const verdict = missed.length === 0 ? 'All goals met.' : `Not met: ${missed.map(({ what }) => what).join('; ')}.`;
  const day = new Date().toISOString().slice(0, 10);
  // Above one, other programs were running.
  const run = `${machine}, ${day}; load when it began: ${busy.toFixed(1)}.\n\n${table(rows)}\n\n${verdict}`;
  console.log(run);
  if (args.includes(WRITE)) await writeFile(`${ROOT}bench/results/${day}.md`, `${run}\n`);
}

await main(process.argv.slice(2));
// A part that failed may have left a server running, which would keep this process alive.
process.exit();
