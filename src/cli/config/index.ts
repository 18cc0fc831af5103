/**
 * `config <host>`: the block to paste. It alone goes to stdout, so that it can go into a file; what to do with it goes
 * to stderr. A token is never printed: the host fills it in, or a file holds it.
 */
import { catalogue } from '../../catalogue.ts';
import { selectTools } from '../../mcp/engine/selection.ts';
import { nearest } from '../../nearest.ts';
import { parseFlags } from '../../settings/flags.ts';
import { isHarmlessName, readSettings, SettingsError } from '../../settings/read.ts';
import { envName } from '../../settings/table.ts';
import { EXIT } from '../exit-codes.ts';
import { INSTALLATION } from '../installation.ts';
import type { Invocation } from '../invocation.ts';
import { HOSTS, type Host } from './hosts.ts';
import { type Launch, launchOf } from './launch.ts';

/** @throws SettingsError for a host that is not known, or a setting that can't be used */
export async function configCommand({ args, env, print }: Invocation): Promise<number> {
  const [name = '', ...flags] = args;
  const host = hostNamed(name);
  const given = parseFlags(flags, { windows: 'boolean' });
  const isWindows = 'windows' in given.own || process.platform === 'win32';
  const settings = readSettings(env, given);
  // A name that does not exist would keep the server from starting.
  selectTools(catalogue.tools, settings.values, catalogue.cardTools, settings.nameOf);
  const launch = launchOf({
    settings,
    isWindows,
    hostKeepsSecrets: host.secret !== undefined,
  });
  print(host.block(launch));
  process.stderr.write(`\n${[...advice(host, launch), ...settings.warnings].join('\n')}\n`);
  return EXIT.ok;
}

function hostNamed(name: string): Host {
  const names = HOSTS.map((host) => host.name);
  const host = HOSTS.find((candidate) => candidate.name === name);
  if (host !== undefined) return host;
  const list = `Known: ${names.join(', ')}.`;
  if (name === '' || name.startsWith('-')) throw new SettingsError(`config needs a host. ${list}`);
  const guess = nearest(name, names);
  throw new SettingsError(
    `Unknown host${isHarmlessName(name, names) ? ` "${name}"` : ''}.${guess ? ` Did you mean ${guess}?` : ''} ${list}`,
  );
}

/** Whether an address is under a domain that is kept for examples (RFC 2606), not one that merely mentions it. */
const isExample = (url: string | undefined): boolean =>
  url !== undefined && /(?:^|\.)example(?:\.(?:com|net|org))?$/.test(new URL(url).hostname);

function advice({ title, where, secret }: Host, { env, token, args }: Launch): string[] {
  const file = env[envName('tokenFile')];
  return [
    `${title}: paste this into ${where}, next to any servers already there, and restart the host.`,
    ...(isExample(env[envName('baseUrl')])
      ? [`Replace the value of ${envName('baseUrl')} with your platform's address.`]
      : []),
    ...(token === 'host' && secret !== undefined ? [secret] : []),
    ...(token === 'file' && file !== undefined
      ? [`Put only the token into ${file}, and make it readable by you alone.`]
      : []),
    ...(args.some((arg) => /[\\/]_npx[\\/]/.test(arg))
      ? [`This copy is in the cache of npx, which may be cleared. Run ${INSTALLATION.install}, then config again.`]
      : []),
  ];
}
