/** The body of an answer: as text, and as JSON. */
import type { OperationSpec } from '../operations/operation.ts';
import { exactJson } from '../parse/json-text.ts';
import type { Collector } from './body.ts';
import { unreadable } from './body-errors.ts';
import { PlatformError } from './errors.ts';

/** The body of a success; where it can't be decoded, a write counts as done all the same. */
export async function successText(collector: Collector, operation: OperationSpec): Promise<string> {
  try {
    return await collector.text();
  } catch (error) {
    if (error instanceof PlatformError && !operation.repeatable) throw error.with({ effect: 'unknown' });
    throw error;
  }
}

/** The body of an error; one that can't be decoded says nothing, and the status still counts. */
export async function errorTextOf(collector: Collector): Promise<string> {
  try {
    return await collector.text();
  } catch {
    return '';
  }
}

/** An empty body is undefined; text that is not JSON stays text for pages, and is an error for everything else. */
export function parseBody(text: string, operation: OperationSpec): unknown {
  if (text.trim() === '') return undefined;
  try {
    // Trimmed, because a byte order mark at the beginning is not JSON.
    return exactJson(text.trim());
  } catch {
    if (['docPage', 'health'].includes(operation.answer.record)) return text;
    throw unreadable('it is not JSON').with({ effect: operation.repeatable ? 'none' : 'unknown' });
  }
}
