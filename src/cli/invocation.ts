/** How a command was called. */
import type { CodeCache } from '../launch/code-cache.ts';

/** What `main.ts` hands to a command. */
export interface Invocation {
  /** Arguments after the command's name. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where the compiled program is kept; absent where the settings or a run from the sources leave it out. */
  readonly codeCache?: CodeCache | undefined;
  /** Writes a line for a person to stdout. */
  print(line: string): void;
}
