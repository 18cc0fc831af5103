/** `http`: one server for a team, over Streamable HTTP. */

import { type RunOptions, runHttp } from '../mcp/http/serve.ts';
import { parseFlags } from '../settings/flags.ts';
import { readSettings } from '../settings/read.ts';
import { catalogue, embeddedSandbox } from './catalogue.ts';
import type { Invocation } from './invocation.ts';
import { withPeople } from './sandbox-people.ts';
import { unready } from './unready.ts';

/** @throws SettingsError for an invalid setting */
export async function httpCommand(invocation: Invocation): Promise<undefined> {
  await runHttp(replicaOptions(invocation));
}

/** What the settings make of a replica. @throws SettingsError for an invalid setting */
export function replicaOptions({ args, env }: Pick<Invocation, 'args' | 'env'>): RunOptions {
  const { values, warnings, nameOf } = readSettings(env, parseFlags(args));
  const options: RunOptions = {
    settings: values,
    catalogue,
    embedded: embeddedSandbox,
    nameOf,
    warnings: [...warnings, ...unready({ values, nameOf }, values.identity === 'shared')],
  };
  return values.sandboxPeople ? withPeople(options) : options;
}
