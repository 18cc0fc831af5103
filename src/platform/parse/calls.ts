/** An agent's calls, under `tool_calls`. A human decides on them, so their unknown parts are kept as JSON. */
import { foreign } from '../text.ts';
import {
  compact,
  fieldsThat,
  foreignJson,
  identifier,
  isEmpty,
  isObject,
  isPlainId,
  type Json,
  text,
} from './coerce.ts';
import { parsedJson } from './json-text.ts';

/** A call that an agent wants to make or has made. */
export type ToolCall = NonNullable<ReturnType<typeof readCall>>;

/** The key of calls, in a message or beside the messages. */
export const CALLS = 'tool_calls';

/** The calls in a list, and the entries that are not calls; both empty if the value is not a list. */
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

/** Keys of a call's arguments, and types that say nothing but that it is a call: frameworks of agents send their own. */
const ARGUMENTS = ['arguments', 'args', 'input', 'parameters'] as const;
const CALL_TYPES: ReadonlySet<unknown> = new Set(['function', 'tool_call', 'tool_use']);

/** `{id, type: 'function', function: {name, arguments}}`, or flat; undefined without a name. */
function readCall(entry: unknown) {
  if (!isObject(entry)) return undefined;
  const { function: target, ...outer } = entry;
  const isNested = isObject(target);
  const { name: nameValue, ...fields } = isNested ? target : entry;
  const inner = ARGUMENTS.find((one) => !isEmpty(fields[one]));
  // They may stand beside the function that they are for.
  const own = isNested && inner === undefined ? ARGUMENTS.find((one) => !isEmpty(outer[one])) : undefined;
  const { [inner ?? 'arguments']: args, ...beside } = fields;
  const name = text(nameValue);
  if (name === undefined || name === '') return undefined;
  const { id, type, index, ...others } = isNested ? outer : beside;
  const around = own === undefined ? others : fieldsThat((key) => key !== own, others);
  const more = filled({
    ...around,
    ...(isPlainId(id) ? {} : { id }),
    ...(CALL_TYPES.has(type) ? {} : { type }),
    ...(typeof index === 'number' ? {} : { index }),
    ...(isNested ? { function: filled(beside) } : {}),
  });
  return compact({
    name: foreign(name),
    /** JSON text, or the text that was sent in its place. */
    arguments: foreignJson(own === undefined ? args : outer[own]) ?? foreign('{}'),
    id: isPlainId(id) ? identifier(id) : undefined,
    /** JSON text of the other fields that the platform sent for the call. */
    more: foreignJson(more),
  });
}

/** The fields that are not empty. */
export const filled = (source: Json): Json => fieldsThat((_key, value) => !isEmpty(value), source);

/** The arguments as parsed JSON, or as text if they are not JSON. */
export function parsedArguments({ arguments: args }: Pick<ToolCall, 'arguments'>): unknown {
  return parsedJson(args.raw) ?? args.raw;
}

/** `calls NAME with ARGUMENTS`, unabridged and without marks: a call wherever it is shown as text. */
export function callAsText({ name, arguments: args, more }: Pick<ToolCall, 'name' | 'arguments' | 'more'>): string {
  return `calls ${name.raw} with ${args.raw}${more === undefined ? '' : ` and ${more.raw}`}`;
}
