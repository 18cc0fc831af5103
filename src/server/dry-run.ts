/** A dry run: a write stops here, and answers with the request that it would have sent. */
import type { PlatformRequest } from '../platform/client/request.ts';
import { foreign } from '../platform/text.ts';
import type { Answer, Item, Value } from './answer.ts';
import { masked } from './credentials.ts';

/** Thrown in the place of a write; the frame turns it into a result. */
export class DryRun extends Error {
  override readonly name = 'DryRun';
  readonly answer: Answer;

  constructor(request: PlatformRequest, standing: Readonly<Record<string, unknown>> | undefined) {
    super('Nothing was sent: this is a dry run.');
    this.answer = dryRunAnswer(request, standing);
  }
}

function dryRunAnswer(
  { method, target, body }: PlatformRequest,
  standing: Readonly<Record<string, unknown>> | undefined,
): Answer {
  const changes = standing && body ? differences(body, standing) : undefined;
  return {
    summary: `Dry run: nothing was sent. It would be ${method} ${target}${body ? ' with the body below' : ' without a body'}.`,
    facts: { dryRun: true, method, path: target, body: body && text(masked(body)) },
    ...(changes && { list: { name: 'changes', items: changes, total: changes.length } }),
  };
}

const text = (value: unknown): Value =>
  typeof value === 'string' ? foreign(value) : foreign(JSON.stringify(value) ?? 'absent');

/** A line for each field of the body: what stands now, and what would. Longer values are cut. */
function differences(body: Readonly<Record<string, unknown>>, standing: Readonly<Record<string, unknown>>): Item[] {
  return Object.entries(body).map(([field, wanted]) => {
    const now = Object.hasOwn(standing, field) ? masked(standing[field]) : undefined;
    const then = masked({ [field]: wanted }) as Record<string, unknown>;
    const before = foreign(now === undefined ? 'absent' : JSON.stringify(now)).line(300);
    const after = foreign(JSON.stringify(then[field])).line(300);
    const isSame = JSON.stringify(now) === JSON.stringify(then[field]);
    return {
      data: { field, before, after, isChange: !isSame },
      line: isSame ? `${field}: stays ${before} (isChange false)` : `${field}: ${before} → ${after} (isChange true)`,
    };
  });
}
