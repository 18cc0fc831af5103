/**
 * `config <host>`: prints the host's own command that adds the server, if there is one, and the block to paste. Only the
 * block goes to stdout, so that it can be redirected to a file; the command and instructions go to stderr. A token is never printed: the host fills it in, or a file holds it.
 */

import { nearest } from '../../basics/nearest.ts';
import { selectTools } from '../../mcp/engine/selection.ts';
import { isHarmlessName, SettingsError } from '../../settings/error.ts';
import { type Flags, parseFlags } from '../../settings/flags.ts';
import { readSettings, readUrl } from '../../settings/read.ts';
import { COMMON_SETTINGS, envName } from '../../settings/table.ts';
import { catalogue } from '../catalogue.ts';
import { INSTALLATION, quoted } from '../installation.ts';
import { EXIT, type Invocation } from '../invocation.ts';
import { CALLER_TOKEN, HOSTS, type Host, OAUTH, OTHER_HOST, TOKEN } from './hosts.ts';
import { type Launch, launchOf } from './launch.ts';

const NAMES = HOSTS.map(({ name }) => name);

/** For any other name it prints the form that most hosts accept; for one like a host's it exits with 2. @throws SettingsError */
export async function configCommand({ args, env, print, note }: Invocation): Promise<number> {
  const [name, ...flags] = args;
  if (name === undefined) print(NAMES.join('\n'));
  if (name === undefined) return EXIT.ok;
  if (name === '' || name.startsWith('-'))
    throw new SettingsError(`config needs a host before its options: ${NAMES.join(', ')}.`);
  const [other = '-'] = flags;
  if (!other.startsWith('-')) throw new SettingsError('config takes one host: run it once for each.');
  const known = HOSTS.find((candidate) => candidate.name === name);
  const host = known ?? OTHER_HOST;
  const parsed = parseFlags(flags, { windows: 'boolean', url: 'string' }, COMMON_SETTINGS);
  const { command, block, notes } =
    parsed.command.url === undefined ? localBlock(host, env, parsed) : remoteBlock(host, parsed);
  const like = known === undefined ? namesLike(name) : undefined;
  if (known === undefined) note(`${unknownHost(name, like)}\n`);
  if (command !== undefined) {
    const everywhere = command.includes('user') ? ', for every folder' : '';
    const folder = command.includes('project') ? ', run in the folder of your project' : everywhere;
    note(
      `${host.title} adds it by this command${folder}:\n\n  ${command.map(quoted).join(' ')}\n\nOr by this block:\n`,
    );
  }
  print(block);
  note(`\n${notes.join('\n')}`);
  return like === undefined ? EXIT.ok : EXIT.usage;
}

/** The hosts that may be meant: `claude-desktop or claude-code`. */
function namesLike(name: string): string | undefined {
  const beginning = NAMES.filter((host) => name.length > 2 && host.startsWith(name));
  return beginning.join(' or ') || nearest(name, NAMES);
}

function unknownHost(name: string, like: string | undefined): string {
  const shown = isHarmlessName(name, NAMES) ? `"${name}"` : undefined;
  const known = `Known: ${NAMES.join(', ')}.`;
  return like === undefined
    ? `This is the form that most hosts accept, since none is known for ${shown ?? 'that name'}. ${known}`
    : `Unknown host${shown ? ` ${shown}` : ''}. Did you mean ${like}? ${known}`;
}

interface Printed {
  /** The host's own command, by its words. */
  readonly command: readonly string[] | undefined;
  readonly block: string;
  readonly notes: readonly string[];
}

const paste = ({ title, where, beforeUse }: Host): readonly string[] => [
  `${title}: paste this into ${where}, next to any servers already there, and restart the host.`,
  ...(beforeUse === undefined ? [] : [beforeUse]),
];

function localBlock(host: Host, env: NodeJS.ProcessEnv, flags: Flags): Printed {
  const isWindows = 'windows' in flags.command || process.platform === 'win32';
  const settings = readSettings(env, flags);
  // Throws for an unknown name, with which the server would not start.
  selectTools(catalogue.tools, settings.values, catalogue.cardTools, settings.nameOf);
  const launch = launchOf({ settings, isWindows, hostKeepsSecrets: host.secret !== undefined });
  return {
    command: typable(host.add?.(launch), isWindows),
    block: host.local(launch),
    notes: [...paste(host), ...advice(host, launch), ...unpassed(host, env), ...settings.warnings],
  };
}

/** Read by Node and for proxies, in capitals or not: no settings of this server, and maybe with a password. */
const OF_THE_SHELL = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'];

/** What works here may not work in a host, which has an environment of its own. */
function unpassed({ variables = 'env' }: Host, env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(env).filter((name) => OF_THE_SHELL.includes(name.toUpperCase()) && env[name] !== '');
  if (names.length === 0) return [];
  const [them, all] = [names.length === 1 ? 'it' : 'them', names.join(', ').replace(/, (?!.*, )/, ' and ')];
  return [
    `This shell sets ${all}, but the block doesn't. If your host doesn't set ${them} either, add ${them} to \`${variables}\`.`,
  ];
}

/** Undefined if the shells of Windows would change its words. */
const typable = (words: Printed['command'], isWindows: boolean): Printed['command'] =>
  isWindows && words?.some((word) => /["$]/.test(word)) ? undefined : words;

/** Whether an address is under a domain reserved for examples (RFC 2606). */
const isExample = (url: string | undefined): boolean =>
  url !== undefined && /(?:^|\.)example(?:\.(?:com|net|org))?$/.test(new URL(url).hostname);

function advice({ secret, title, add }: Host, launch: Launch): string[] {
  const { env, token, args } = launch;
  const file = env[envName('tokenFile')];
  const noCommand = `${title} has a command that adds servers, but it can't pass a variable on. With --token-file FILE, config prints that command.`;
  return [
    ...(add !== undefined && add(launch) === undefined ? [noCommand] : []),
    ...(isExample(env[envName('baseUrl')])
      ? [`Replace the value of ${envName('baseUrl')} with your platform's address.`]
      : []),
    ...(token === 'host' && secret !== undefined ? [secret(TOKEN, title)] : []),
    ...(token === 'file' && file !== undefined
      ? [`Put only the token into ${file}, and make it readable by you alone.`]
      : []),
    ...(args.some((arg) => /[\\/]_npx[\\/]/.test(arg))
      ? [`This copy is in the cache of npx, which may be cleared. Run ${INSTALLATION.install}, then config again.`]
      : []),
  ];
}

/** The block for a server that runs with the `http` command. @throws SettingsError */
function remoteBlock(host: Host, { command, settings }: Flags): Printed {
  const url = readUrl(command.url ?? '', '--url');
  const [other] = [...Object.keys(settings), ...('windows' in command ? ['windows'] : [])];
  if (other !== undefined) {
    throw new SettingsError(
      `--${other} is for a local server: a remote one has settings of its own. Leave it or --url out.`,
    );
  }
  if (host.remote === undefined) throw new SettingsError(host.remoteNote ?? `${host.title} takes no remote server.`);
  const isRoot = new URL(url).pathname === '/';
  const address = isRoot ? `${url}/mcp` : url;
  return {
    command: typable(host.addRemote?.(address), process.platform === 'win32'),
    block: host.remote(address),
    notes: [
      ...paste(host),
      ...(isRoot ? ['/mcp was added to the address: that is where the http command serves.'] : []),
      ...(host.secret ? [host.secret(CALLER_TOKEN, host.title), OAUTH] : []),
      ...(host.remoteNote ? [host.remoteNote] : []),
    ],
  };
}
