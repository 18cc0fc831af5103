/** Creates a record, after asking a human if that is necessary, and reports what the response does not confirm. */
import type { NextStep, ToolResult, Value } from '../mcp/contract/result.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import type { Json } from '../platform/parse/coerce.ts';
import { facts } from '../present/record.ts';
import { compareResponse, creationText } from './changes.ts';
import { type Confirmation, confirm } from './confirm.ts';
import { nameOf, type WrittenKind, type WrittenRecord } from './known-record.ts';

/** What a creation has of its own. */
export interface CreationPlan<R extends WrittenRecord> {
  /** Asked before anything is sent. Default: nobody is asked. */
  readonly question?: Confirmation | undefined;
  /** Sends the creation. */
  send(): Promise<R>;
  /** Where the record is: ` on tool server 6f1c...`. */
  readonly where?: string;
  /** What follows the fact: `; this is version 1`. */
  more?(record: R): string;
  /** Default: the requested fields that the response does not confirm. */
  notes?(record: R): readonly string[];
  /** Default: those of the table. */
  facts?(record: R): Readonly<Record<string, Value>>;
  next?(record: R): NextStep;
}

/** @param requested the fields, by the platform's names */
export async function createRecord<R extends WrittenRecord>(
  record: Pick<WrittenKind, 'kind' | 'table'>,
  requested: Json,
  plan: CreationPlan<R>,
  context: ToolContext,
): Promise<ToolResult> {
  const { why } = plan.question === undefined ? {} : await confirm(context, plan.question);
  if (why !== undefined) return { summary: `Nothing was created: ${why}.` };
  const created = await plan.send();
  const what = `${record.kind} ${nameOf(record, created) ?? ''} with id ${created.id}${plan.where ?? ''}`;
  return {
    summary: `${creationText(what, context)}${plan.more?.(created) ?? ''}.`,
    notes: plan.notes?.(created) ?? compareResponse(requested, created.source).notes,
    facts: plan.facts?.(created) ?? facts(record.table, created),
    next: plan.next?.(created),
  };
}
