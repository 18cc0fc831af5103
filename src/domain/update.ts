/** Changes a record after asking a human, and reports which of the changes the response confirms. */

import { compareFields } from '../mcp/contract/compare-fields.ts';
import { EffectError } from '../mcp/contract/errors.ts';
import type { ToolResult, Value } from '../mcp/contract/result.ts';
import type { PlatformCallOptions, ToolContext } from '../mcp/contract/tool.ts';
import { type Json, ownField } from '../platform/parse/coerce.ts';
import { facts } from '../present/record.ts';
import { firstOf } from '../present/units.ts';
import { type ChangePlan, changeLines, consentToChange, leftOutName } from './change-consent.ts';
import { compareResponse, noEffect } from './changes.ts';
import { checkRecord, toKnownRecord, type WrittenKind, type WrittenRecord } from './known-record.ts';

/** What a change has of its own. */
export interface UpdatePlan<R extends WrittenRecord> extends Pick<ChangePlan, 'warnings' | 'details'> {
  /** The record as it is: if any of it changes while the human reads, the reply is refused. */
  readonly record: R;
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

/** @throws EffectError if the response contradicts every requested field */
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
  const stop = await consentToChange({ ...plan, target, name: plan.record.name, current }, context);
  if (stop !== undefined) return { ...stop, facts: { [idArgument]: id, ...stop.facts } };
  const write = plan.send({ emptyAs: { id }, current: async () => current, warnings });
  const record = await toKnownRecord({ kind, doing: 'changing' }, write);
  checkRecord(`update of ${target}`, record, [id, ...known]);
  const { shown, contradicted, notes } = compareResponse(requested, valuesOf(record));
  if (shown.length === 0 && contradicted.length > 0) {
    throw new EffectError(
      `The platform accepted the update of ${target}${noEffect(context.platform.isDeferred())}. ${notes.join(' ')}`,
    );
  }
  const dropped = droppedFrom(requested, current, valuesOf(record));
  const lost = dropped.length === 0 ? '' : `LOST, because the call did not give it: ${firstOf(dropped, NAMED)}. `;
  const confirmed = `${shown.map((field) => confirmedField(field, requested[field])).join(', ')}${plan.more?.(record) ?? ''}`;
  return {
    summary: `${lost}${
      shown.length === 0
        ? `The platform accepted the update of ${target}, but does not confirm it.`
        : context.platform.isDeferred()
          ? `The platform accepted the update of ${target} for later (202): its response shows ${confirmed}, and whether it has been carried out is not known.`
          : `Updated ${target}: the platform confirms ${confirmed}.`
    }`,
    notes: [...notes, ...(plan.notes?.(record) ?? [])],
    facts: {
      ...(plan.facts?.(record) ?? facts(table, record)),
      [idArgument]: id,
      changed: changesOf(shown, requested, current, valuesOf(record)),
    },
  };
}

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
