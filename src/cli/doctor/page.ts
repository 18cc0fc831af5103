/** The report as one page for a person. */
import { styleText } from 'node:util';
import { type Check, type CheckStatus, type Report, type SettingLine, TITLES, type ToolCost } from './report.ts';

const WIDTH = 108;
/** The longest title, `First read`, and two spaces. */
const TITLE_WIDTH = 12;
const INDENT = ' '.repeat(8 + TITLE_WIDTH);
/** Longer values extend beyond the column. */
const MAX_VALUE_WIDTH = 40;

type Style = Parameters<typeof styleText>[0];
const STYLES: Readonly<Record<CheckStatus, Style>> = { ok: 'green', warn: 'yellow', fail: 'red', skip: 'dim' };

type Paint = (style: Style, text: string) => string;

/**
 * Problems and the next step first, then checks that passed, then details.
 * @param showsAll whether settings that nobody set are shown too
 */
export function page(report: Report, isColoured: boolean, showsAll: boolean): string {
  const paint: Paint = (style, text) => (isColoured ? styleText(style, text) : text);
  const { program, version, node, platform, file, settings, checks, tools, verdict } = report;
  const withStatus = (...statuses: CheckStatus[]) => checks.filter(({ status }) => statuses.includes(status));
  const others = withStatus('ok', 'skip');
  const [firstStep = '', ...moreSteps] = wrap(`Next: ${verdict.next}`, WIDTH);
  return [
    paint(verdict.ok ? ['bold', 'green'] : ['bold', 'red'], verdict.summary),
    // The verdict's next step is not repeated.
    ...[...withStatus('fail'), ...withStatus('warn')].flatMap((check) => checkLines(check, paint, verdict.next)),
    paint('bold', firstStep),
    ...moreSteps.map((line) => paint('bold', `      ${line}`)),
    '',
    ...settingLines(settings, showsAll, paint),
    '',
    ...(others.length === 0
      ? []
      : [paint('bold', 'Other checks'), ...others.flatMap((check) => checkLines(check, paint)), '']),
    paint('bold', 'Tools'),
    ...toolsetLines(tools.toolsets),
    '',
    paint('dim', `${program} ${version}, Node.js ${node} on ${platform}`),
    ...(file === undefined ? [] : [paint('dim', file)]),
  ].join('\n');
}

const longest = (texts: readonly string[]): number => Math.max(0, ...texts.map(({ length }) => length));

function settingLines(settings: readonly SettingLine[], showsAll: boolean, paint: Paint): string[] {
  const isPlain = ({ origin }: SettingLine): boolean => origin === 'default' || origin === 'unset';
  const shown = showsAll ? settings : settings.filter((line) => !isPlain(line));
  if (shown.length === 0) return [`${paint('bold', 'Settings')}: nothing is set; --all shows the defaults.`];
  const nameWidth = longest(shown.map(({ variable }) => variable));
  const valueWidth = Math.min(MAX_VALUE_WIDTH, longest(shown.map(({ value }) => value ?? '-')));
  return [
    `${paint('bold', 'Settings')}${showsAll ? '' : ' that differ from their default; --all shows all'}`,
    ...shown.map(
      ({ variable, value = '-', origin }) => `  ${variable.padEnd(nameWidth)}  ${value.padEnd(valueWidth)}  ${origin}`,
    ),
  ];
}

function toolsetLines(toolsets: readonly ToolCost[]): string[] {
  const width = longest(toolsets.map(({ toolset }) => toolset));
  return toolsets.map(
    ({ toolset, tools, tokens }) =>
      `  ${toolset.padEnd(width)}  ${String(tools).padStart(2)} ${tools === 1 ? 'tool ' : 'tools'} ${String(tokens).padStart(6)} tokens`,
  );
}

/** @param shown next steps that are shown elsewhere, and left out here */
function checkLines(check: Check, paint: Paint, shown = ''): string[] {
  const { id, status, summary, next } = check;
  const head = `  ${paint(STYLES[status], status.padEnd(4))}  ${TITLES[id].padEnd(TITLE_WIDTH)}`;
  const [first = '', ...more] = wrap(summary, WIDTH - INDENT.length);
  const hint = next === undefined || shown.includes(next) ? [] : wrap(`→ ${next}`, WIDTH - INDENT.length);
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
