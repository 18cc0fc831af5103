/**
 * Reads the calls that a message wants to make. Platforms were seen to send them under a dozen keys, in the shapes of
 * several model APIs; a human decides on them, so whatever part of a call is not understood stays beside it as JSON.
 */

import { type ForeignText, foreign } from '../text.ts';
import { array, compact, identifier, isEmpty, isObject, isPlainId, type Json, text, wordsOfJson } from './coerce.ts';
import { parsedJson } from './json-text.ts';
import type { ToolCall } from './records.ts';

/** Keys that hold calls and nothing else. */
const CALL_KEYS = [
  'tool_calls',
  'toolCalls',
  'tool_call',
  'toolCall',
  'function_call',
  'functionCall',
  'function_calls',
  'functionCalls',
  'custom_tool_call',
  'customToolCall',
  'tool_use',
  'toolUse',
] as const;
/** Keys that hold a call where their value reads like one. */
const MAYBE_KEYS = [
  'pendingAction',
  'pending_action',
  'pendingApproval',
  'pending_approval',
  'pendingCall',
  'pending_call',
  'pendingCalls',
  'pending_calls',
  'approvalRequest',
  'approval_request',
  'action',
] as const;

const NAME_KEYS = ['name', 'toolName', 'tool_name', 'tool', 'functionName', 'function_name', 'action'] as const;
const ARGUMENT_KEYS = [
  'arguments',
  'args',
  'input',
  'params',
  'parameters',
  'toolInput',
  'tool_input',
  'payload',
  'data',
  'body',
] as const;
const ID_KEYS = ['id', 'call_id', 'callId', 'tool_call_id', 'toolCallId', 'tool_use_id', 'toolUseId'] as const;
/** Kinds of a call that say nothing about it. */
const KINDS: ReadonlySet<unknown> = new Set([
  'function',
  'custom',
  'tool_use',
  'tool-call',
  'tool_call',
  'function_call',
  'call',
]);
/** The part that names the function, beside which the arguments may stand. */
const TARGET_KEYS = ['function', 'custom'] as const;

interface CallsRead {
  readonly calls: readonly ToolCall[];
  /** Keys of the source that are in the calls, whole. */
  readonly keys: ReadonlySet<string>;
}

const KNOWN_KEYS: ReadonlySet<string> = new Set([...CALL_KEYS, ...MAYBE_KEYS]);
const NO_CALLS: CallsRead = { calls: [], keys: new Set() };

/** The calls that stand under any of the known keys of a message or thread. */
export function readCalls(source: Json): CallsRead {
  // Nearly always: a look at the few keys that there are, where one for each known key took 3 % of a list.
  if (!holdsKnownKey(source)) return NO_CALLS;
  const calls: ToolCall[] = [];
  const keys = new Set<string>();
  // One by one: a hundred thousand arguments at once overflow the stack.
  const take = (value: unknown): void => callsIn(value).forEach((call) => void calls.push(call));
  for (const key of CALL_KEYS) {
    if (!Object.hasOwn(source, key) || isEmpty(source[key])) continue;
    take(source[key]);
    keys.add(key);
  }
  for (const key of MAYBE_KEYS) {
    if (!Object.hasOwn(source, key) || !readsLikeCalls(source[key])) continue;
    take(source[key]);
    keys.add(key);
  }
  return { calls, keys };
}

function holdsKnownKey(source: Json): boolean {
  for (const key in source) if (KNOWN_KEYS.has(key)) return true;
  return false;
}

/** Whether a part of a message's content is a call: `{type: 'tool_use', name, input}` and its kin. */
export const isCallPart = (part: Json): boolean =>
  typeof part.type === 'string' && /^(?:custom[_-]?)?(?:tool|function)[_-]?(?:use|call)$/i.test(part.type);

/** Lists inside lists are followed to here; what lies deeper is shown as JSON. */
const MAX_DEPTH = 8;

/** One call in any of its shapes, or several. Numbers and the like count as a call without a name. */
export function callsIn(value: unknown, depth = 0): ToolCall[] {
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) {
    if (depth > MAX_DEPTH) return [{ name: foreign('unknown'), arguments: wordsOfJson(value) ?? foreign('') }];
    return value.flatMap((part) => callsIn(part, depth + 1));
  }
  if (isObject(value)) return [readCall(value)];
  const plain = text(value) ?? '';
  const parsed = /^\s*[[{]/.test(plain) ? parsedJson(plain) : undefined;
  if (parsed !== undefined && readsLikeCalls(parsed)) return callsIn(parsed);
  return [{ name: foreign('unknown'), arguments: foreign(plain) }];
}

/** Whether every entry names a function and holds arguments: then nothing else is lost by calling it a call. */
function readsLikeCalls(value: unknown): boolean {
  const entries = Array.isArray(value) ? array(value) : [value];
  return (
    entries.length > 0 &&
    entries.every((entry) => {
      if (!isObject(entry)) return false;
      const target = targetOf(entry)?.target ?? entry;
      return nameIn(target) !== undefined && [...ARGUMENT_KEYS].some((key) => has(target, key) || has(entry, key));
    })
  );
}

const has = (source: Json, key: string): boolean => Object.hasOwn(source, key) && source[key] !== undefined;

function targetOf(source: Json): { readonly key: string; readonly target: Json } | undefined {
  for (const key of TARGET_KEYS) {
    const target = source[key];
    if (Object.hasOwn(source, key) && isObject(target)) return { key, target };
  }
  return undefined;
}

function nameIn(source: Json): string | undefined {
  return NAME_KEYS.find((key) => has(source, key) && typeof source[key] === 'string' && source[key] !== '');
}

function readCall(source: Json): ToolCall {
  const { key: targetKey, target } = targetOf(source) ?? { key: undefined, target: source };
  const outer: Record<string, unknown> = { ...source };
  const inner: Record<string, unknown> = targetKey === undefined ? outer : { ...target };
  if (targetKey !== undefined) delete outer[targetKey];
  const name =
    taken([inner, outer], NAME_KEYS, (value) => typeof value === 'string' && value !== '') ??
    taken([outer], TARGET_KEYS, (value) => typeof value === 'string');
  const given = taken([inner, outer], ARGUMENT_KEYS, (value) => !isEmpty(value));
  const id = taken([outer, inner], ID_KEYS, (value) => isPlainId(value));
  for (const part of [outer, inner]) {
    if (KINDS.has(part.type)) delete part.type;
    if (typeof part.index === 'number') delete part.index;
  }
  const rest = { ...outer, ...(targetKey === undefined ? {} : { [targetKey]: filled(inner) }) };
  return compact({
    name: foreign(text(name) ?? 'unknown'),
    arguments: wordsOfJson(given) ?? foreign('{}'),
    id: identifier(id),
    more: wordsOfJson(filled(rest)),
  });
}

/** The first value that fits, taken out of where it stood. */
function taken(
  sources: readonly Record<string, unknown>[],
  keys: readonly string[],
  fits: (value: unknown) => boolean,
): unknown {
  for (const source of sources) {
    for (const key of keys) {
      if (!has(source, key) || !fits(source[key])) continue;
      const value = source[key];
      delete source[key];
      return value;
    }
  }
  return undefined;
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
