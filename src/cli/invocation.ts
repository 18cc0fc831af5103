/** A command's arguments, environment and output, from `main.ts`. */
export interface Invocation {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Writes a line for a person to stdout. */
  print(line: string): void;
  /** Writes a line about it to stderr. */
  note(line: string): void;
}

/** Exit codes of the executable, for scripts. `docs/troubleshooting.md` explains them. */
export const EXIT = {
  ok: 0,
  /** A failure that is not the caller's mistake; also a Node.js that is too old. */
  failed: 1,
  /** A flag, a command or a setting is wrong or missing. */
  usage: 2,
  /** `doctor`: the platform can't be reached (name, connection, TLS, proxy, time). */
  unreachable: 3,
  /** `doctor`: the platform refuses the token. */
  refused: 4,
  /** `doctor`: the platform was reached but does not respond as expected. */
  platform: 5,
} as const;

/** Any value of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
