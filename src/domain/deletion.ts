/** Deletes a record after asking a human, who sees what would be lost. */

import { EffectError } from '../mcp/contract/errors.ts';
import { withMaskNote } from '../mcp/contract/mask-credentials.ts';
import type { ToolResult, Value } from '../mcp/contract/result.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import { PlatformError, withoutEffect } from '../platform/client/errors.ts';
import type { Deletion } from '../platform/parse/records.ts';
import { digest, type ForeignText } from '../platform/text.ts';
import { confirm } from './confirm.ts';
import { checkRecord, nameOf, toKnownRecord, type WrittenKind } from './known-record.ts';

/** What a deletion has of its own. */
export interface DeletionPlan {
  readonly name: ForeignText | undefined;
  /** Default: the one that the caller gave. */
  readonly id?: string;
  /** What would be lost and what would stay, one line each, for the human. */
  readonly losses: readonly string[];
  /** Values to which the human's reply is bound, in addition to name and id. */
  readonly shown: readonly unknown[];
  /** Facts in addition to name and id. */
  readonly facts?: Readonly<Record<string, Value>>;
  remove(): Promise<Deletion>;
  /** Where it was, and what is still there: ` of tool server ⟦Shop⟧. 2 tools remain: a, b`. Read after the deletion. */
  after?(): Promise<string>;
  /** Reads the record again, if the response does not show the outcome; undefined, or a 404, if it is gone. */
  find(): Promise<unknown>;
}

/** What a deletion is asked about. */
export interface DeletionSubject extends WrittenKind {
  /** Tool and arguments, to which the consent is bound. */
  readonly subject: string;
  /** The id that the caller gave. */
  readonly callersId: string;
}

/** Asks, deletes and reports the outcome. It runs again from the start once the human has answered. */
export async function deleteRecord(
  { subject, callersId, ...record }: DeletionSubject,
  plan: DeletionPlan,
  context: ToolContext,
): Promise<ToolResult> {
  const { kind, idArgument } = record;
  const { id = callersId } = plan;
  const facts = { [idArgument]: id, name: nameOf(record, plan), ...plan.facts };
  const target = plan.name === undefined ? `${kind} ${id}` : `${kind} ${plan.name.line(100)} (${id})`;
  const { why } = await confirm(context, {
    subject,
    digest: digest([subject, id, plan.name, ...plan.shown]),
    message: withMaskNote([`Delete ${target}? This can't be undone.`, ...plan.losses]),
    yes: { value: 'delete', title: 'Delete' },
    no: { value: 'keep', title: 'Keep it' },
    chose: 'chose to keep it',
  });
  if (why !== undefined) {
    return {
      summary: `Nothing was deleted: ${why}. The ${target} stays.`,
      facts: { deleted: false, ...facts },
    };
  }
  const isGoneNow = (): Promise<boolean | undefined> => isMissing(plan.find);
  const response = await toKnownRecord({ kind, doing: 'deleting', isGone: isGoneNow }, plan.remove());
  if (response.done === false) throw notDeleted(`${kind} ${id}`, response.message);
  checkRecord(`deletion of ${target}`, { id: response.deletedId }, [id, plan.name?.raw]);
  const isDeferred = context.platform.isDeferred();
  const isGone = isDeferred ? undefined : (response.done ?? (await isMissing(plan.find)));
  if (isGone === false) {
    throw new EffectError(
      `The platform accepted the deletion of ${target}, but it is still there: it was NOT deleted.`,
    );
  }
  const after = isGone === true ? ((await plan.after?.()) ?? '') : '';
  return {
    summary: isDeferred
      ? `The platform accepted the deletion of ${target} for later (202): whether it has been carried out is not known.`
      : isGone
        ? `Deleted ${target}${after}.`
        : `The platform accepted the deletion of ${target}; its answer does not say whether it was carried out, and that could not be read.`,
    facts: { deleted: isGone, ...facts, platformMessage: response.message?.line(300) },
  };
}

/** Whether a record is gone; undefined if that can't be read. @throws CancelledError */
async function isMissing(find: DeletionPlan['find']): Promise<boolean | undefined> {
  try {
    return (await find()) === undefined;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.facts.status === 404 ? true : undefined;
  }
}

function notDeleted(target: string, platformMessage: ForeignText | undefined): PlatformError {
  return withoutEffect({
    fixer: 'platform',
    kind: 'not-deleted',
    what: `The platform answered that it did not delete ${target}.`,
    advice: 'Check whether something still uses it, then call again.',
    ...(platformMessage === undefined ? {} : { platformMessage }),
  });
}
