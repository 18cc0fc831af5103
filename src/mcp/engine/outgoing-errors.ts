/**
 * Masks and cuts outgoing protocol errors. The SDK echoes client input, such as a protocol version, and knows neither our
 * secrets nor the size budget.
 */
import { isObject } from '../../platform/parse/coerce.ts';
import { RESULT_BUDGET } from '../contract/result.ts';
import type { App } from './app.ts';
import { withinBudget } from './render.ts';

/** Characters that the message of a longer error keeps: as JSON, one can take six. */
const MESSAGE = 2_000;

/** The message with its error masked and within the budget, if need be without its data; other messages unchanged. */
export function outgoingError<T>({ redactor }: Pick<App, 'redactor'>, message: T): T {
  if (!isObject(message) || !isObject(message.error)) return message;
  const error = redactor.json(message.error);
  if (JSON.stringify(error).length <= RESULT_BUDGET) return { ...message, error };
  return { ...message, error: { code: error.code, message: withinBudget(String(error.message), MESSAGE) } };
}
