/** The report as one page for a person. */
import { type Check, type CheckStatus, type Report, type SettingLine, TITLES } from './report.ts';

const WIDTH = 108;
/** The longest title, `First read`, and two spaces. */
const TITLE_WIDTH = 12;
const INDENT = ' '.repeat(8 + TITLE_WIDTH);
/** Longer texts extend beyond their column. */
const MAX_COLUMN_WIDTH = 50;

/**
 * Problems and the next step first, then the settings and the checks that passed.
 * @param showsAll whether settings that nobody set are shown too
 */
export function page({ settings, checks, verdict, ...program }: Report, showsAll: boolean): string {
  const withStatus = (...statuses: CheckStatus[]) => checks.filter(({ status }) => statuses.includes(status));
  // A command has a line of its own, to be copied whole.
  const [step = '', ...commands] = `Next: ${verdict.next}`.split('\n');
  const [firstStep = '', ...moreSteps] = wrap(step, WIDTH);
  return [
    verdict.summary,
    // The verdict's next step is not repeated.
    ...[...withStatus('fail'), ...withStatus('warn')].flatMap((check) => checkLines(check, verdict.next)),
    firstStep,
    ...[...moreSteps, ...commands].map((line) => `      ${line}`),
    '',
    ...settingLines(settings, showsAll),
    '',
    'Other checks',
    ...withStatus('ok', 'skip').flatMap((check) => checkLines(check)),
    '',
    `${program.program} ${program.version}, Node.js ${program.node} on ${program.platform}`,
    program.file,
  ].join('\n');
}

function settingLines(settings: readonly SettingLine[], showsAll: boolean): string[] {
  const shown = showsAll ? settings : settings.filter(({ origin }) => origin !== 'default' && origin !== 'unset');
  if (shown.length === 0) return ['Settings: nothing is set; --all shows the defaults.'];
  const rows = shown.map(({ variable, value = '-', origin }) => [variable, value, origin]);
  const widthOf = (column: number): number =>
    Math.min(MAX_COLUMN_WIDTH, Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return [
    `Settings${showsAll ? '' : ' that differ from their default; --all shows all'}`,
    ...rows.map((row) => `  ${row.map((text, column) => text.padEnd(widthOf(column))).join('  ')}`.trimEnd()),
  ];
}

/** @param shown next steps that are shown elsewhere, and left out here */
function checkLines({ id, status, summary, next }: Check, shown = ''): string[] {
  const [first = '', ...more] = wrap(summary, WIDTH - INDENT.length);
  const hint = next === undefined || shown.includes(next) ? [] : wrap(`→ ${next}`, WIDTH - INDENT.length);
  return [
    `  ${status.padEnd(4)}  ${TITLES[id].padEnd(TITLE_WIDTH)}${first}`,
    ...[...more, ...hint].map((line) => INDENT + line),
  ];
}

/** Breaks at blanks; a longer word has a line of its own. */
const wrap = (text: string, width: number): string[] =>
  (text.match(new RegExp(`(?:\\S{${width},}|[^]{1,${width}})(?:\\s|$)`, 'g')) ?? []).map((line) => line.trimEnd());
