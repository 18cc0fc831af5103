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
import { checkFiles, readAllSettings, type SettingsReport } from './settings.ts';
import { checkToken, secretsIn } from './token.ts';
import { checkTools, costOfTools } from './tools.ts';

/** @returns the exit code of the verdict */
export async function doctorCommand({ args, env, print }: Invocation): Promise<number> {
  const flags = parseFlags(args, { json: 'boolean', all: 'boolean' });
  const { report, redact } = await examine(env, flags);
  const clean = redact(report);
  const options = { isColoured: process.stdout.isTTY && !env.NO_COLOR, showsAll: 'all' in flags.own };
  // Marks around foreign text are for models; a person reads quotation marks.
  const forPerson = (text: string): string => text.replaceAll('⟦', '“').replaceAll('⟧', '”');
  print('json' in flags.own ? JSON.stringify(clean, null, 2) : forPerson(page(clean, options)));
  return clean.verdict.exitCode;
}

async function examine(env: NodeJS.ProcessEnv, flags: Flags) {
  const settings = readAllSettings(env, flags);
  const { values } = settings;
  const { app, problem } = makeApp(settings);
  try {
    const tools = costOfTools(app);
    // An unknown tool is an invalid setting too, so the settings aren't reported as valid.
    const first = problem === undefined || settings.check.status !== 'ok' ? [settings.check] : [];
    const connection = await checkConnection(app, settings.refused, env);
    const checks = [...first, problem ?? checkTools(tools), ...checkFiles(values), ...connection];
    const report: Report = {
      program: NAME,
      version: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      file: process.argv[1],
      settings: settings.lines,
      checks,
      tools,
      verdict: verdictOn(checks, values.sandbox, configLine(env, flags)),
    };
    const redactor = new Redactor([secretsIn(env, values)]);
    return { report, redact: (whole: Report): Report => redactor.json(app.redactor.json(whole)) };
  } finally {
    await app.close();
  }
}

/**
 * The app as a host would get it, but without retries; if a filter names an unknown tool, the default toolsets are
 * used.
 */
function makeApp({ values, nameOf }: SettingsReport): { app: App; problem?: Check } {
  // Nothing is written here; another check covers the audit log.
  const settings = { ...values, maxRetries: 0, auditLog: undefined };
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

/** @param refused settings that the first check reported */
async function checkConnection(
  app: App,
  refused: SettingsReport['refused'],
  env: NodeJS.ProcessEnv,
): Promise<readonly Check[]> {
  const { sandbox, tokenFile, baseUrl, identity } = app.settings;
  const isExchanged = identity === 'exchange' && !sandbox;
  const isRefused = refused.has('token') && tokenFile === undefined && !sandbox;
  const token = isExchanged ? await checkExchange(app.settings) : isRefused ? undefined : checkToken(app.settings);
  const tokens = token === undefined ? [] : [token];
  if (baseUrl === undefined && !sandbox) {
    const summary = 'No usable AGENT_PLATFORM_BASE_URL is set, so there is nothing to connect to.';
    const noAddress = fail('address', summary, 'Set AGENT_PLATFORM_BASE_URL=https://…', EXIT.usage);
    return [...(refused.has('baseUrl') ? [] : [noAddress]), ...tokens];
  }
  const client = await app.client();
  const network = await checkNetwork(client, env);
  // With a bad token the platform is not called: it would refuse the token for the same reason. With none it can't be.
  const isReady =
    !isExchanged && [...tokens, ...network].every(({ status }) => status !== 'fail') && token !== undefined;
  return [...tokens, ...network, ...(isReady ? await checkPlatform(client) : [])];
}

/** The command that prints a host's block, with the options of this one. */
function configLine(env: NodeJS.ProcessEnv, { settings }: Flags): string {
  const options = Object.entries(settings).map(([flag, value]) =>
    value === 'true' ? `--${flag}` : `--${flag}=${quoted(value)}`,
  );
  return [ownCommand(env), 'config <host>', ...options].join(' ');
}
