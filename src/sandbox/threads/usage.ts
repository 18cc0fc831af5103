/** What a thread has used and what that costs. Money is counted in whole micro-dollars, so that sums come out exact. */
import type { ThreadMessage } from './message.ts';

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  toolCalls: number;
  evaluations: number;
}

/** Prices in micro-dollars: per token, per tool call, per evaluation. */
const PRICE = { inputToken: 3, outputToken: 15, toolCall: 2_000, evaluation: 12_000 } as const;
/** Tokens of the system prompt and tool definitions that go along with every model call. */
const PROMPT_TOKENS = 3_200;
/** Tokens that a model thinks before it says something. */
const REASONING_TOKENS = 280;

export function noUsage(): Usage {
  return { inputTokens: 0, outputTokens: 0, toolCalls: 0, evaluations: 0 };
}

/** Counts a message: an assistant's is a model call over everything before it, a tool's is a tool call. */
export function spend(usage: Usage, before: readonly ThreadMessage[], message: ThreadMessage): void {
  if (message.role === 'tool') usage.toolCalls += 1;
  if (message.role !== 'assistant') return;
  usage.inputTokens += PROMPT_TOKENS + before.reduce((sum, { content }) => sum + tokens(content), 0);
  usage.outputTokens += REASONING_TOKENS + tokens(message.content);
}

/** Tokens of a text, by the usual rule of thumb of four characters each. */
export function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Cost in micro-dollars by category. */
export function microsByCategory(usage: Usage): Record<'input' | 'output' | 'tools' | 'evaluations', number> {
  return {
    input: usage.inputTokens * PRICE.inputToken,
    output: usage.outputTokens * PRICE.outputToken,
    tools: usage.toolCalls * PRICE.toolCall,
    evaluations: usage.evaluations * PRICE.evaluation,
  };
}

export function microsOf(usage: Usage): number {
  const { input, output, tools, evaluations } = microsByCategory(usage);
  return input + output + tools + evaluations;
}

/** Micro-dollars as dollars. */
export function dollars(micros: number): number {
  return micros / 1_000_000;
}

/** Cost of a thread in dollars. */
export function costOf(usage: Usage): number {
  return dollars(microsOf(usage));
}
