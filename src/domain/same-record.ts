/** Whether an answer is about the requested record: platforms may answer with a different one. */
import { EffectError, Refusal } from '../mcp/contract/errors.ts';
import { identifier, type Json } from '../platform/parse/coerce.ts';

interface Answered {
  readonly id: string | undefined;
  readonly source?: Json;
}

/** Compares all ids of the answer, ignoring case. */
export function isAbout({ id, source = {} }: Answered, known: readonly (string | undefined)[]): boolean {
  const named = [id, ...['id', '_id', 'identifier'].map((key) => identifier(source[key]))];
  const expected = known.map((id) => id?.toLowerCase());
  return named.some((id) => id !== undefined && expected.includes(id.toLowerCase()));
}

/**
 * The record that was read, if it is the requested one.
 * @param kind `tool server`
 * @throws Refusal otherwise
 */
export function requireSameRecord<T extends Answered>(kind: string, requested: string, record: T): T {
  if (isAbout(record, [requested])) return record;
  throw new Refusal(
    `Refused: asked for ${kind} ${requested}, the platform answered with ${kind} ${record.id}. Nothing was changed.`,
  );
}

/**
 * Checks that the answer to a write is about the record that was written.
 * @param write the request: `update of agent 6f1c...`
 * @param known ids and names of the record
 * @throws EffectError if the answer names another record
 */
export function checkRecord(write: string, answer: Answered, known: readonly (string | undefined)[]): void {
  if (answer.id === undefined || isAbout(answer, known)) return;
  throw new EffectError(
    `The platform accepted the ${write}, but its answer names ${answer.id} instead: what became of either is unknown. Check both before calling again.`,
  );
}
