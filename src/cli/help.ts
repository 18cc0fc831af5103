/** `--help`: all commands and settings, or one command and its settings, from their tables. */

import { NAME, VERSION } from '../basics/program.ts';
import { COMMON_SETTINGS, envName, SETTING_NAMES, type SettingName, specOf } from '../settings/table.ts';
import { COMMANDS, type Command } from './commands.ts';
import { ownCommand } from './installation.ts';

/** @param env for the PATH */
export function helpText(env: NodeJS.ProcessEnv): string {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
  return [
    `${NAME} ${VERSION}`,
    'An MCP server for an AI-agent platform: see what is running, decide what is waiting, talk to assistants.',
    '',
    `Usage: ${NAME} [command] [options]`,
    '',
    'Commands:',
    ...COMMANDS.map(({ usage, help }) => `  ${usage.padEnd(width)}  ${help}`),
    '',
    'Options of serve and http, each with its environment variable (a flag wins):',
    ...COMMON_SETTINGS.flatMap(settingLines),
    '',
    'Options of http only:',
    ...SETTING_NAMES.filter((name) => !COMMON_SETTINGS.includes(name)).flatMap(settingLines),
    '',
    `  ${'--help'.padEnd(width)}  This page; after a command, only what that command takes`,
    `  ${'--version'.padEnd(width)}  The version`,
    '',
    `Try it without a platform: ${ownCommand(env)} doctor --sandbox`,
  ].join('\n');
}

/** One command: what it does, and its settings. */
export function commandHelp({ usage, help, settings, options = [] }: Command): string {
  const own = options.flatMap(([form, what]) => [`  ${form}`, `      ${what}`]);
  const head = [
    `Usage: ${NAME} ${usage}${settings === undefined ? '' : ' [options]'}`,
    '',
    `${help}.`,
    ...(own.length > 0 ? ['', ...own] : []),
  ];
  if (settings === undefined) return head.join('\n');
  const title = 'Options, each with its environment variable (a flag wins):';
  return [...head, '', title, ...settings.flatMap(settingLines)].join('\n');
}

function settingLines(setting: SettingName): string[] {
  const { flag, kind, help, fallback, choices } = specOf(setting);
  const value = kind !== 'flag' ? ` <${choices?.join('|') ?? kind}>` : '';
  const name = flag === undefined ? '(environment only)' : `--${flag}${value}`;
  const standard =
    fallback === undefined || fallback === false || fallback === 'default' ? '' : ` (default ${fallback})`;
  return [`  ${name}`, `      ${envName(setting)}: ${help}${standard}`];
}
