/** Compares a change with the current record, field by field, for dry runs and for the question to the human. */
import { isObject, type Json, ownField } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { masked } from './mask-credentials.ts';

/** A field with its path. Objects on both sides are compared field by field. */
export interface ComparedField {
  readonly path: readonly [string, ...string[]];
  /** With secrets masked; undefined if the record doesn't have the field. */
  readonly before: unknown;
  /** With secrets masked; undefined for a field of the record that an object in the change leaves out. */
  readonly after: unknown;
  /**
   * Compares the unmasked values. A value with a secret never counts as equal: otherwise a dry run could confirm a guess. The
   * platform's mask, sent back, isn't a secret.
   */
  readonly isSame: boolean;
}

/** The fields of `change`, and those that the objects in it leave out. */
export function compareFields(change: Json, current: Json): ComparedField[] {
  return compareObjects(current, change, { before: masked(current), after: masked(change) }, []);
}

function compareObjects(
  before: Json,
  after: Json,
  shown: Pick<ComparedField, 'before' | 'after'>,
  above: readonly string[],
): ComparedField[] {
  const found = Object.entries(after).flatMap(([key, value]): ComparedField[] => {
    if (value === undefined) return [];
    const path = pathTo(above, key);
    const old = ownField(before, key);
    const shownHere = { before: ownField(shown.before, key), after: ownField(shown.after, key) };
    if (isObject(value) && isObject(old)) return compareObjects(old, value, shownHere, path);
    const wanted = jsonText(value, true);
    // A field that the record doesn't show may have any value, also where the change clears it.
    const isSame = old !== undefined && wanted === jsonText(old, true) && wanted === jsonText(shownHere.after, true);
    return [{ path, ...shownHere, isSame }];
  });
  if (above.length === 0) return found;
  const leftOut = Object.entries(before).filter(
    ([key, value]) => value !== undefined && value !== null && ownField(after, key) === undefined,
  );
  return [
    ...found,
    ...leftOut.map(([key]) => ({
      path: pathTo(above, key),
      before: ownField(shown.before, key),
      after: undefined,
      isSame: false,
    })),
  ];
}

const pathTo = (above: readonly string[], key: string): [string, ...string[]] => {
  const [first, ...rest] = above;
  return first === undefined ? [key] : [first, ...rest, key];
};
