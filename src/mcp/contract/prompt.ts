/** A prompt: a recipe that a person picks, filled in with live data if that helps. */
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
  /** Offered only with all of these tools: the recipe must work. */
  readonly tools: readonly string[];
  /** The text of the user message. */
  text(args: Readonly<Record<string, string>>, context: ReadContext): Promise<string> | string;
}
