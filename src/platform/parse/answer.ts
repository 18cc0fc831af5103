/** What reading an operation's answer gives. */
import type { OperationSpec } from '../operations/operation.ts';
import type { Records } from './records.ts';

/** What a call of the operation gives: the record or records that its answer holds. */
export type AnswerOf<O extends OperationSpec> = O['answer'] extends { readonly many: true }
  ? Page<Records[O['answer']['record']]>
  : Records[O['answer']['record']];

/** A list answer: the records, and what the platform said about the rest, where it said anything. */
export interface Page<T> {
  readonly items: T[];
  readonly total?: number;
  readonly hasMore?: boolean;
  /** The most entries that the answer says it holds: a platform may send fewer than it was asked for. */
  readonly limit?: number;
  /** Entries of the array that were no records at all (null, numbers): counted, so that nothing is lost silently. */
  readonly unreadable: number;
  /** Entries that a pinned tenant keeps out: they count as places, or what follows a page of them would be lost. */
  readonly withheld?: number;
  /** Where in the array each record was, if some of its entries are not among the items. */
  readonly places?: readonly number[];
}
