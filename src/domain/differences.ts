/** What a change would do to a record, field by field: for the human who is asked whether it may be made. */
import { masked } from '../mcp/contract/mask-credentials.ts';
import { isObject } from '../platform/parse/coerce.ts';
import { jsonText } from '../platform/parse/json-text.ts';
import { clean } from '../platform/text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** One field that would change. Texts are cleaned; secrets in them are masked. */
export interface Difference {
  /** Fields inside objects are named with dots: `assistantSpecialization.presets`. */
  readonly field: string;
  /** Undefined where the record does not show the field. */
  readonly before: string | undefined;
  /** Undefined for a field beside the given ones, inside an object: whether it stays is the platform's business. */
  readonly after: string | undefined;
  /** Characters at the beginning and at the end that stay, and are in neither text. */
  readonly stays: number;
}

/** The fields of `asked` whose value is another one in `standing`. */
export function differences(asked: Fields, standing: Fields): Difference[] {
  return compared({ asked, standing, shownAsked: masked(asked), shownStanding: masked(standing), path: '' });
}

interface Pair {
  readonly asked: Fields;
  readonly standing: Fields;
  readonly shownAsked: unknown;
  readonly shownStanding: unknown;
  readonly path: string;
}

const own = (source: unknown, key: string): unknown =>
  isObject(source) && Object.hasOwn(source, key) ? source[key] : undefined;

function compared({ asked, standing, shownAsked, shownStanding, path }: Pair): Difference[] {
  const found: Difference[] = [];
  for (const [key, after] of Object.entries(asked)) {
    if (after === undefined) continue;
    const before = own(standing, key);
    const field = path + key;
    const shown = { shownAsked: own(shownAsked, key), shownStanding: own(shownStanding, key) };
    if (isObject(after) && isObject(before)) {
      found.push(...compared({ asked: after, standing: before, ...shown, path: `${field}.` }));
    } else if (jsonText(after, true) !== jsonText(before, true)) {
      found.push(difference(field, words(shown.shownStanding), words(shown.shownAsked)));
    }
  }
  if (path === '') return found;
  // A platform that replaces the object drops what is not given.
  for (const [key, before] of Object.entries(standing)) {
    if (before === undefined || before === null || asked[key] !== undefined) continue;
    found.push({ field: path + key, before: words(own(shownStanding, key)), after: undefined, stays: 0 });
  }
  return found;
}

const words = (value: unknown): string | undefined =>
  value === undefined ? undefined : clean(typeof value === 'string' ? value : jsonText(value));

/** Texts longer than this are shown without the beginning and end that stay. */
const LONG = 400;
/** Characters of these that are shown all the same, for the reader to find the place. */
const AROUND = 60;

function difference(field: string, before: string | undefined, after: string | undefined): Difference {
  if (before === undefined || after === undefined || Math.max(before.length, after.length) <= LONG) {
    return { field, before, after, stays: 0 };
  }
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const from = Math.max(0, head - AROUND);
  const left = Math.max(0, tail - AROUND);
  const middle = (text: string): string => text.slice(from, text.length - left).toWellFormed();
  return { field, before: middle(before), after: middle(after), stays: from + left };
}
