/** Suggests the next call: one that lists the ids of a failed one, or checks a write; never the one just made. */
import type * as z from 'zod';
import { PlatformError } from '../../platform/client/errors.ts';
import { IDENTIFIER_PATTERN } from '../../platform/identifier.ts';
import { array, type Json, object } from '../../platform/parse/coerce.ts';
import { jsonText } from '../../platform/parse/json-text.ts';
import { type NextStep, nextOf, type ToolResult } from '../contract/result.ts';
import type { Tool } from '../contract/tool.ts';
import { type JsonSchema, schemasOf } from './json-schema.ts';
import type { Selection } from './selection.ts';

/** The first tool that an argument's values come from. */
export const sourceOf = ({ from }: Json): string | undefined => array(from).find((tool) => typeof tool === 'string');

/** The error with advice that names tools to check with. `schema` is that of the arguments, with the session's sources. */
export function withAdvice(error: unknown, schema: JsonSchema, args: Json, has: Selection['has']): unknown {
  if (!(error instanceof PlatformError)) return error;
  const { checks, fixer, target } = error.facts;
  if (checks === 'state')
    return error.with({ advice: `Check its state${has('get_thread') ? ' with get_thread' : ''}.` });
  if (checks !== 'ids' || fixer !== 'caller') return error;
  const properties = object(schema.properties);
  const sources = Object.keys(target ?? {}).flatMap((name) => {
    // An entry of a list: `threadId` of `threadIds`.
    const source = sourceOf(object(properties[name] ?? object(properties[`${name}s`]).items));
    return source === undefined ? [] : [`${name} from ${source}`];
  });
  if (sources.length === 0) return error;
  // Ids in the body may be the unknown ones.
  const others = Object.entries(properties).filter(
    ([name, property]) =>
      target?.[name] === undefined && object(property).pattern === IDENTIFIER_PATTERN && args[name] !== undefined,
  );
  const rest = others.length === 0 ? '' : `, and check ${others.map(([name]) => name).join(' and ')}`;
  return error.with({ advice: `Check the ids: take ${sources.join(' and ')}, exactly as shown there${rest}.` });
}

/** The read, with its ids or the name, that checks a write whose outcome is unknown; undefined if the session has no such read. */
export function lookupCall(selection: Selection, { lookups = [] }: Tool, args: Json): string | undefined {
  const has = (argument: string): boolean => typeof args[argument] === 'string' && args[argument] !== '';
  for (const name of lookups) {
    const lookup = selection.find(name);
    if (lookup === undefined) continue;
    const { properties = {}, required = [] } = schemasOf(lookup).inputSchema;
    if (!required.every(has)) continue;
    const isId = (key: string): boolean => /Id(?:entifier)?$/.test(key);
    const ids = Object.keys(properties).filter((key) => required.includes(key) || (isId(key) && has(key)));
    // What a creation made has no id yet, and may stand on a later page of a list.
    const isNamed = ids.length === 0 && has('name');
    const named = isNamed ? Object.keys(properties).filter((key) => key.endsWith('Name')) : [];
    const given = [...ids.map((key) => [key, args[key]]), ...named.map((key) => [key, args.name])];
    return `${name} ${JSON.stringify(Object.fromEntries(given))}`;
  }
  return undefined;
}

/** The result without a next step that repeats this call, of which omitted arguments count with their defaults. */
export function withoutRepeatedCall(result: ToolResult, tool: string, args: unknown, schema: z.ZodObject): ToolResult {
  if (result.next === undefined) return result;
  const whole = (args: unknown): string => {
    const plain: unknown = JSON.parse(JSON.stringify(args ?? {}));
    const read = schema.safeParse(plain);
    return jsonText(read.success ? read.data : plain, true);
  };
  const isRepeat = (step: NextStep): boolean => step.tool === tool && whole(step.arguments) === whole(args);
  return {
    ...result,
    next: (shown) => {
      const step = nextOf(result, shown);
      return step !== undefined && isRepeat(step) ? undefined : step;
    },
  };
}
