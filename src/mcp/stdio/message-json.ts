/** Messages as they are written to a host. */
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { isObject } from '../../platform/parse/coerce.ts';
import { objectJson } from '../engine/written-json.ts';

/** A message as JSON. What a result's lists hold has been written before, to see how long it is. */
export function messageJson(message: JSONRPCMessage): string {
  if (!('result' in message)) return JSON.stringify(message);
  const { result, ...envelope } = message;
  const { structuredContent, ...rest } = result;
  if (!isObject(structuredContent)) return JSON.stringify(message);
  const json = withField(JSON.stringify(rest), 'structuredContent', objectJson(structuredContent));
  return withField(JSON.stringify(envelope), 'result', json);
}

/** JSON of an object with one field more. */
const withField = (object: string, key: string, json: string): string =>
  `${object.slice(0, -1)}${object === '{}' ? '' : ','}"${key}":${json}}`;
