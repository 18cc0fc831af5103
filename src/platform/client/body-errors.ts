/** What can be wrong with the body of an answer. */
import { PlatformError } from './errors.ts';

/** An answer beyond the cap. */
export function tooLarge(maxBytes: number): PlatformError {
  return new PlatformError({
    fixer: 'caller',
    kind: 'too-large',
    what: `The platform's answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB, so it was not read.`,
    advice: 'Narrow the request (filters, a smaller limit), or raise AGENT_PLATFORM_MAX_RESPONSE_MB.',
    effect: 'none',
  });
}

/** An answer with a status of success that is not what was promised. */
export function unreadable(why: string): PlatformError {
  return new PlatformError({
    fixer: 'platform',
    kind: 'unreadable',
    what: `The platform's answer could not be read: ${why}.`,
    advice: 'Check that AGENT_PLATFORM_BASE_URL, its path too, is the address of the API and not of a web page.',
    effect: 'none',
  });
}
