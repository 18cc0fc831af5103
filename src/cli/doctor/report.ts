/** The report of `doctor`, for JSON and as one page for a person, and its verdict. */
import type { Origin } from '../../settings/read.ts';
import { EXIT, type ExitCode } from '../invocation.ts';

const TITLES = {
  settings: 'Settings',
  tools: 'Tools',
  files: 'Files',
  address: 'Address',
  token: 'Token',
  http: 'Server',
  callers: 'Callers',
  store: 'Answers',
  port: 'Port',
  issuer: 'Issuer',
  tls: 'TLS',
  exchange: 'Exchange',
  network: 'Network',
  clock: 'Clock',
  dialect: 'Dialect',
  health: 'Health',
  read: 'First read',
} as const;

/** `warn`: it works, but needs attention. `skip`: it could not be checked. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

/** The result of one check. */
export interface Check {
  readonly id: keyof typeof TITLES;
  readonly status: CheckStatus;
  /** The finding, one sentence. */
  readonly summary: string;
  /** The next step, for `warn` and `fail`. */
  readonly next?: string;
  readonly exitCode?: ExitCode;
}

type Id = Check['id'];

export const ok = (id: Id, summary: string): Check => ({ id, status: 'ok', summary });

export const skip = (id: Id, summary: string): Check => ({ id, status: 'skip', summary });

export const warn = (id: Id, summary: string, next: string): Check => ({ id, status: 'warn', summary, next });

export function fail(id: Id, summary: string, next: string, exitCode: ExitCode): Check {
  return { id, status: 'fail', summary, next, exitCode };
}

/** A setting as it is shown: never with the value of a secret. */
export interface SettingLine {
  readonly variable: string;
  /** `present` or `absent` for a secret; `refused` for an invalid value. */
  readonly value: string | undefined;
  readonly origin: Origin;
}

/** What a toolset adds to a session; only tools that the session offers are counted. */
export interface ToolCost {
  readonly toolset: string;
  readonly tools: number;
  /** Tokens of their definitions: characters / 4. */
  readonly tokens: number;
}

/** What `doctor --json` prints. */
export interface Report {
  readonly program: string;
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly file: string;
  readonly settings: readonly SettingLine[];
  readonly checks: readonly Check[];
  readonly tools: { readonly count: number; readonly tokens: number; readonly toolsets: readonly ToolCost[] };
  readonly verdict: {
    readonly ok: boolean;
    readonly exitCode: ExitCode;
    readonly summary: string;
    readonly next: string;
  };
}

/**
 * The first failure determines the exit code and the next step, since later failures often follow from it. Missing and wrong
 * settings are independent of each other, so the next step covers all of them.
 * @param whenItWorks the next step if everything works
 */
export function verdictOn(checks: readonly Check[], isSandbox: boolean, whenItWorks: string): Report['verdict'] {
  const [first, ...others] = checks.filter(({ status }) => status === 'fail');
  if (first !== undefined) {
    const unset = first.exitCode === EXIT.usage ? others.filter(({ exitCode }) => exitCode === EXIT.usage) : [];
    const summary = `It doesn't work yet: ${titles([first, ...others])}.`;
    const next = [...new Set([first, ...unset].map((check) => check.next ?? check.summary))].join(' ');
    return { ok: false, exitCode: first.exitCode ?? EXIT.failed, summary, next };
  }
  const works = isSandbox ? 'It works, on the sandbox.' : 'It works.';
  const warnings = checks.filter(({ status }) => status === 'warn');
  const [warned] = warnings;
  if (warned !== undefined) {
    const count = warnings.length === 1 ? 'One thing' : `${warnings.length} things`;
    const summary = `${works} ${count} to check: ${titles(warnings)}.`;
    return { ok: true, exitCode: EXIT.ok, summary, next: warned.next ?? warned.summary };
  }
  return { ok: true, exitCode: EXIT.ok, summary: works, next: whenItWorks };
}

/** In a sentence: `address and token`. */
function titles(checks: readonly Check[]): string {
  const names = checks.map(({ id }) => (id === 'tls' ? TITLES[id] : TITLES[id].toLowerCase()));
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

const WIDTH = 108;
/** The longest title, `First read`, and two spaces. */
const TITLE_WIDTH = 12;
const INDENT = ' '.repeat(8 + TITLE_WIDTH);
/** Longer texts extend beyond their column. */
const MAX_COLUMN_WIDTH = 50;

/** Problems and the next step first. @param showsAll whether settings that nobody set are shown too */
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
