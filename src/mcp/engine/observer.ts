/** Who counts: told of every tool call by the frame, and of every request to the platform by its client. */
import type { ClientObserver } from '../../platform/client/observer.ts';

export interface Observer extends ClientObserver {
  /**
   * A tool call ended.
   * @param outcome a word of the frame's: `ok`, `dry run`, `asks the human`, `refused`, `failed: timeout`, ...
   * @param ms how long it took
   */
  call(tool: string, outcome: string, ms: number): void;
}
