/** A dry run: a write stops here, and answers with the request that it would have sent. */
import { isDeepStrictEqual } from 'node:util';
import type { PlatformRequest } from '../../platform/client/request.ts';
import { isObject } from '../../platform/parse/coerce.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import type { Answer, Item } from '../contract/answer.ts';
import { masked } from '../contract/mask-credentials.ts';

/** Thrown in the place of a write; the engine turns it into a result. */
export class DryRun extends Error {
  override readonly name = 'DryRun';
  readonly answer: Answer;

  constructor(
    request: PlatformRequest,
    standing: Readonly<Record<string, unknown>> | undefined,
    warnings: readonly string[] = [],
  ) {
    super('Nothing was sent: this is a dry run.');
    this.answer = dryRunAnswer(request, standing, warnings);
  }
}

/** Characters of the body that are shown; as JSON inside JSON they take up to twice the room. */
const MAX_BODY = 4_000;
/** Characters of a value in the list of changes. */
const MAX_VALUE = 300;

function dryRunAnswer(
  { method, target, body }: PlatformRequest,
  standing: Readonly<Record<string, unknown>> | undefined,
  warnings: readonly string[],
): Answer {
  const changes = standing && body ? differences(body, standing) : undefined;
  const whole = body && JSON.stringify(masked(body));
  // A body may repeat what the platform sent, so it is cut as such: masked first.
  const text = whole === undefined ? undefined : foreign(whole);
  const part = text?.slice(0, MAX_BODY);
  const left = (text?.length ?? 0) - (part?.length ?? 0);
  return {
    summary: `Dry run: nothing was sent. It would be ${method} ${target}${body ? ' with the body below' : ' without a body'}.`,
    notes: [...warnings, ...(left > 0 ? [`The body is cut: ${left} characters of it are not shown.`] : [])],
    facts: { dryRun: true, method, path: target, body: part },
    ...(changes && { list: { name: 'changes', items: changes, total: changes.length } }),
  };
}

/** A line for each field of the body: what stands now, and what would. Longer values are cut. */
function differences(body: Readonly<Record<string, unknown>>, standing: Readonly<Record<string, unknown>>): Item[] {
  return fieldsOf(body, standing).map(({ path, now, wanted }) => {
    const field = path.map((part) => foreign(part).line(60).raw).join('.');
    const before = shown(path, now);
    const after = shown(path, wanted);
    // Two secrets look the same behind their masks; what is sent decides. A mask that is sent keeps what is stored.
    const isSame = isDeepStrictEqual(now, wanted);
    return {
      data: { field, before, after, isChange: !isSame },
      line: isSame ? `${field}: stays ${before} (isChange false)` : `${field}: ${before} → ${after} (isChange true)`,
    };
  });
}

interface Field {
  readonly path: readonly [string, ...string[]];
  readonly now: unknown;
  readonly wanted: unknown;
}

/** The fields of the body; those inside an object one by one where an object stands there now, too. */
function fieldsOf(body: Readonly<Record<string, unknown>>, standing: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(body).flatMap(([key, wanted]): Field[] => {
    const now = own(standing, key);
    if (!isObject(wanted) || !isObject(now)) return [{ path: [key], now, wanted }];
    return Object.entries(wanted).map(([inner, part]) => ({ path: [key, inner], now: own(now, inner), wanted: part }));
  });
}

const own = (source: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(source, key) ? source[key] : undefined;

/** The value at its place: whether it is a secret follows from the keys above it. */
function shown(path: readonly string[], value: unknown): ForeignText {
  if (value === undefined) return foreign('absent');
  const nested = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const inside = path.reduce<unknown>((outer, key) => (isObject(outer) ? own(outer, key) : outer), masked(nested));
  return foreign(JSON.stringify(inside)).line(MAX_VALUE);
}
