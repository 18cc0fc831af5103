/**
 * `doctor`: looks at everything between a host and the platform, in the order in which it is needed, and says what is
 * wrong first. It changes nothing, and prints no part of the token.
 */
import { catalogue } from '../../catalogue.ts';
import { type App, createApp } from '../../mcp/engine/app.ts';
import { Redactor } from '../../mcp/engine/redact.ts';
import { type Flags, parseFlags } from '../../settings/flags.ts';
import { SettingsError } from '../../settings/read.ts';
import type { Settings } from '../../settings/table.ts';
import { NAME, VERSION } from '../../version.ts';
import { embeddedSandbox } from '../embedded.ts';
import { EXIT } from '../exit-codes.ts';
import type { Invocation } from '../invocation.ts';
import { checkNetwork } from './network.ts';
import { page } from './page.ts';
import { checkPlatform } from './platform.ts';
import type { Check, Report } from './report.ts';
import { readAllSettings } from './settings.ts';
import { checkStart } from './start.ts';
import { checkToken, secretsIn } from './token.ts';
import { checkTools, costOfTools } from './tools.ts';
import { verdictOn } from './verdict.ts';

/** @returns the exit code of the verdict */
export async function doctorCommand({ args, env, print, codeCache }: Invocation): Promise<number> {
  const flags = parseFlags(args, { json: 'boolean', all: 'boolean' });
  const { report, redact } = await examine(env, flags, codeCache);
  const clean = redact(report);
  const options = { isColoured: process.stdout.isTTY && !env.NO_COLOR, showsAll: 'all' in flags.own };
  print('json' in flags.own ? JSON.stringify(clean, null, 2) : page(clean, options));
  return clean.verdict.exitCode;
}

async function examine(env: NodeJS.ProcessEnv, flags: Flags, codeCache: Invocation['codeCache']) {
  const { values, lines, check } = readAllSettings(env, flags);
  const { app, problem } = makeApp(values);
  try {
    const tools = costOfTools(app);
    const start = checkStart(codeCache);
    const checks = [check, problem ?? checkTools(tools), ...(await checkConnection(app, env)), start];
    const report: Report = {
      program: NAME,
      version: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      file: process.argv[1],
      settings: lines,
      checks,
      tools,
      verdict: verdictOn(checks, values.sandbox),
    };
    const own = new Redactor(() => secretsIn(env, values));
    return { report, redact: (whole: Report): Report => own.json(app.redactor.json(whole)) };
  } finally {
    await app.close();
  }
}

/** The app as a host would get it, but that it tries each call once; filters that name nothing known are set aside. */
function makeApp(values: Settings): { app: App; problem?: Check } {
  const settings = { ...values, maxRetries: 0 };
  try {
    return { app: createApp(settings, catalogue, embeddedSandbox) };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const next = 'Correct the name.';
    return {
      app: createApp({ ...settings, toolsets: ['default'], tools: [], excludeTools: [] }, catalogue, embeddedSandbox),
      problem: { id: 'tools', status: 'fail', summary: error.message, next, exitCode: EXIT.usage },
    };
  }
}

async function checkConnection(app: App, env: NodeJS.ProcessEnv): Promise<readonly Check[]> {
  const token = checkToken(app.settings);
  if (app.settings.baseUrl === undefined && !app.settings.sandbox) return [noAddress(), token];
  const client = await app.client();
  const network = await checkNetwork(new URL(client.options.baseUrl ?? ''), env);
  const isReached = network.every(({ status }) => status !== 'fail');
  // Without a usable token the platform is not asked: nothing could be sent.
  const isReady = isReached && (token.status !== 'fail' || token.exitCode !== EXIT.usage);
  return [token, ...network, ...(isReady ? await checkPlatform(client, env) : [])];
}

function noAddress(): Check {
  return {
    id: 'address',
    status: 'fail',
    summary: 'No usable AGENT_PLATFORM_BASE_URL is set, so there is nothing to connect to.',
    next: 'Set AGENT_PLATFORM_BASE_URL=https://…, as in the block of your host.',
    exitCode: EXIT.usage,
  };
}
