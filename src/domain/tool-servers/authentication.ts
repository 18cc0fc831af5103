/** What a tool server without authentication means for those who call its tools. */
import { isObject, object, pick, text } from '../../platform/parse/coerce.ts';

/** For the human who is asked, and for results: seen in a deployment (docs/platform-notes.md, "Tool servers and tools"). */
export const NO_AUTHENTICATION =
  'Without authentication of its own, its address receives the Authorization header of whoever calls its tools, token included.';

/** Whether there is no authentication: it is absent, empty, or without a method. */
export function isWithoutAuthentication(config: unknown): boolean {
  if (!isObject(config)) return true;
  const method =
    text(pick(config, ...METHOD_KEYS))
      ?.trim()
      .toLowerCase() ?? '';
  return method === '' || method === 'none';
}

const METHOD_KEYS = ['authenticationMethod', 'method', 'type'] as const;

/**
 * Whether a requested authentication is none at all. A method alone proves nothing: without a secret or the like in its own
 * object there is nothing to authenticate with. One that stands may well be shown without it.
 */
export function asksForNoAuthentication(config: unknown): boolean {
  if (isWithoutAuthentication(config)) return true;
  return !Object.entries(object(config)).some(([key, value]) => !METHODS.has(key) && says(value));
}

const METHODS: ReadonlySet<string> = new Set(METHOD_KEYS);

/** Whether there is a text or a number anywhere in it. */
const says = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(says)
    : typeof value !== 'boolean' && (text(value)?.trim() ?? '') !== '';
