/** Exit codes of the executable, for scripts. `docs/troubleshooting.md` explains them. */
export const EXIT = {
  ok: 0,
  /** Something failed that is not the caller's mistake. */
  failed: 1,
  /** A flag, a command or a setting is wrong. */
  usage: 2,
} as const;
