/**
 * The calls that an agent wants to make, under `tool_calls`. A human decides on them, so what is not understood of one stays
 * beside it as JSON.
 */
import { type ForeignText, foreign } from '../text.ts';
import { compact, identifier, isEmpty, isObject, isPlainId, type Json, text, wordsOfJson } from './coerce.ts';
import { parsedJson } from './json-text.ts';

/** A call that an agent wants to make, or has made. */
export interface ToolCall {
  readonly name: ForeignText;
  /** JSON text, or whatever text stood in its place. */
  readonly arguments: ForeignText;
  readonly id?: string;
  /** JSON text of what else the platform sent for the call. */
  readonly more?: ForeignText;
}

/** Where calls stand, in a message or beside the messages. */
export const CALLS = 'tool_calls';

/** The calls of a list, and the entries that are none; what is no list has none of either. */
export function readCalls(value: unknown): {
  readonly calls: readonly ToolCall[];
  readonly others: readonly unknown[];
} {
  const calls: ToolCall[] = [];
  const others: unknown[] = [];
  for (const entry of Array.isArray(value) ? value : []) {
    const call = readCall(entry);
    if (call !== undefined) calls.push(call);
    else if (!isEmpty(entry)) others.push(entry);
  }
  return { calls, others };
}

/** `{id, type: 'function', function: {name, arguments}}`, or flat; undefined where nothing is named. */
function readCall(entry: unknown): ToolCall | undefined {
  if (!isObject(entry)) return undefined;
  const { function: target, ...outer } = entry;
  const isNested = isObject(target);
  const { name: called, arguments: given, ...beside } = isNested ? target : entry;
  const name = text(called);
  if (name === undefined || name === '') return undefined;
  const { id, type, index, ...around } = isNested ? outer : beside;
  const more = filled({
    ...around,
    ...(isPlainId(id) ? {} : { id }),
    ...(type === 'function' ? {} : { type }),
    ...(typeof index === 'number' ? {} : { index }),
    ...(isNested ? { function: filled(beside) } : {}),
  });
  return compact({
    name: foreign(name),
    arguments: wordsOfJson(given) ?? foreign('{}'),
    id: isPlainId(id) ? identifier(id) : undefined,
    more: wordsOfJson(more),
  });
}

/** What of it says anything. */
export function filled(source: Json): Json {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => !isEmpty(value)));
}

/** Arguments as JSON where they are JSON, else as the text that was sent. */
export function parsedArguments({ arguments: given }: Pick<ToolCall, 'arguments'>): unknown {
  return parsedJson(given.raw) ?? given.raw;
}

/** `calls NAME with ARGUMENTS`, whole, without marks: the words of a call wherever it is read as text. */
export function callWords({
  name,
  arguments: given,
  more,
}: {
  name: ForeignText;
  arguments: ForeignText;
  more?: ForeignText | undefined;
}): string {
  return `calls ${name.raw} with ${given.raw}${more === undefined ? '' : ` and ${more.raw}`}`;
}
