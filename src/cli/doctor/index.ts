/** `doctor`: checks everything from host to platform, in the order of use. It changes nothing, and prints no token. */

import { NAME, VERSION } from '../../basics/program.ts';
import { type App, createApp } from '../../mcp/engine/app.ts';
import { shownFile } from '../../settings/error.ts';
import { type Flags, parseFlags } from '../../settings/flags.ts';
import type { ReadSettings } from '../../settings/read.ts';
import { SETTING_NAMES, specOf } from '../../settings/table.ts';
import { catalogue, embeddedSandbox } from '../catalogue.ts';
import { ownCommand, quoted } from '../installation.ts';
import { EXIT, type Invocation } from '../invocation.ts';
import { checkHttp } from './http.ts';
import { checkNetwork } from './network.ts';
import { checkPlatform } from './platform.ts';
import { type Check, fail, page, type Report, verdictOn } from './report.ts';
import { checkFiles, checkToken, readAllSettings } from './settings.ts';
import { checkTools, costOfTools } from './tools.ts';

/** @returns the exit code of the verdict */
export async function doctorCommand({ args, env, print }: Invocation): Promise<number> {
  const forHttp = args[0] === 'http';
  const flags = parseFlags(forHttp ? args.slice(1) : args, { json: 'boolean', all: 'boolean' });
  const report = await examine(env, flags, forHttp);
  // Marks around foreign text are for models; a person reads quotation marks.
  const forPerson = (text: string): string =>
    text.replace(/⟦([^⟦⟧]*)⟧/g, (_, foreign: string) => `“${foreign.replace(/[“”]/g, '"')}”`);
  print('json' in flags.command ? JSON.stringify(report, null, 2) : forPerson(page(report, 'all' in flags.command)));
  return report.verdict.exitCode;
}

/** Without the secrets that were set. */
async function examine(env: NodeJS.ProcessEnv, flags: Flags, forHttp: boolean): Promise<Report> {
  const { values, origins, nameOf, refused, lines, check, isHttp } = readAllSettings(env, flags);
  // As a host would get it, but without retries; nothing is written, and another check covers the audit log.
  const settings = { ...values, maxRetries: 0, auditLog: undefined };
  const app = createApp(settings, catalogue, embeddedSandbox);
  try {
    const tools = costOfTools(app);
    const checks = [
      check,
      checkTools(tools),
      ...checkFiles(values),
      ...(forHttp || isHttp ? await checkHttp(values) : []),
      ...(await checkConnection(app, env, { refused, nameOf })),
    ];
    const report: Report = {
      program: NAME,
      version: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      file: process.argv[1] ?? NAME,
      settings: lines,
      checks,
      tools,
      verdict: verdictOn(checks, values.sandbox, nextStep(env, flags, { values, origins }, forHttp || isHttp)),
    };
    return app.redactor.json(report);
  } finally {
    await app.close();
  }
}

/** Without what another check reports: the refused settings. */
async function checkConnection(
  app: App,
  env: NodeJS.ProcessEnv,
  { refused, nameOf }: Pick<ReturnType<typeof readAllSettings>, 'refused' | 'nameOf'>,
): Promise<readonly Check[]> {
  const { sandbox, baseUrl, identity, tokenFile } = app.settings;
  const isExchanged = identity === 'exchange' && !sandbox;
  const isTokenRefused = refused.has('token') && tokenFile === undefined && !sandbox;
  // An exchange has a check of its own.
  const token = isTokenRefused || isExchanged ? [] : [checkToken(app.settings, nameOf)];
  if (baseUrl === undefined && !sandbox) {
    if (refused.has('baseUrl')) return token;
    const summary = 'No usable AGENT_PLATFORM_BASE_URL is set, so there is nothing to connect to.';
    return [fail('address', summary, 'Set AGENT_PLATFORM_BASE_URL=https://…', EXIT.usage), ...token];
  }
  const client = await app.client();
  const found = [...token, ...(await checkNetwork(client, env))];
  // The calls of the platform would fail for the same reason, and with exchanged tokens only callers can make them.
  const isBroken = isExchanged || isTokenRefused || found.some(({ status }) => status === 'fail');
  if (isBroken) return found;
  const read = await checkPlatform(client);
  // Present, and refused: one line says so.
  const isRefused = read.some(({ id }) => id === 'token');
  return [...found.filter(({ id, status }) => !(isRefused && id === 'token' && status === 'ok')), ...read];
}

type Read = Pick<ReadSettings, 'values' | 'origins'>;

/**
 * The next command, with the options of this one: it starts the server, or prints a host's block. `config` may be run in another
 * shell, so it gets what this environment sets, too. A secret has no flag.
 */
function nextStep(env: NodeJS.ProcessEnv, { settings }: Flags, read: Read, isHttp: boolean): string {
  const specs = SETTING_NAMES.map(specOf);
  const set = specs.filter(({ name }) => !isHttp && read.origins[name] === 'environment');
  const fromEnvironment = set.flatMap(({ name, flag }) => (flag ? [[flag, `${read.values[name]}`] as const] : []));
  // Without those that are ignored, such as an empty one.
  const isUsed = ([flag]: readonly [string, string]): boolean =>
    specs.some((spec) => spec.flag === flag && read.origins[spec.name] === 'flag');
  const given = Object.entries(settings).filter(isUsed);
  const options = [...given, ...fromEnvironment].map(([flag, value]) => {
    if (value === 'true') return `--${flag}`;
    const isFile = specs.some((spec) => spec.flag === flag && (spec.kind === 'file' || spec.holds === 'paths'));
    const isShown = !isFile || value.split(',').every((path) => shownFile(path) !== undefined);
    return `--${flag}=${isShown ? quoted(value) : '<file>'}`;
  });
  const command = (name: string): string => [ownCommand(env), name, ...options].join(' ');
  if (isHttp) return `Start it:\n${command('http')}`;
  return `Add it to your host. This prints the block to paste:\n${command('config <host>')}`;
}
