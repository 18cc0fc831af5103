/** Turns on tracing if a provider is registered. */
import { messageOf } from '../../basics/errors.ts';

/** The key under which all copies of the API share their registrations. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/**
 * Makes spans if a provider of OpenTelemetry was registered before this program (`node --import`). Otherwise nothing is
 * loaded. `OTEL_SDK_DISABLED=true` wins.
 * @param warn called if a provider is registered, but the API package isn't installed
 */
export async function startTracing(env: NodeJS.ProcessEnv, warn: (message: string) => void): Promise<void> {
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return;
  const registered: unknown = Reflect.get(globalThis, REGISTERED);
  if (typeof registered !== 'object' || registered === null || !('trace' in registered)) return;
  try {
    (await import('./spans.ts')).makeSpans();
  } catch (error) {
    warn(
      `OpenTelemetry is set up, but nothing is traced: install @opentelemetry/api beside this server (${messageOf(error)}).`,
    );
  }
}
