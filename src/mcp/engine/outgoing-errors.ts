/**
 * Masks and cuts outgoing protocol errors. The SDK echoes client input, such as a protocol version, and knows neither our
 * secrets nor the size budget.
 */
import { isObject } from '../../platform/parse/coerce.ts';
import { cut } from '../../platform/text.ts';
import { RESULT_BUDGET } from '../contract/answer.ts';
import type { App } from './app.ts';

/** Characters that each string of an error keeps if the error exceeds the budget of a result. */
const TEXT = 2_000;

/** The message with its error masked and within the budget; other messages unchanged. */
export function outgoingError<T>({ redactor }: Pick<App, 'redactor'>, message: T): T {
  if (!isObject(message) || !isObject(message.error)) return message;
  const error = redactor.json(message.error);
  const isLong = JSON.stringify(error).length > RESULT_BUDGET;
  return { ...message, error: isLong ? shortened(error) : error };
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > TEXT ? `${cut(value, TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, 5).map(shortened);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]));
}
