/** Creates, changes and deletes records, after asking a human where necessary; results say what is confirmed. */
import { compareFields } from '../mcp/contract/compare-fields.ts';
import { EffectError } from '../mcp/contract/errors.ts';
import { withMaskNote } from '../mcp/contract/mask-credentials.ts';
import type { NextStep, ToolResult, Value } from '../mcp/contract/result.ts';
import type { PlatformCallOptions, ToolContext } from '../mcp/contract/tool.ts';
import { PlatformError, withoutEffect } from '../platform/client/errors.ts';
import { type Json, ownField } from '../platform/parse/coerce.ts';
import type { Deletion } from '../platform/parse/records.ts';
import { digest, type ForeignText } from '../platform/text.ts';
import { facts } from '../present/record.ts';
import { firstOf } from '../present/units.ts';
import { compareResponse, creationText, noEffect, refuseCopiedMasks } from './changes.ts';
import { type ChangePlan, type Confirmation, changeLines, confirm, consentToChange, leftOutName } from './confirm.ts';
import { checkRecord, isAbout, nameOf, toKnownRecord, type WrittenKind, type WrittenRecord } from './known-record.ts';

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
  next?(record: R): NextStep | undefined;
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

/** What a change has of its own. */
export interface UpdatePlan<R extends WrittenRecord> extends Pick<ChangePlan, 'warnings' | 'details'> {
  /** The record as it is: if any of it changes while the human reads, the reply is refused. */
  readonly record: R;
  /** Reads it again. */
  read(): Promise<R>;
  /** The fields to change, and their new values. */
  readonly requested: Json;
  /** Its current values of such fields, and what else the reply is bound to. Default: all that was sent. */
  values?(record: R): Json;
  /** Default: the one that the caller gave. */
  readonly id?: string;
  /** Further ids and names by which the response may name it. */
  readonly known?: readonly (string | undefined)[];
  /** Where it is: ` of tool server 6f1c...`. */
  readonly where?: string;
  /** Sends the change. */
  send(options: PlatformCallOptions): Promise<R>;
  /** What follows the fields that the response confirms. */
  more?(record: R): string;
  /** Notes on the changed record. */
  notes?(record: R): readonly string[];
  /** Default: those of the table. */
  facts?(record: R): Readonly<Record<string, Value>>;
}

/** Asks, sends and compares. @throws EffectError if the response contradicts requested fields, and confirms none */
export async function updateRecord<R extends WrittenRecord>(
  { kind, idArgument, table }: WrittenKind,
  callersId: string,
  plan: UpdatePlan<R>,
  context: ToolContext,
): Promise<ToolResult> {
  const { requested, id = callersId, known = [], where = '', warnings = [] } = plan;
  const valuesOf = (record: R): Json => plan.values?.(record) ?? record.source;
  const target = `${kind} ${id}${where}`;
  const current = valuesOf(plan.record);
  refuseCopiedMasks(requested, current);
  const stop = await consentToChange({ ...plan, target, name: plan.record.name, current }, context);
  if (stop !== undefined) return { ...stop, facts: { [idArgument]: id, ...stop.facts } };
  const write = plan.send({ emptyAs: { id }, current: async () => current, warnings });
  const response = await toKnownRecord({ kind, doing: 'changing' }, write);
  checkRecord(`update of ${target}`, response, [id, ...known]);
  // An empty response has only the id.
  const isEmpty = Object.keys(response.source).length <= 1;
  // It may show nothing, or the record as it was before: then another read may confirm the change.
  const first = compareResponse(requested, valuesOf(response));
  const isShown = first.shown.length > 0 && first.contradicted.length === 0;
  const again = isShown ? undefined : await plan.read().catch(() => undefined);
  const now = again !== undefined && isAbout(again, [id]) ? again : undefined;
  const later = compareResponse(
    requested,
    now === undefined ? {} : { ...clearedIn(requested, current), ...valuesOf(now) },
  );
  // Where the response shows nothing, a read that contradicts the change may just be early.
  const isTold = first.contradicted.length > 0 || later.contradicted.length === 0;
  const isSeen = now !== undefined && isTold && later.shown.length > first.shown.length;
  const record = isSeen ? now : response;
  const { shown, contradicted, notes } = isSeen ? later : first;
  if (shown.length === 0 && contradicted.length > 0) {
    const fact = notConfirmed(context.platform.isDeferred(), later.contradicted.length > 0);
    throw new EffectError(`The platform accepted the update of ${target}${fact}. ${notes.join(' ')}`);
  }
  const dropped = droppedFrom(requested, current, valuesOf(record));
  const lost = dropped.length === 0 ? '' : `LOST, because the call did not give it: ${firstOf(dropped, NAMED)}. `;
  const fields = shown.map((field) => confirmedField(field, requested[field])).join(', ');
  const more = plan.more?.(record) ?? '';
  const confirmed = `${fields}${more}`;
  // With a note, not all that was asked for is known to be as before.
  const isSame = more === '' && notes.length === 0 && changeLines(requested, current).length === 0;
  return {
    summary: `${lost}${
      shown.length === 0
        ? `The platform accepted the update of ${target}, but does not confirm it.`
        : context.platform.isDeferred() && !(isSeen && contradicted.length === 0)
          ? `The platform accepted the update of ${target} for later (202): its response shows ${confirmed}, and whether it has been carried out is not known.`
          : isSame
            ? `Nothing new in the update of ${target}: the platform shows ${fields} as before.`
            : `Updated ${target}: the platform confirms ${confirmed}.`
    }`,
    notes: [...notes, ...(plan.notes?.(record) ?? [])],
    facts: {
      ...(isEmpty && !isSeen ? {} : (plan.facts?.(record) ?? facts(table, record))),
      [idArgument]: id,
      changed: changesOf(shown, requested, current, valuesOf(record)),
    },
  };
}

