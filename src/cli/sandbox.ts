/** `sandbox`: the embedded platform alone, for trying any client of the API. */
import { codeOf } from '../basics/errors.ts';
import { DIALECTS, type Dialect } from '../platform/operations/dialect.ts';
import type { SandboxOptions } from '../sandbox/options.ts';
import { parseFlags } from '../settings/flags.ts';
import { SettingsError, unusable } from '../settings/read.ts';
import { envName } from '../settings/table.ts';
import type { Invocation } from './invocation.ts';

/** Runs until interrupted. @throws SettingsError for an unusable port */
export async function sandboxCommand({ args, print }: Invocation): Promise<undefined> {
  const { port, dialect, rateLimit } = parse(args);
  const { startSandbox } = await import('../sandbox/index.ts');
  const sandbox = await startSandbox({ port, dialect, ...(rateLimit === undefined ? {} : { rateLimit }) }).catch(
    (error: unknown) => {
      const code = codeOf(error);
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
      const why = code === 'EACCES' ? 'may not be used by this user' : 'is already in use';
      throw new SettingsError(`Port ${port} ${why}. Choose another --port, or leave it out to use any free port.`);
    },
  );
  print('This is a sandbox: made-up data, kept in memory until you stop it.');
  print(`AGENT_PLATFORM_BASE_URL=${sandbox.url}`);
  print(`AGENT_PLATFORM_TOKEN=${sandbox.token}`);
  if (dialect !== 'specification') print(`${envName('dialect')}=${dialect}`);
  print('Ctrl-C stops it.');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      sandbox.close().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

function parse(args: readonly string[]): Pick<SandboxOptions, 'rateLimit'> & { port: number; dialect: Dialect } {
  const { own } = parseFlags(args, { port: 'string', dialect: 'string', 'rate-limit': 'string' }, false);
  const dialect = dialectOf(own.dialect ?? 'specification');
  const port = wholeNumber('port', own.port ?? '0', 65_535);
  const limit = own['rate-limit'];
  if (limit === undefined) return { port, dialect };
  return { port, dialect, rateLimit: { requests: wholeNumber('rate-limit', limit, 1_000_000), windowMs: 60_000 } };
}

function dialectOf(text: string): Dialect {
  const known = DIALECTS.find((dialect) => dialect === text);
  if (known !== undefined) return known;
  throw unusable('--dialect', text, DIALECTS.join(' or '), DIALECTS);
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw unusable(`--${name}`, text, `a whole number from 0 to ${max}`);
}
