/**
 * The chain of audit lines. Each process has its own chain, since several may append to one file: its lines are
 * numbered, and each names the hash of the one before. The first names the hash of what was the file's last line when
 * the process began, so that chains hold on to each other across restarts.
 *
 * The hashes are not keyed: anyone who can write the file can write a whole new chain. docs/approvals-and-safety.md says
 * what that means, and how a hash kept elsewhere closes it.
 */

import * as z from 'zod';
import { nodeCrypto } from '../../node-crypto.ts';
import { parsedJson } from '../../platform/parse/json-text.ts';

/** What the first line of a chain names where the file was empty. */
export const NOTHING_BEFORE = '0'.repeat(64);

/** The last member of a line, so that a line without it is what was hashed. */
const HASH = /,"hash":"([0-9a-f]{64})"\}$/;
const Link = z.object({ chain: z.string().min(1), seq: z.int().min(1), prev: z.string().regex(/^[0-9a-f]{64}$/) });

/** A line's place: its chain, its number from 1, and the hash of the line before. */
export type Link = z.infer<typeof Link>;

/** What can be read of a line. */
export interface ReadLine {
  /** Its hash as the next line names it. */
  readonly hash: string;
  /** Absent: the line belongs to no chain. */
  readonly link: Link | undefined;
  /** Whether the line is what was hashed. */
  readonly isWhole: boolean;
  /** The rest of the line; undefined where it is not a JSON object. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
}

/** Makes the audit lines of one process. */
export class Chain {
  readonly #id = nodeCrypto().randomUUID();
  #seq = 0;
  #last: string | undefined;

  /** The text of the next line, without line break. `lastLine` gives the last line of the file, for the first of ours. */
  next(value: object, lastLine: () => string | undefined): { readonly text: string; written(): void } {
    const before = this.#last ?? hashOf(lastLine());
    const link: Link = { chain: this.#id, seq: this.#seq + 1, prev: before };
    const body = JSON.stringify({ ...value, ...link });
    const hash = sha256(body);
    return {
      text: `${body.slice(0, -1)},"hash":"${hash}"}`,
      // A line that could not be written is no part of the chain: the next one takes its number.
      written: () => {
        this.#seq = link.seq;
        this.#last = hash;
      },
    };
  }
}

/** Reads a line of the file, without its line break. */
export function readLine(text: string): ReadLine {
  const given = HASH.exec(text);
  const body = given === null ? text : `${text.slice(0, given.index)}}`;
  const value = objectOf(text);
  const link = given === null ? undefined : Link.safeParse(value).data;
  const hash = given?.[1] ?? sha256(text);
  return { hash, link, isWhole: given === null || hash === sha256(body), value };
}

const hashOf = (line: string | undefined): string => (line === undefined ? NOTHING_BEFORE : readLine(line).hash);
const sha256 = (text: string): string => nodeCrypto().createHash('sha256').update(text).digest('hex');

const objectOf = (text: string): Readonly<Record<string, unknown>> | undefined =>
  z.record(z.string(), z.unknown()).safeParse(parsedJson(text)).data;