/** As null, the cleared fields that had a value: a whole record without them confirms the change. */
const clearedIn = (requested: Json, current: Json): Json =>
  Object.fromEntries(
    Object.entries(requested).filter(([field, value]) => value === null && (ownField(current, field) ?? null) !== null),
  );

/** Follows "The platform accepted ..." if the response contradicts a change. @param isRead whether another read does, too */
const notConfirmed = (isDeferred: boolean, isRead: boolean): string =>
  isRead
    ? noEffect(isDeferred)
    : `${isDeferred ? ' for later (202)' : ''}, but its answer does not show it, and another read showed nothing of it: whether it has taken effect is not known`;

/** The name of a switch alone would say that it was turned on. */
const confirmedField = (field: string, value: unknown): string =>
  typeof value === 'boolean' ? `${field}: ${value}` : field;

/** Fields that are named. */
const NAMED = 10;

/** Fields that an object in the change left out, and that the record has no more. */
const droppedFrom = (requested: Json, current: Json, now: Json): string[] =>
  compareFields(requested, current).flatMap(({ path, before, after }) => {
    const isKept = path.reduce<unknown>(ownField, now) !== undefined;
    return before === undefined || after !== undefined || isKept ? [] : [leftOutName(path)];
  });

/** Characters of an old or new value in a result. */
const VALUE = 120;

/** The confirmed fields, each with its old and new value. */
const changesOf = (fields: readonly string[], requested: Json, current: Json, now: Json): readonly string[] =>
  fields.flatMap((field) => {
    const lines = changeLines({ [field]: requested[field] }, current, VALUE, now);
    // One line each: the bars before further lines are for questions.
    return lines.length > 0 ? lines.map((line) => line.replaceAll('\n│ ', ' ')) : [`${field}: as it was.`];
  });

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

/**
 * Asks, deletes and reports the outcome. It runs again from the start once the human has answered.
 * @param subject tool and arguments, to which the consent is bound
 */
export async function deleteRecord(
  subject: string,
  record: WrittenKind,
  callersId: string,
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
      `The platform accepted the deletion of ${target}, but so far it is NOT deleted: it is still there.`,
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

const notDeleted = (target: string, platformMessage: ForeignText | undefined): PlatformError =>
  withoutEffect({
    fixer: 'platform',
    kind: 'not-deleted',
    what: `The platform answered that it did not delete ${target}.`,
    advice: 'Check whether something still uses it, then call again.',
    ...(platformMessage && { platformMessage }),
  });
