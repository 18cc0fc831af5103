/** `http`: one server for a team, over Streamable HTTP. */
import { catalogue } from '../catalogue.ts';
import { runHttp } from '../mcp/http/serve.ts';
import { readSettings } from '../settings/read.ts';
import { embeddedSandbox } from './embedded.ts';
import { takeFlags } from './flags.ts';
import type { Invocation } from './invocation.ts';

/** @throws SettingsError for a setting that can't be used */
export async function httpCommand({ args, env }: Invocation): Promise<undefined> {
  const { values, warnings } = readSettings(env, takeFlags(args).rest);
  await runHttp({ settings: values, catalogue, embedded: embeddedSandbox, warnings });
}
