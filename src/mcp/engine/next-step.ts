/** A next step helps only where it is another call than the one just made. */
import type * as z from 'zod';
import { jsonText } from '../../platform/parse/json-text.ts';
import { type Answer, type NextStep, nextOf } from '../contract/answer.ts';
import type { Tool } from '../contract/tool.ts';

/**
 * The answer without a next step that would make the same call again.
 * @param given the arguments of the call; those that it left out count with their defaults
 */
export function withoutOwnCall(answer: Answer, { name }: Tool, given: unknown, schema: z.ZodObject): Answer {
  if (answer.next === undefined) return answer;
  const whole = (args: unknown): string => {
    const plain: unknown = JSON.parse(JSON.stringify(args ?? {}));
    const read = schema.safeParse(plain);
    return jsonText(read.success ? read.data : plain, true);
  };
  const isOwn = (step: NextStep): boolean => step.tool === name && whole(step.arguments) === whole(given);
  return {
    ...answer,
    next: (shown) => {
      const step = nextOf(answer, shown);
      return step !== undefined && isOwn(step) ? undefined : step;
    },
  };
}
