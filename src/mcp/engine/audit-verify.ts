/** Finds lines of an audit log that were changed, taken out, moved or added, by the chains that they are in. */
import { type Link, NOTHING_BEFORE, type ReadLine, readLine } from './audit-chain.ts';

/** What is wrong with a line. */
export interface Finding {
  readonly kind: 'changed' | 'missing' | 'moved' | 'added' | 'unreadable';
  /** The line number, from 1, at which it shows. */
  readonly line: number;
  readonly what: string;
}

/** Those of a process's lines that were found. */
export interface ChainReport {
  readonly chain: string;
  readonly lines: number;
  /** The hash of its last line: noted elsewhere, it proves later that nothing up to there was changed. */
  readonly last: string;
}

export interface VerifyReport {
  readonly lines: number;
  readonly findings: readonly Finding[];
  readonly chains: readonly ChainReport[];
  /** Lines at the beginning that were written before there were chains; nothing vouches for them. */
  readonly unchained: number;
  /** Writes that were sent and have no outcome: their process ended in between, or the line was cut off at the end. */
  readonly open: number;
  /** Of the hashes that were asked for, those that are not in the file: its end was cut off, or it was rewritten. */
  readonly lost: readonly string[];
}

interface Chain extends ChainReport {
  lines: number;
  last: string;
  seq: number;
  at: number;
}

/** Checks the lines (without line breaks; undefined for one that is no UTF-8) in their order. `kept` are hashes that must be there. */
export async function verifyAudit(
  lines: AsyncIterable<string | undefined>,
  kept: readonly string[] = [],
): Promise<VerifyReport> {
  const verifier = new Verifier();
  for await (const text of lines) verifier.take(text);
  return verifier.report(kept);
}

class Verifier {
  readonly #chains = new Map<string, Chain>();
  readonly #hashes = new Set<string>([NOTHING_BEFORE]);
  readonly #open = new Set<unknown>();
  readonly #findings: Finding[] = [];
  #line = 0;
  #unchained = 0;

  take(text: string | undefined): void {
    this.#line++;
    const read = text === undefined ? undefined : readLine(text);
    if (read?.value === undefined) {
      this.#find('unreadable', 'not a JSON object: cut off when the process was killed, or damaged');
    } else if (read.link === undefined) {
      this.#withoutChain();
    } else {
      this.#linked(read, read.link);
    }
    if (read !== undefined) this.#hashes.add(read.hash);
  }

  report(kept: readonly string[]): VerifyReport {
    return {
      lines: this.#line,
      findings: this.#findings,
      chains: [...this.#chains.values()].map(({ chain, lines, last }) => ({ chain, lines, last })),
      unchained: this.#unchained,
      open: this.#open.size,
      lost: kept.filter((hash) => !this.#hashes.has(hash)),
    };
  }

  #find(kind: Finding['kind'], what: string): void {
    this.#findings.push({ kind, line: this.#line, what });
  }

  /** Lines of earlier versions come before the first chain; later ones belong to none. */
  #withoutChain(): void {
    if (this.#chains.size === 0) this.#unchained++;
    else this.#find('added', 'belongs to no chain, although chained lines come before it');
  }

  #linked({ hash, isWhole, value }: ReadLine, link: Link): void {
    if (!isWhole) this.#find('changed', 'its hash does not match its content');
    if (value?.event === 'sending') this.#open.add(value.id);
    else this.#open.delete(value?.id);
    const chain = this.#chains.get(link.chain);
    if (chain === undefined) {
      this.#begins(link, hash);
      return;
    }
    this.#follows(chain, link);
    // A line that came too late does not move the chain on.
    if (link.seq <= chain.seq) return;
    Object.assign(chain, { seq: link.seq, last: hash, at: this.#line });
    chain.lines++;
  }

  #begins({ chain, seq, prev }: Link, hash: string): void {
    if (seq > 1) {
      this.#find('missing', `its chain begins with number ${seq}: the ${seq - 1} before it are missing`);
    } else if (!this.#hashes.has(prev)) {
      this.#find('missing', 'the line that was last when its chain began is missing before it, or was changed');
    }
    this.#chains.set(chain, { chain, lines: 1, last: hash, seq, at: this.#line });
  }

  #follows(chain: Chain, { seq, prev }: Link): void {
    if (seq <= chain.seq) {
      this.#find(
        'moved',
        `number ${seq} of its chain comes after number ${chain.seq} (line ${chain.at}), or appears twice`,
      );
    } else if (seq > chain.seq + 1) {
      const gone = seq - chain.seq - 1;
      this.#find(
        'missing',
        `${gone} of its chain ${gone === 1 ? 'is' : 'are'} missing between line ${chain.at} and this one`,
      );
    } else if (prev !== chain.last) {
      this.#find('changed', `it does not continue line ${chain.at}: one of the two was changed or replaced`);
    }
  }
}
