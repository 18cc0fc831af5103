/**
 * Lets go of a tool's result once it was copied. V8 puts functions that are assigned to a property among its old objects,
 * and what they reach survives until the next full collection. The SDK's schema of a result assigns such a function for each
 * result (zod's `superRefine` and `transform`); so does a check that fails, such as the one that asks of an answer over HTTP
 * whether it is an error. A list of 20 threads left 80 KB behind; collecting that took a fifth of the calls.
 */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';

/** Empties the result `made` where `checked` shares nothing with it that is emptied. Structured content is only let go. */
export function releaseChecked(made: unknown, checked: unknown): void {
  if (!isObject(made) || made === checked || !isObject(checked)) return;
  const copies = partsOf(checked);
  if (!partsOf(made).some((part) => copies.includes(part))) empty(made);
}

/** Empties the result of a tool that was sent, where the transport has made bytes of it. */
export function releaseSent(message: JSONRPCMessage): void {
  if ('result' in message && Array.isArray(message.result.content)) empty(message.result);
}

/** Undefined, not deleted: that would make it a slower kind of object. */
function empty(result: Record<string, unknown>): void {
  for (const object of [result, ...partsOf(result)]) {
    for (const key of Object.keys(object)) object[key] = undefined;
  }
}

const partsOf = ({ content }: Record<string, unknown>): readonly Record<string, unknown>[] =>
  Array.isArray(content) ? content.filter(isObject) : [];
