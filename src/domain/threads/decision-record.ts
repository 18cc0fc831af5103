/**
 * The decision that a platform keeps in an object `approval`, of a thread or in its metadata. Whoever starts a thread may write
 * its metadata: what stands there is the record's own words, and nothing but a list of decisions takes it for one.
 */
import { isObject, metadataOf, pick, text, time } from '../../platform/parse/coerce.ts';
import type { Thread } from '../../platform/parse/records.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { minute } from '../../present/units.ts';
import { verdictIn } from './status.ts';

export interface DecisionRecord {
  readonly verdict: 'approved' | 'rejected';
  /** Whom it names, which need not be a human. */
  readonly by: ForeignText | undefined;
  /** ISO time. */
  readonly at: string | undefined;
  readonly comment: ForeignText | undefined;
  readonly isInMetadata: boolean;
}

/** The record of a thread's decision; the thread's own before that of its metadata. */
export function decisionRecord({ rest = {} }: Pick<Thread, 'rest'>): DecisionRecord | undefined {
  return recordIn(rest.approval, false) ?? recordIn(metadataOf(rest).approval, true);
}

function recordIn(value: unknown, isInMetadata: boolean): DecisionRecord | undefined {
  if (!isObject(value)) return undefined;
  const said = (...keys: string[]): ForeignText | undefined => {
    const found = text(pick(value, ...keys));
    return found === undefined || found.trim() === '' ? undefined : foreign(found);
  };
  const verdict = verdictIn(said('decision', 'status', 'action')?.raw ?? '');
  if (verdict === undefined) return undefined;
  return {
    verdict,
    by: said('decidedBy', 'by', 'user'),
    at: time(pick(value, 'decidedAt', 'at', 'timestamp')),
    comment: said('comment', 'message', 'reason'),
    isInMetadata,
  };
}

/** Characters of a name and of a comment. */
const NAME = 40;
const COMMENT = 80;

/** `its metadata says: rejected by ⟦m.keller⟧, 2026-11-22T09:00Z, ⟦We use our own crane.⟧`. */
export function recordText({ verdict, by, at, comment, isInMetadata }: DecisionRecord): string {
  const whom = by === undefined ? '' : ` by ${by.line(NAME)}`;
  const said = [`${verdict}${whom}`, at && minute(at), comment && String(comment.line(COMMENT))].filter(Boolean);
  return `${isInMetadata ? 'its metadata says' : 'its record says'}: ${said.join(', ')}`;
}
