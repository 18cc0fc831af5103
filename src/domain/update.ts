/** Changes a record after asking a human, and reports which of the changes the answer confirms. */
import type { Answer, Value } from '../mcp/contract/answer.ts';
import { EffectError } from '../mcp/contract/errors.ts';
import type { PlatformCallOptions } from '../mcp/contract/platform-calls.ts';
import type { ToolContext } from '../mcp/contract/tool.ts';
import type { Json } from '../platform/parse/coerce.ts';
import { type ChangePlan, changeLines, consentToChange } from './change-consent.ts';
import { type Comparison, compareAnswer, noEffect } from './changes.ts';
import { checkRecord } from './same-record.ts';
import { toKnownRecord } from './unoffered.ts';

/** A record as the answer to its update shows it. */
interface Changed {
  readonly id: string;
  readonly source: Readonly<Record<string, unknown>>;
}

export interface UpdatePlan<T extends Changed> extends ChangePlan {
  /** `agent`, `tool server`. */
  readonly kind: string;
  /** `{agentId}`: the record in the result. */
  readonly ids: Readonly<Record<string, string>>;
  /** Further ids and names by which the answer may name it. */
  readonly known?: readonly (string | undefined)[];
  /** Sends the change. */
  send(options: PlatformCallOptions): Promise<T>;
  /** The facts of the changed record. */
  facts(record: T): Readonly<Record<string, Value>>;
  /** Default: compares `requested` with the record. */
  compare?(record: T): Comparison;
  /** What follows the fields that the answer confirms. */
  more?(record: T): string;
  /** Notes on the changed record. */
  notes?(record: T): readonly string[];
}

/** @throws EffectError if the answer contradicts every requested field */
export async function updateWithConsent<T extends Changed>(plan: UpdatePlan<T>, context: ToolContext): Promise<Answer> {
  const { target, requested, current, ids, known = [], warnings = [] } = plan;
  const stop = await consentToChange(plan, context);
  if (stop !== undefined) return { ...stop, facts: { ...ids, ...stop.facts } };
  const [id = ''] = Object.values(ids);
  const write = plan.send({ emptyAs: { id }, current: async () => current, warnings });
  const record = await toKnownRecord({ kind: plan.kind, doing: 'changing' }, write);
  checkRecord(`update of ${target}`, record, [id, ...known]);
  const { shown, contradicted, notes } = plan.compare?.(record) ?? compareAnswer(requested, record.source);
  if (shown.length === 0 && contradicted.length > 0) {
    throw new EffectError(
      `The platform accepted the update of ${target}${noEffect(context.platform.isDeferred())}. ${notes.join(' ')}`,
    );
  }
  const confirmed = `${shown.join(', ')}${plan.more?.(record) ?? ''}`;
  return {
    summary:
      shown.length === 0
        ? `The platform accepted the update of ${target}, but its answer does not confirm it.`
        : context.platform.isDeferred()
          ? `The platform accepted the update of ${target} for later (202): the answer shows ${confirmed}, and whether it has been carried out is not known.`
          : `Updated ${target}: the answer confirms ${confirmed}.`,
    notes: [...notes, ...(plan.notes?.(record) ?? [])],
    facts: { ...plan.facts(record), ...ids, changed: changesOf(shown, requested, current) },
  };
}

/** Characters of an old or new value in a result. */
const VALUE = 120;

/** The confirmed fields, each with its old and new value. */
const changesOf = (fields: readonly string[], requested: Json, current: Json): readonly string[] =>
  fields.flatMap((field) => {
    const lines = changeLines({ [field]: requested[field] }, current, VALUE);
    // One line each: the bars before further lines are for questions.
    return lines.length > 0 ? lines.map((line) => line.replaceAll('\n│ ', ' ')) : [`${field}: as it was.`];
  });
