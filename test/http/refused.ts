/** The reason why `http` does not start, in this process, since a refused start opens nothing. */
import { httpCommand } from '../../src/cli/http.ts';
import { SettingsError } from '../../src/settings/error.ts';

/** @throws if it starts, or fails with anything but a message to whoever configured it */
export async function refusedStart(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const started = httpCommand({ args: ['--sandbox', '--port', '0', ...args], env, print: () => undefined });
  const error = await started.then(
    () => 'it started',
    (reason: unknown) => reason,
  );
  if (error instanceof SettingsError) return error.message;
  throw new Error(String(error));
}
