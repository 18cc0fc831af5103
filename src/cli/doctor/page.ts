/** The report as one page for a person. */
import { styleText } from 'node:util';
import { count } from '../../present/units.ts';
import { type Check, type CheckStatus, type Report, type SettingLine, TITLES } from './report.ts';

const WIDTH = 108;
/** The longest title, `First read`, and two spaces. */
const TITLE_WIDTH = 12;
const INDENT = ' '.repeat(8 + TITLE_WIDTH);
/** Longer texts extend beyond their column. */
const MAX_COLUMN_WIDTH = 50;

type Style = Parameters<typeof styleText>[0];
const STYLES: Readonly<Record<CheckStatus, Style>> = { ok: 'green', warn: 'yellow', fail: 'red', skip: 'dim' };

/**
 * Problems and the next step first, then checks that passed, then details; in colours where stdout takes them.
 * @param showsAll whether settings that nobody set are shown too
 */
export function page(report: Report, showsAll: boolean): string {
  const { program, version, node, platform, file, settings, checks, tools, verdict } = report;
  const withStatus = (...statuses: CheckStatus[]) => checks.filter(({ status }) => statuses.includes(status));
  // A command has a line of its own, to be copied whole.
  const [step = '', ...commands] = `Next: ${verdict.next}`.split('\n');
  const [firstStep = '', ...moreSteps] = wrap(step, WIDTH);
  return [
    styleText('bold', styleText(verdict.ok ? 'green' : 'red', verdict.summary)),
    // The verdict's next step is not repeated.
    ...[...withStatus('fail'), ...withStatus('warn')].flatMap((check) => checkLines(check, verdict.next)),
    styleText('bold', firstStep),
    ...[...moreSteps, ...commands].map((line) => styleText('bold', `      ${line}`)),
    '',
    ...settingLines(settings, showsAll),
    '',
    styleText('bold', 'Other checks'),
    ...withStatus('ok', 'skip').flatMap((check) => checkLines(check)),
    '',
    styleText('bold', 'Tools'),
    ...inColumns(
      tools.toolsets.map(({ toolset, tools, tokens }) => [toolset, count(tools, 'tool'), `${tokens} tokens`]),
    ),
    '',
    styleText('dim', `${program} ${version}, Node.js ${node} on ${platform}`),
    styleText('dim', file),
  ].join('\n');
}

function settingLines(settings: readonly SettingLine[], showsAll: boolean): string[] {
  const isSet = ({ origin }: SettingLine): boolean => origin !== 'default' && origin !== 'unset';
  const shown = showsAll ? settings : settings.filter(isSet);
  if (shown.length === 0) return [`${styleText('bold', 'Settings')}: nothing is set; --all shows the defaults.`];
  return [
    `${styleText('bold', 'Settings')}${showsAll ? '' : ' that differ from their default; --all shows all'}`,
    ...inColumns(shown.map(({ variable, value = '-', origin }) => [variable, value, origin])),
  ];
}

/** Indented, each column as wide as its longest text. */
function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widthOf = (column: number): number =>
    Math.min(MAX_COLUMN_WIDTH, Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((text, column) => text.padEnd(widthOf(column))).join('  ')}`.trimEnd());
}

/** @param shown next steps that are shown elsewhere, and left out here */
function checkLines(check: Check, shown = ''): string[] {
  const { id, status, summary, next } = check;
  const head = `  ${styleText(STYLES[status], status.padEnd(4))}  ${TITLES[id].padEnd(TITLE_WIDTH)}`;
  const [first = '', ...more] = wrap(summary, WIDTH - INDENT.length);
  const hint = next === undefined || shown.includes(next) ? [] : wrap(`→ ${next}`, WIDTH - INDENT.length);
  return [`${head}${first}`, ...[...more, ...hint].map((line) => INDENT + line)];
}

/** Breaks at blanks; a longer word has a line of its own. */
const wrap = (text: string, width: number): string[] =>
  (text.match(new RegExp(`(?:\\S{${width},}|[^]{1,${width}})(?:\\s|$)`, 'g')) ?? []).map((line) => line.trimEnd());
