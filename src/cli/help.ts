/** `--help`: every command and every setting, from their tables. */
import { ENV_PREFIX, SETTING_NAMES, type SettingSpec, specOf } from '../settings/table.ts';
import { NAME, VERSION } from '../version.ts';
import { COMMANDS } from './commands.ts';

export function helpText(): string {
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
    ...COMMANDS.map(({ usage, help }) => `  ${usage.padEnd(26)} ${help}`),
    '',
    'Options of serve and http, each with its environment variable (a flag wins):',
    ...of(undefined),
    '',
    'Options of http only:',
    ...of('http'),
    '',
    '  --help                     This page',
    '  --version                  The version',
    '',
    `Try it without a platform: ${NAME} --sandbox`,
  ].join('\n');
}

function settingLines({ flag, env, kind, help, fallback, choices }: SettingSpec): string[] {
  const value = kind === 'flag' ? '' : ` <${choices?.join('|') ?? kind}>`;
  const name = flag === undefined ? '(environment only)' : `--${flag}${value}`;
  const standard = fallback === undefined || fallback === false ? '' : ` (default ${fallback})`;
  return [`  ${name}`, `      ${ENV_PREFIX}${env}: ${help}${standard}`];
}
