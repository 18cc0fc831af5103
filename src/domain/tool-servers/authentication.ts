/** What a tool server without authentication means for those who call its tools. */
import { isObject, pick, text } from '../../platform/parse/coerce.ts';

/** For the human who is asked, and for results: seen in a deployment (docs/platform-notes.md, "Tool servers and tools"). */
export const NO_AUTHENTICATION =
  "Without authentication of its own, the tool server receives the caller's own Authorization header at its address.";

/** Whether there is no authentication: it is absent, empty, or without a method. */
export function isWithoutAuthentication(config: unknown): boolean {
  if (!isObject(config)) return true;
  const method = text(pick(config, 'authenticationMethod', 'method', 'type'));
  return method === undefined || method === '' || method.toLowerCase() === 'none';
}
