/** Which tool shows the values that an argument takes: its description says so, "Thread, from search_threads." */
import { PlatformError } from '../../platform/client/errors.ts';
import { CHECK_IDS } from '../../platform/client/status-errors.ts';
import { type Json, object } from '../../platform/parse/coerce.ts';

/** The tool that an argument's description names; undefined where it names none. */
export function sourceOf({ description }: Json): string | undefined {
  return typeof description === 'string' ? /\bfrom ([a-z]+(?:_[a-z]+)+)/i.exec(description)?.[1] : undefined;
}

/** A failure for an id that the platform does not know, with the tools that show such ids; any other as it is. */
export function withSources(error: unknown, schema: Json): unknown {
  if (!(error instanceof PlatformError) || error.facts.status !== 404 || error.facts.fixer !== 'caller') return error;
  const names = error.facts.target?.split(', ').flatMap((part) => part.split(' ')[0] ?? []) ?? [];
  const sources = names.flatMap((name) => {
    const properties = object(schema.properties);
    // One of several: `threadId` of `threadIds`.
    const source = sourceOf(object(properties[name] ?? object(properties[`${name}s`]).items));
    return source === undefined ? [] : [`${name} from ${source}`];
  });
  if (sources.length === 0) return error;
  const advice = `Check the ids: take ${sources.join(' and ')}, exactly as shown there.`;
  return error.with({ advice: error.facts.advice.replace(CHECK_IDS, advice) });
}
