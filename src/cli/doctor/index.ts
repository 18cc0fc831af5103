/**
 * `doctor`: checks everything between a host and the platform, in the order of use, and reports problems first. It changes
 * nothing and prints no part of the token.
 */

import { NAME, VERSION } from '../../basics/program.ts';
import { type App, createApp } from '../../mcp/engine/app.ts';
import { type Flags, parseFlags } from '../../settings/flags.ts';
import type { SettingName } from '../../settings/table.ts';
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
import { checkToken } from './token.ts';
import { checkTools, costOfTools } from './tools.ts';

/** @returns the exit code of the verdict */
export async function doctorCommand({ args, env, print }: Invocation): Promise<number> {
  const flags = parseFlags(args, { json: 'boolean', all: 'boolean' });
  const report = await examine(env, flags);
  // Marks around foreign text are for models; a person reads quotation marks.
  const forPerson = (text: string): string => text.replaceAll('⟦', '“').replaceAll('⟧', '”');
  print('json' in flags.command ? JSON.stringify(report, null, 2) : forPerson(page(report, 'all' in flags.command)));
  return report.verdict.exitCode;
}

/** The longest wait for an answer, even if the settings allow a call more. */
const MAX_WAIT_MS = 10_000;

/** Without the secrets that were set. */
async function examine(env: NodeJS.ProcessEnv, flags: Flags): Promise<Report> {
  const { values, refused, lines, check } = readAllSettings(env, flags);
  const timeoutMs = Math.min(values.timeoutMs, MAX_WAIT_MS);
  // As a host would get it, but without retries; nothing is written, and another check covers the audit log.
  const settings = { ...values, timeoutMs, maxRetries: 0, auditLog: undefined };
  // A token in place of its file's name would be shown among the settings.
  const misplaced = [values.tokenFile ?? ''].filter((name) => /^ey[\w-]+\.[\w-]+/.test(name));
  const app = createApp(settings, catalogue, embeddedSandbox, { secrets: [misplaced] });
  try {
    const tools = costOfTools(app);
    const checks = [check, checkTools(tools), ...checkFiles(values), ...(await checkConnection(app, env, refused))];
    const report: Report = {
      program: NAME,
      version: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      file: process.argv[1] ?? NAME,
      settings: lines,
      checks,
      tools,
      verdict: verdictOn(checks, values.sandbox, configLine(env, flags)),
    };
    return app.redactor.json(report);
  } finally {
    await app.close();
  }
}

/** @param refused the settings that another check reports */
async function checkConnection(
  app: App,
  env: NodeJS.ProcessEnv,
  refused: ReadonlySet<SettingName>,
): Promise<readonly Check[]> {
  const { sandbox, baseUrl, identity, tokenFile } = app.settings;
  const isExchanged = identity === 'exchange' && !sandbox;
  const isTokenRefused = refused.has('token') && tokenFile === undefined && !sandbox;
  const token = isTokenRefused ? [] : [isExchanged ? await checkExchange(app.settings) : checkToken(app.settings)];
  if (baseUrl === undefined && !sandbox) {
    if (refused.has('baseUrl')) return token;
    const summary = 'No usable AGENT_PLATFORM_BASE_URL is set, so there is nothing to connect to.';
    return [fail('address', summary, 'Set AGENT_PLATFORM_BASE_URL=https://…', EXIT.usage), ...token];
  }
  const client = await app.client();
  const found = [...token, ...(await checkNetwork(client, env))];
  // The calls of the platform would fail for the same reason, and with exchanged tokens only callers can make them.
  const isBroken = isExchanged || isTokenRefused || found.some(({ status }) => status === 'fail');
  return isBroken ? found : [...found, ...(await checkPlatform(client))];
}

/** The command that prints a host's block, with the options of this one. */
function configLine(env: NodeJS.ProcessEnv, { settings }: Flags): string {
  const options = Object.entries(settings).map(([flag, value]) =>
    value === 'true' ? `--${flag}` : `--${flag}=${quoted(value)}`,
  );
  return [ownCommand(env), 'config <host>', ...options].join(' ');
}
