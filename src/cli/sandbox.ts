/** `sandbox`: the embedded platform alone, for trying any client of the API. */
import { codeOf } from '../basics/errors.ts';
import { DIALECTS } from '../platform/operations/dialect.ts';
import { SettingsError, unusable } from '../settings/error.ts';
import { parseFlags } from '../settings/flags.ts';
import { wholeNumberIn } from '../settings/read.ts';
import { envName, SETTINGS } from '../settings/table.ts';
import type { Invocation } from './invocation.ts';

/** Runs until interrupted. @throws SettingsError for an unusable option */
export async function sandboxCommand({ args, print }: Invocation): Promise<undefined> {
  const { port, dialect, scenario } = parse(args);
  const { startSandbox } = await import('../sandbox/index.ts');
  const sandbox = await startSandbox({ port, dialect, scenario }).catch((error: unknown) => {
    const code = codeOf(error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const why = code === 'EACCES' ? 'may not be used by this user' : 'is already in use';
    throw new SettingsError(`Port ${port} ${why}. Choose another --port, or leave it out to use any free one.`);
  });
  // Before whoever reads what is printed may send one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      sandbox.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
  print('This is a sandbox: made-up data, kept in memory until you stop it.');
  print(`AGENT_PLATFORM_BASE_URL=${sandbox.url}`);
  print(`AGENT_PLATFORM_TOKEN=${sandbox.token}`);
  if (dialect !== 'specification') print(`${envName('dialect')}=${dialect}`);
  print('Ctrl-C stops it.');
}

function parse(args: readonly string[]) {
  const { command } = parseFlags(args, { port: 'string', dialect: 'string', 'sandbox-scenario': 'string' }, []);
  const name = command.dialect ?? 'specification';
  const dialect = DIALECTS.find((known) => known === name);
  if (dialect === undefined) throw unusable('--dialect', name, DIALECTS.join(' or '), DIALECTS);
  const waiting = command['sandbox-scenario'] ?? 'shop';
  const scenario = SCENARIOS.find((known) => known === waiting);
  if (scenario === undefined) throw unusable('--sandbox-scenario', waiting, SCENARIOS.join(' or '), SCENARIOS);
  const port = wholeNumberIn(command.port ?? '0', { min: 0, max: MAX_PORT });
  if (port !== undefined) return { port, dialect, scenario };
  throw unusable('--port', command.port ?? '', `a whole number from 0 to ${MAX_PORT}`);
}

const MAX_PORT = 65_535;
const SCENARIOS = SETTINGS.sandboxScenario.choices;
