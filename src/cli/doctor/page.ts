/** The report as one page for a person. */
import { styleText } from 'node:util';
import type { Check, CheckStatus, Report, SettingLine } from './report.ts';
import { titleOf } from './verdict.ts';

const WIDTH = 108;
const INDENT = ' '.repeat(19);

type Style = Parameters<typeof styleText>[0];
const STYLES: Readonly<Record<CheckStatus, Style>> = { ok: 'green', warn: 'yellow', fail: 'red', skip: 'dim' };

/** @param isColoured whether the terminal shows colours */
export function page(report: Report, isColoured: boolean): string {
  const paint = (style: Style, text: string): string => (isColoured ? styleText(style, text) : text);
  const { program, version, node, platform, file, settings, checks, tools, verdict } = report;
  return [
    paint('bold', `${program} ${version}`),
    `  Node.js ${node} on ${platform}`,
    ...(file === undefined ? [] : [`  ${file}`]),
    '',
    paint('bold', 'Settings'),
    ...settings.map((line) => settingLine(line, paint)),
    '',
    paint('bold', 'Checks'),
    ...checks.flatMap((check) => checkLines(check, paint)),
    '',
    paint('bold', 'Tools'),
    ...tools.toolsets.map(
      ({ toolset, tools: count, tokens }) =>
        `  ${toolset.padEnd(14)} ${String(count).padStart(2)} ${count === 1 ? 'tool ' : 'tools'} ${String(tokens).padStart(6)} tokens`,
    ),
    '',
    `${paint(verdict.ok ? ['bold', 'green'] : ['bold', 'red'], verdict.summary)}`,
    `Next: ${verdict.next}`,
  ].join('\n');
}

function settingLine(
  { variable, value, origin, note }: SettingLine,
  paint: (style: Style, text: string) => string,
): string {
  const isPlain = (origin === 'default' || origin === 'unset') && note === undefined;
  const line = `  ${variable.padEnd(32)} ${(value ?? '-').padEnd(20)} ${origin}${note ? `: ${note}` : ''}`;
  return isPlain ? paint('dim', line) : line;
}

function checkLines(check: Check, paint: (style: Style, text: string) => string): string[] {
  const { status, summary, next } = check;
  const head = `  ${paint(STYLES[status], status.padEnd(4))}  ${titleOf(check).padEnd(11)}`;
  const [first = '', ...more] = wrap(summary, WIDTH - INDENT.length);
  const hint = next === undefined ? [] : wrap(`→ ${next}`, WIDTH - INDENT.length);
  return [`${head}${first}`, ...[...more, ...hint].map((line) => INDENT + line)];
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
