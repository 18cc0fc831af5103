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

interface Sides {
  readonly before: Json;
  readonly after: Json;
  readonly shownBefore: unknown;
  readonly shownAfter: unknown;
}

/** The fields of `change`, and those that the objects in it leave out. */
export function compareFields(change: Json, current: Json): ComparedField[] {
  const shown = { shownBefore: masked(current), shownAfter: masked(change) };
  return compareObjects({ before: current, after: change, ...shown }, []);
}

function compareObjects({ before, after, shownBefore, shownAfter }: Sides, above: readonly string[]): ComparedField[] {
  const found = Object.entries(after).flatMap(([key, value]): ComparedField[] => {
    if (value === undefined) return [];
    const path = pathTo(above, key);
    const old = ownField(before, key);
    const shown = { before: ownField(shownBefore, key), after: ownField(shownAfter, key) };
    if (isObject(value) && isObject(old)) {
      return compareObjects({ before: old, after: value, shownBefore: shown.before, shownAfter: shown.after }, path);
    }
    const wanted = jsonText(value, true);
    // A field that the record doesn't show may have any value, also where the change clears it.
    const isSame = old !== undefined && wanted === jsonText(old, true) && wanted === jsonText(shown.after, true);
    return [{ path, ...shown, isSame }];
  });
  if (above.length === 0) return found;
  const leftOut = Object.entries(before).filter(
    ([key, value]) => value !== undefined && value !== null && ownField(after, key) === undefined,
  );
  return [
    ...found,
    ...leftOut.map(([key]) => ({
      path: pathTo(above, key),
      before: ownField(shownBefore, key),
      after: undefined,
      isSame: false,
    })),
  ];
}

const pathTo = (above: readonly string[], key: string): [string, ...string[]] => {
  const [first, ...rest] = above;
  return first === undefined ? [key] : [first, ...rest, key];
};
