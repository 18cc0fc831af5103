/** What `doctor` finds out: the shape of its report, in JSON as well as on the page. */
import type { Origin } from '../../settings/read.ts';
import type { ExitCode } from '../exit-codes.ts';

/** `warn`: it works, but there is something to know. `skip`: it could not be checked, and why. */
export type CheckStatus = 'ok' | 'warn' | 'fail' | 'skip';

/** One thing that was looked at. */
export interface Check {
  readonly id:
    | 'settings'
    | 'tools'
    | 'files'
    | 'address'
    | 'token'
    | 'proxy'
    | 'dns'
    | 'tls'
    | 'clock'
    | 'dialect'
    | 'health'
    | 'read'
    | 'start';
  readonly status: CheckStatus;
  /** One sentence: what was found. */
  readonly summary: string;
  /** What to do about it; for `warn` and `fail`. */
  readonly next?: string;
  /** What a failure of this check ends the program with. */
  readonly exitCode?: ExitCode;
  /** Figures and names, for tools. */
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** A setting as it is shown: never with the value of a secret. */
export interface SettingLine {
  readonly variable: string;
  readonly flag: string | undefined;
  /** `present` or `absent` for a secret; `refused` for what can't be used. */
  readonly value: string | undefined;
  readonly origin: Origin;
  /** What is odd about how it is set. */
  readonly note?: string;
}

/** What a toolset adds to a session; only tools that the session offers are counted. */
export interface ToolCost {
  readonly toolset: string;
  readonly tools: number;
  /** What their definitions cost a model: characters / 4. */
  readonly tokens: number;
}

/** What `doctor --json` prints. `verdict` sums up the checks. */
export interface Report {
  readonly program: string;
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly file: string | undefined;
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
