/** Whether an answer is about the record that was asked for: a platform was seen to answer with another one. */
import { EffectError, Refusal } from '../mcp/contract/errors.ts';
import { identifier, type Json } from '../platform/parse/coerce.ts';

interface Answered {
  readonly id: string | undefined;
  readonly source?: Json;
}

/** By any id that the answer has; letters may be of either case. */
export function isAbout({ id, source = {} }: Answered, known: readonly (string | undefined)[]): boolean {
  const named = [id, ...['id', '_id', 'identifier'].map((key) => identifier(source[key]))];
  const own = known.map((one) => one?.toLowerCase());
  return named.some((one) => one !== undefined && own.includes(one.toLowerCase()));
}

/**
 * The record that was read, if it is the one that was asked for.
 * @param kind `tool server`
 * @throws Refusal otherwise
 */
export function requireSameRecord<T extends Answered>(kind: string, asked: string, record: T): T {
  if (isAbout(record, [asked])) return record;
  throw new Refusal(
    `Refused: asked for ${kind} ${asked}, the platform answered with ${kind} ${record.id}. Nothing was changed.`,
  );
}

/**
 * Whatever an answer about another record shows, it is nothing of the one that was written.
 * @param write what was asked for: `update of agent 6f1c...`
 * @param known the ids that the record has, and names by which it is called
 * @throws EffectError where the answer names others
 */
export function checkRecord(write: string, answer: Answered, known: readonly (string | undefined)[]): void {
  if (answer.id === undefined || isAbout(answer, known)) return;
  throw new EffectError(
    `The platform accepted the ${write}, but its answer names ${answer.id} instead: what became of either is unknown. Check both before calling again.`,
  );
}
