/** A dry run: a write stops here, and its result is the request that it would have sent. */
import type { PlatformRequest } from '../../platform/client/request.ts';
import type { Json } from '../../platform/parse/coerce.ts';
import { type ForeignText, foreign } from '../../platform/text.ts';
import { compareFields } from '../contract/compare-fields.ts';
import { fieldName } from '../contract/invisible.ts';
import { masked } from '../contract/mask-credentials.ts';
import { type Item, structured, type ToolResult } from '../contract/result.ts';

/** Thrown instead of sending a write; the engine turns it into a result. */
export class DryRun extends Error {
  override readonly name = 'DryRun';
  readonly result: ToolResult;

  constructor(request: PlatformRequest, current: Json | undefined, warnings: readonly string[] = []) {
    super('Nothing was sent: this is a dry run.');
    this.result = dryRunResult(request, current, warnings);
  }
}

/** Characters of the body that are shown; as JSON inside JSON they may double. */
const MAX_BODY = 4_000;
/** Characters of a value in the list of changes. */
const MAX_VALUE = 300;

function dryRunResult(request: PlatformRequest, current: Json | undefined, warnings: readonly string[]): ToolResult {
  const { method, target, body } = request;
  const changes = current && body ? changesOf(body, current) : undefined;
  // A body may repeat the platform's text, so it is masked before it is cut.
  const sent = body && masked(body);
  const text = sent === undefined ? undefined : foreign(JSON.stringify(sent));
  const part = text?.slice(0, MAX_BODY) ?? '';
  const left = (text?.length ?? 0) - part.length;
  return {
    summary: `Dry run: nothing was sent. The request would be ${method} ${target}${body ? ' with the body below' : ' without a body'}.`,
    notes: [...warnings, ...(left > 0 ? [`The body is cut: ${left} characters of it are not shown.`] : [])],
    facts: { dryRun: true, method, path: target, body: text && structured(text, sent, part) },
    ...(changes && { list: { name: 'changes', items: changes, total: changes.length } }),
  };
}

/** A line for each field of the body: the current value and the new one. Long values are cut. */
function changesOf(body: Json, current: Json): Item[] {
  const changes = compareFields(body, current).filter(({ after }) => after !== undefined);
  return changes.map(({ path, before: now, after: wanted, isSame }) => {
    const field = fieldName(path);
    const before = shown(now);
    const after = shown(wanted);
    return {
      data: { field, before, after, isChange: !isSame },
      line: isSame ? `${field}: stays ${before} (isChange false)` : `${field}: ${before} → ${after} (isChange true)`,
    };
  });
}

const shown = (value: unknown): ForeignText =>
  value === undefined ? foreign('absent') : foreign(JSON.stringify(value)).line(MAX_VALUE);
