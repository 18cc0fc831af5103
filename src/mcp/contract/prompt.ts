/** What a prompt is: a recipe that a person picks, filled in with live data where that helps. */
import type { Completer, ReadContext } from './resource.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Values from live data. */
  readonly complete?: Completer;
}

export interface PromptSpec {
  /** kebab-case. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Offered only where all these tools are: a recipe must be doable. */
  readonly tools: readonly string[];
  /** The text of the user message. */
  text(args: Readonly<Record<string, string>>, context: ReadContext): Promise<string> | string;
}
