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
