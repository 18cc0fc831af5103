/** `http`: one server for a team, over Streamable HTTP. */

import { runHttp } from '../mcp/http/serve.ts';
import { parseFlags } from '../settings/flags.ts';
import { readSettings } from '../settings/read.ts';
import { catalogue, embeddedSandbox } from './catalogue.ts';
import type { Invocation } from './invocation.ts';
import { unready } from './unready.ts';

/** @throws SettingsError for an invalid setting */
export async function httpCommand({ args, env }: Invocation): Promise<undefined> {
  const { values, warnings, nameOf } = readSettings(env, parseFlags(args));
  await runHttp({
    settings: values,
    catalogue,
    embedded: embeddedSandbox,
    nameOf,
    warnings: [...warnings, ...unready(values, values.identity === 'shared')],
  });
}
