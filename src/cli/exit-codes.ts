/** Exit codes of the executable, for scripts. `docs/troubleshooting.md` explains them. */
export const EXIT = {
  ok: 0,
  /** Something failed that is not the caller's mistake; also an older Node.js than is needed. */
  failed: 1,
  /** A flag, a command or a setting is wrong or missing. */
  usage: 2,
  /** `doctor`: the platform can't be reached (name, connection, TLS, proxy, time). */
  unreachable: 3,
  /** `doctor`: the platform refuses the token. */
  refused: 4,
  /** `doctor`: the platform was reached and does not answer as it should. */
  platform: 5,
} as const;

/** Any value of {@link EXIT}. */
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
