/** Messages as they are written to a host. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';
import { jsonParts } from '../engine/written-json.ts';

/**
 * A message as parts of its JSON, to be written one after the other. What a result's lists hold has been written before,
 * to see how long it is.
 */
export function messageParts(message: JSONRPCMessage): readonly string[] {
  if (!('result' in message)) return [JSON.stringify(message)];
  const { result, ...envelope } = message;
  const { structuredContent, ...rest } = result;
  if (!isObject(structuredContent)) return [JSON.stringify(message)];
  // Field by field: taking the end off JSON that is put together already would copy it.
  let head = `${JSON.stringify(envelope).slice(0, -1)},"result":{`;
  for (const key of Object.keys(rest)) {
    const json: string | undefined = JSON.stringify(rest[key]);
    if (json !== undefined) head += `${JSON.stringify(key)}:${json},`;
  }
  const [first = '', ...others] = jsonParts(structuredContent);
  return [`${head}"structuredContent":${first}`, ...others, '}}'];
}
