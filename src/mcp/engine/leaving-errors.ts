/**
 * Errors of the protocol as they leave. The SDK repeats what a client sent, such as a protocol version, and knows neither
 * our secrets nor how much a result may hold.
 */
import { isObject } from '../../platform/parse/coerce.ts';
import { cut } from '../../platform/text.ts';
import { RESULT_BUDGET } from '../contract/answer.ts';
import type { App } from './app.ts';

/** Characters that each text of an error keeps where the whole is beyond the budget of a result. */
const TEXT = 2_000;

/** The message, its error masked and within the budget; anything but an error as it is. */
export function leavingError<T>({ redactor }: Pick<App, 'redactor'>, message: T): T {
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
