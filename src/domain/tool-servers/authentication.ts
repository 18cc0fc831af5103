/** Tool servers without authentication, and what that means for those who call their tools. */
import { isObject, object, pick, text } from '../../platform/parse/coerce.ts';
import { METHOD_KEYS, NOT_STATED } from '../../platform/parse/tool-servers.ts';

/** The warning, for questions and results; deployments do this (docs/platform-notes.md, "Tool servers and tools"). */
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

/** The warnings of a result; none if the response shows an authentication. */
export const withoutAuthenticationNotes = (
  warnings: readonly string[],
  { authenticationMethod: method }: { readonly authenticationMethod: string },
): readonly string[] => (['none', NOT_STATED].includes(method.toLowerCase()) ? warnings : []);

/** A note if a tool server's method is not stated. @param more after "the platform names no method" */
export const notStatedNotes = (servers: readonly { readonly authenticationMethod: string }[], more = ''): string[] =>
  servers.some(({ authenticationMethod: method }) => method === NOT_STATED)
    ? [
        `Authentication "not stated": the platform names no method${more}. A tool server without authenticationConfig receives the Authorization header of whoever calls its tools.`,
      ]
    : [];

/**
 * Whether a requested authentication would authenticate nobody. A method without a secret or the like in its object can't
 * authenticate; a stored configuration may be shown without its secret.
 */
export function asksForNoAuthentication(config: unknown): boolean {
  if (isWithoutAuthentication(config)) return true;
  return !Object.entries(object(config)).some(([key, value]) => !METHODS.has(key) && hasContent(value));
}

const METHODS: ReadonlySet<string> = new Set(METHOD_KEYS);

/** Whether the value contains text or a number. */
const hasContent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(hasContent)
    : typeof value !== 'boolean' && (text(value)?.trim() ?? '') !== '';
