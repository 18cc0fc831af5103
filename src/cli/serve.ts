/** `serve`: one MCP host over stdin and stdout. */

import { type App, createApp } from '../mcp/engine/app.ts';
import { noTools } from '../mcp/engine/selection.ts';
import { serve } from '../mcp/stdio/serve.ts';
import { SettingsError } from '../settings/error.ts';
import { parseFlags } from '../settings/flags.ts';
import { readLeniently } from '../settings/read.ts';
import { COMMON_SETTINGS, envName, SETTING_NAMES, specOf } from '../settings/table.ts';
import { catalogue, embeddedSandbox } from './catalogue.ts';
import { ownCommand } from './installation.ts';
import type { Invocation } from './invocation.ts';
import { unready } from './unready.ts';

/** @throws SettingsError for an invalid setting other than the platform's address and token */
export async function serveCommand(invocation: Invocation): Promise<undefined> {
  const app = appFor(invocation);
  if (process.stdin.isTTY) process.stderr.write(terminalHint(invocation.env));
  await serve(app);
}

/** A server for one host; its log has the warnings. @throws SettingsError for invalid settings but the address and token */
export function appFor({ args, env }: Pick<Invocation, 'args' | 'env'>): App {
  const { values, warnings, origins, nameOf, problems } = readLeniently(env, parseFlags(args, {}, COMMON_SETTINGS));
  const reasons = [...problems.values()];
  // Nothing is sent without these two, and a call can say why; a host can't. Any other setting may be there for safety.
  const canWait = !values.sandbox && [...problems.keys()].every((name) => name === 'baseUrl' || name === 'token');
  if (reasons.length > 0 && !canWait) throw new SettingsError(reasons.join('\n'));
  const refused = reasons.length > 0 ? reasons.join(' ') : undefined;
  // A host may have the token of a remote server there.
  const unused = SETTING_NAMES.filter(
    (name) => specOf(name).command !== undefined && origins[name] === 'environment' && name !== 'httpToken',
  ).map(envName);
  // Over stdio there is one user.
  const app = createApp({ ...values, fourEyes: 'off' }, catalogue, embeddedSandbox, { nameOf, refused });
  for (const warning of [
    ...warnings,
    // Four eyes, for example, would seem to be on.
    ...(unused.length > 0 ? [`Settings of the http command, without effect over stdio: ${unused.join(', ')}.`] : []),
    ...(refused === undefined ? unready({ values, nameOf }) : [`Calls will fail. ${refused}`]),
    ...noTools(app.selection),
  ])
    app.log.warn(warning);
  return app;
}

/** Two lines on stderr for a person who starts the server in a terminal, where it would wait silently. */
const terminalHint = (env: NodeJS.ProcessEnv): string =>
  [
    'This serves MCP over stdin and stdout, and is meant to be started by an MCP host. Ctrl-C ends it.',
    `To add it to a host: ${ownCommand(env)} config <host>. To see it at work in a checkout: npm run demo.`,
    '',
  ].join('\n');
