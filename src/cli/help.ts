/** `--help`: every command and every setting, from their tables. */
import { ENV_PREFIX, SETTING_NAMES, type SettingSpec, specOf } from '../settings/table.ts';
import { NAME, VERSION } from '../version.ts';
import { COMMANDS } from './commands.ts';
import { ownCommand } from './own-command.ts';

/** @param env where the PATH is read from */
export function helpText(env: NodeJS.ProcessEnv): string {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length));
  const settings = SETTING_NAMES.map(specOf);
  const of = (command: SettingSpec['command']) =>
    settings.filter((spec) => spec.command === command).flatMap(settingLines);
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
    ...of(undefined),
    '',
    'Options of http only:',
    ...of('http'),
    '',
    `  ${'--help'.padEnd(width)}  This page`,
    `  ${'--version'.padEnd(width)}  The version`,
    '',
    `Try it without a platform: ${ownCommand(env)} doctor --sandbox`,
  ].join('\n');
}

function settingLines({ flag, env, kind, help, fallback, choices }: SettingSpec): string[] {
  // What is on already is turned off.
  const value = kind !== 'flag' ? ` <${choices?.join('|') ?? kind}>` : fallback === true ? '=false' : '';
  const name = flag === undefined ? '(environment only)' : `--${flag}${value}`;
  const standard =
    fallback === undefined || fallback === false || fallback === 'default' ? '' : ` (default ${fallback})`;
  return [`  ${name}`, `      ${ENV_PREFIX}${env}: ${help}${standard}`];
}
