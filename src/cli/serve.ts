/** `serve`: one MCP host over stdin and stdout. */
import { catalogue } from '../catalogue.ts';
import { createApp } from '../server/app.ts';
import { serve } from '../server/stdio.ts';
import { readSettings } from '../settings/read.ts';
import type { Invocation } from './commands.ts';
import { embeddedSandbox } from './embedded.ts';
import { takeFlags } from './flags.ts';

/** @throws SettingsError for a setting that can't be used */
export async function serveCommand({ args, env }: Invocation): Promise<undefined> {
  const { values, warnings } = readSettings(env, takeFlags(args).rest);
  const app = createApp(values, catalogue, embeddedSandbox);
  for (const warning of warnings) app.log.warn(warning);
  serve(app);
}
