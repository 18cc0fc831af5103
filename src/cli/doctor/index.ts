/**
 * `doctor`: checks everything between a host and the platform, in the order of use, and reports problems first. It changes
 * nothing and prints no part of the token.
 */

import { NAME, VERSION } from '../../basics/program.ts';
import { type App, createApp } from '../../mcp/engine/app.ts';
import { Redactor } from '../../mcp/engine/redact.ts';
import { type Flags, parseFlags } from '../../settings/flags.ts';
import { SettingsError } from '../../settings/read.ts';
import { catalogue, embeddedSandbox } from '../catalogue.ts';
import { EXIT } from '../exit-codes.ts';
import type { Invocation } from '../invocation.ts';
import { ownCommand, quoted } from '../own-command.ts';
import { checkExchange } from './exchange.ts';
import { checkNetwork } from './network.ts';
import { page } from './page.ts';
import { checkPlatform } from './platform.ts';
import { type Check, fail, type Report, verdictOn } from './report.ts';
import { checkFiles, readAllSettings } from './settings.ts';
import { checkToken, secretsIn } from './token.ts';
import { checkTools, costOfTools } from './tools.ts';

/** @returns the exit code of the verdict */
export async function doctorCommand({ args, env, print }: Invocation): Promise<number> {
  const flags = parseFlags(args, { json: 'boolean', all: 'boolean' });
  const report = await examine(env, flags);
  // Marks around foreign text are for models; a person reads quotation marks.
  const forPerson = (text: string): string => text.replaceAll('⟦', '“').replaceAll('⟧', '”');
  const whole = (): string => page(report, process.stdout.isTTY && !env.NO_COLOR, 'all' in flags.own);
  print('json' in flags.own ? JSON.stringify(report, null, 2) : forPerson(whole()));
  return report.verdict.exitCode;
}

/** Without the secrets that were set. */
async function examine(env: NodeJS.ProcessEnv, flags: Flags): Promise<Report> {
  const { read, lines, check } = readAllSettings(env, flags);
  const { app, problem } = makeApp(read);
  try {
    const tools = costOfTools(app);
    const checks = [
      // An unknown tool is an invalid setting too, so the settings aren't reported as valid.
      ...(problem === undefined || check.status !== 'ok' ? [check] : []),
      problem ?? checkTools(tools),
      ...checkFiles(read.values),
      ...(await checkConnection(app, env)).filter((found) => !isRefused(found, read)),
    ];
    const report: Report = {
      program: NAME,
      version: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      file: process.argv[1],
      settings: lines,
      checks,
      tools,
      verdict: verdictOn(checks, read.values.sandbox, configLine(env, flags)),
    };
    return new Redactor([secretsIn(env, read.values)]).json(app.redactor.json(report));
  } finally {
    await app.close();
  }
}

/** The longest wait for an answer, even if the settings allow a call more. */
const MAX_WAIT_MS = 10_000;

type Read = ReturnType<typeof readAllSettings>['read'];

/** Whether a setting is missing only because the first check refused it. */
const isRefused = ({ id, status }: Check, { problems, values: { tokenFile } }: Read): boolean =>
  status === 'fail' &&
  ((id === 'address' && problems.has('baseUrl')) ||
    (id === 'token' && problems.has('token') && tokenFile === undefined));

/**
 * The app as a host would get it, but without retries; if a filter names an unknown tool, the default toolsets are
 * used.
 */
function makeApp({ values, nameOf }: Read): { app: App; problem?: Check } {
  // Nothing is written here; another check covers the audit log.
  const timeoutMs = Math.min(values.timeoutMs, MAX_WAIT_MS);
  const settings = { ...values, timeoutMs, maxRetries: 0, auditLog: undefined };
  try {
    return { app: createApp(settings, catalogue, embeddedSandbox, { nameOf }) };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return {
      app: createApp({ ...settings, toolsets: ['default'], tools: [], excludeTools: [] }, catalogue, embeddedSandbox),
      problem: fail('tools', error.message, 'Correct the name.', EXIT.usage),
    };
  }
}

async function checkConnection(app: App, env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const { sandbox, baseUrl, identity } = app.settings;
  const isExchanged = identity === 'exchange' && !sandbox;
  const token = isExchanged ? await checkExchange(app.settings) : checkToken(app.settings);
  if (baseUrl === undefined && !sandbox) {
    const summary = 'No usable AGENT_PLATFORM_BASE_URL is set, so there is nothing to connect to.';
    return [fail('address', summary, 'Set AGENT_PLATFORM_BASE_URL=https://…', EXIT.usage), token];
  }
  const client = await app.client();
  const found = [token, ...(await checkNetwork(client, env))];
  // The calls of the platform would fail for the same reason, and with exchanged tokens only callers can make them.
  const isBroken = isExchanged || found.some(({ status }) => status === 'fail');
  return isBroken ? found : [...found, ...(await checkPlatform(client))];
}

/** The command that prints a host's block, with the options of this one. */
function configLine(env: NodeJS.ProcessEnv, { settings }: Flags): string {
  const options = Object.entries(settings).map(([flag, value]) =>
    value === 'true' ? `--${flag}` : `--${flag}=${quoted(value)}`,
  );
  return [ownCommand(env), 'config <host>', ...options].join(' ');
}
