/**
 * The one path around everything that asks the platform, for a tool, a resource, a prompt or a list: errors are worded and
 * lose their secrets, bugs are logged, and each end is counted.
 */

import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { stackOf } from '../../basics/errors.ts';
import { errorText } from '../contract/error-text.ts';
import type { App } from './app.ts';
import { type Outcome, outcomeOf, type Subject } from './outcome.ts';
import { withinBudget } from './render.ts';

/** What came of it: a value, a question to the human, or an error. */
export type Ended<T> = Done<T> | Failed;

export type Done<T> =
  | { readonly kind: 'value'; readonly outcome: Outcome; readonly value: T }
  | { readonly kind: 'question'; readonly outcome: Outcome; readonly result: InputRequiredResult };

export interface Failed {
  readonly kind: 'error';
  readonly outcome: Outcome;
  readonly error: unknown;
  /** What may be shown of the error. */
  readonly text: string;
}

/** Runs a task and says how it ended. `words` are those of an error, for tasks that know more of it. Never throws. */
export async function run<T>(
  app: App,
  subject: Subject,
  task: () => Promise<Done<T>>,
  words: (error: unknown) => string = (error) => errorText(error),
): Promise<Ended<T>> {
  const started = performance.now();
  const ended = await task().catch((error: unknown): Failed => {
    // Redacted before it is cut: half a secret would be found no more.
    const text = withinBudget(app.redactor.text(words(error)));
    return { kind: 'error', outcome: outcomeOf(error), error, text };
  });
  const ms = performance.now() - started;
  const name = `${subject.kind} ${subject.name}`;
  const { kind, detail } = ended.outcome;
  if (ended.kind === 'error' && kind === 'bug') app.log.error(`${name}: ${stackOf(ended.error)}`);
  app.observer?.ended(subject, ended.outcome, ms);
  app.log.debug(`${name} ${kind}${detail === undefined ? '' : ` ${detail}`} ${Math.round(ms)} ms`);
  return ended;
}
