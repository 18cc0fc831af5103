/**
 * The commands. `serve`, which hosts start, is loaded with the program. The others are one module, loaded when one of them
 * runs: each would split the bundle further, and a start takes longer the more files it opens.
 */

import { DIALECTS } from '../platform/operations/dialect.ts';
import { COMMON_SETTINGS, SETTING_NAMES, SETTINGS, type SettingName } from '../settings/table.ts';
import type { Invocation } from './invocation.ts';
import { serveCommand } from './serve.ts';
import { WATCH_SETTINGS } from './watch/settings.ts';

/** A command, listed by `--help` and found by `run.ts`. */
export interface Command {
  readonly name: string;
  /** Shown in --help. */
  readonly usage: string;
  readonly help: string;
  /** The settings that it takes; absent: none. */
  readonly settings?: readonly SettingName[];
  /** Options that are no settings, each with what it does; shown by `help` of this command. */
  readonly options?: readonly (readonly [form: string, help: string])[];
  /** @returns the exit code; undefined if it keeps serving */
  run(invocation: Invocation): Promise<number | undefined>;
}

/** In the order of --help. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    usage: 'serve',
    help: 'Serve one MCP host over stdin and stdout (the default)',
    settings: COMMON_SETTINGS,
    run: async (invocation) => serveCommand(invocation),
  },
  {
    name: 'http',
    usage: 'http [--host H] [--port N]',
    help: 'Serve a team over Streamable HTTP; see docs/team-server.md',
    settings: SETTING_NAMES,
    run: async (invocation) => (await import('./other-commands.ts')).httpCommand(invocation),
  },
  {
    name: 'sandbox',
    usage: 'sandbox [--port N] [--dialect NAME]',
    help: `Run the sandbox platform on its own, in the dialect ${DIALECTS.join(' or ')}; prints its address and token`,
    options: [['--sandbox-scenario <name>', SETTINGS.sandboxScenario.help]],
    run: async (invocation) => (await import('./other-commands.ts')).sandboxCommand(invocation),
  },
  {
    name: 'doctor',
    usage: 'doctor [http] [--json] [--all]',
    help: 'Check settings, network, token and platform, with http also callers, Redis, port and TLS, and say what is wrong; --all lists defaults too, --json is for programs',
    settings: SETTING_NAMES,
    run: async (invocation) => (await import('./other-commands.ts')).doctorCommand(invocation),
  },
  {
    name: 'config',
    usage: 'config <host> [--windows] [--url URL]',
    help: 'Print the configuration block for a host, or without one the names of the hosts; --windows starts Node.js through cmd, --url is for a server that runs elsewhere',
    settings: COMMON_SETTINGS,
    run: async (invocation) => (await import('./other-commands.ts')).configCommand(invocation),
  },
  {
    name: 'tokens',
    usage: 'tokens <add|list|remove> [NAME]',
    help: 'Name the people who may call `http`, in the file of AGENT_PLATFORM_HTTP_TOKENS_FILE; a running server follows within 2 s',
    options: [
      [
        'add NAME --rights read,write,decide',
        'Makes a token, prints it once, and adds an entry with its digest and these rights',
      ],
      ['list', 'Lists names, rights and since when; never a token'],
      ['remove NAME', 'Locks a person out: removes their entries'],
      ['--http-tokens-file <file>', 'The file, if AGENT_PLATFORM_HTTP_TOKENS_FILE does not name it'],
    ],
    run: async (invocation) => (await import('./other-commands.ts')).tokensCommand(invocation),
  },
  {
    name: 'watch',
    usage: 'watch --notify URL',
    help: 'Post to an address, such as a chat webhook, when a request waits for a decision, or has waited for too long: counts and ages only',
    settings: WATCH_SETTINGS,
    options: [
      ['--notify <url>', 'Where to post: https, or this machine'],
      [
        '--notify-file <file>',
        'File that contains it instead: process lists show --notify, and the address of a webhook is its password',
      ],
      ['--every <seconds>', 'Pause between checks (default 60)'],
      [
        '--overdue <minutes>',
        'A request that waits longer is reported again (default AGENT_PLATFORM_OVERDUE_HOURS, else 60)',
      ],
    ],
    run: async (invocation) => (await import('./other-commands.ts')).watchCommand(invocation),
  },
];
