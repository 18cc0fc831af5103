/** `audit verify FILE`: whether lines of an audit log were changed, taken out, moved or added. */

import { createReadStream, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { codeOf } from '../errors.ts';
import { type VerifyReport, verifyAudit } from '../mcp/engine/audit-verify.ts';
import { count } from '../present/units.ts';
import { SettingsError } from '../settings/read.ts';
import { EXIT } from './exit-codes.ts';
import type { Invocation } from './invocation.ts';

const USAGE = 'Usage: audit verify FILE... [--last HASH]... Several files of one log go in order, oldest first.';
/** A file of many broken lines is named by its first ones. */
const MAX_SHOWN = 20;
/** Audit lines are short; a file without line breaks is not an audit log. */
const MAX_LINE = 1_048_576;

/** @throws SettingsError for arguments that can't be understood, or a file that can't be read */
export async function auditCommand({ args, print }: Invocation): Promise<number> {
  const { files, last } = taken(args);
  const report = await verifyAudit(linesOf(files), last);
  for (const line of describe(report, last)) print(line);
  return report.findings.length === 0 && report.lost.length === 0 ? EXIT.ok : EXIT.failed;
}

function taken(args: readonly string[]): { files: readonly string[]; last: readonly string[] } {
  let parsed: { values: { last?: string[] }; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      options: { last: { type: 'string', multiple: true } },
      allowPositionals: true,
    });
  } catch {
    // Node's message repeats the argument, which may be a secret in the wrong place.
    throw new SettingsError(`The arguments can't be understood. ${USAGE}`);
  }
  const [verb, ...files] = parsed.positionals;
  if (verb !== 'verify' || files.length === 0) throw new SettingsError(USAGE);
  const last = (parsed.values.last ?? []).map((hash) => hash.toLowerCase());
  if (!last.every((hash) => /^[0-9a-f]{64}$/.test(hash))) {
    throw new SettingsError('--last takes the "hash" of an audit line: 64 hexadecimal digits.');
  }
  for (const file of files) {
    // Reading a FIFO would wait without end.
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) throw new SettingsError(`No such file: ${JSON.stringify(file)}.`);
    if (!found.isFile()) throw new SettingsError(`${JSON.stringify(file)} is not a regular file.`);
  }
  return { files, last };
}

/** Line by line, so that a log of any size fits; undefined for a line that is no UTF-8 or far too long. */
async function* linesOf(files: readonly string[]): AsyncGenerator<string | undefined> {
  for (const file of files) {
    let rest = Buffer.alloc(0);
    try {
      for await (const chunk of createReadStream(file)) {
        let from = 0;
        const bytes = Buffer.concat([rest, Buffer.from(chunk)]);
        for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
          yield textOf(bytes.subarray(from, end));
          from = end + 1;
        }
        // Cut where it can't be a line any more: it is counted as one, and memory stays bounded.
        rest = bytes.subarray(from, from + MAX_LINE + 1);
      }
    } catch (error) {
      throw new SettingsError(`${JSON.stringify(file)} can't be read (${codeOf(error) ?? 'unknown error'}).`);
    }
    if (rest.length > 0) yield textOf(rest);
  }
}

function textOf(bytes: Buffer): string | undefined {
  if (bytes.length > MAX_LINE) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function describe(report: VerifyReport, last: readonly string[]): string[] {
  const { findings, lost, chains, unchained, open, lines } = report;
  const shown = findings.slice(0, MAX_SHOWN);
  const isWhole = findings.length === 0 && lost.length === 0;
  return [
    isWhole
      ? `Intact: ${count(lines, 'line')}, none changed, moved or added, and none missing in between.`
      : `NOT intact: ${count(findings.length + lost.length, 'finding')} in ${count(lines, 'line')}.`,
    ...shown.map(({ line, kind, what }) => `  line ${line}: ${kind}: ${what}`),
    ...(findings.length > shown.length ? [`  ... and ${findings.length - shown.length} more`] : []),
    ...lost.map((hash) => `  ${hash} matches no line: its line was cut off or changed, or is in another file`),
    ...chains.map((chain) => `Chain ${chain.chain}: ${count(chain.lines, 'line')}, last hash ${chain.last}`),
    ...(unchained > 0
      ? [`${count(unchained, 'line')} at the beginning, from a version without chains, can't be verified.`]
      : []),
    ...(open > 0 ? [`${count(open, 'write')} without an outcome line: the process ended in between.`] : []),
    last.length > 0 && lost.length === 0
      ? 'The hashes given with --last were found: their chains are complete up to those lines.'
      : "This check can't detect lines cut off at the end of a chain, a whole chain that was removed or added, or a file whose hashes were all recomputed. To detect these, keep the last hashes elsewhere and pass them with --last next time.",
  ];
}
