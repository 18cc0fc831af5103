/** The path around every task that calls the platform: it explains and redacts errors, logs bugs, counts outcomes. */

import type { InputRequiredResult } from '@modelcontextprotocol/server';
import { stackOf } from '../../basics/errors.ts';
import { errorText } from '../contract/error-text.ts';
import type { App } from './app.ts';
import { type Outcome, outcomeOf, type Subject } from './outcome.ts';
import { withinBudget } from './render.ts';

/** The result of a task: a value, a question to the human, or an error. */
export type Ended<T> = Done<T> | Failed;

export type Done<T> =
  | { readonly kind: 'value'; readonly outcome: Outcome; readonly value: T }
  | { readonly kind: 'question'; readonly outcome: Outcome; readonly result: InputRequiredResult };

export interface Failed {
  readonly kind: 'error';
  readonly outcome: Outcome;
  readonly error: unknown;
  /** The error's text for the caller. */
  readonly text: string;
}

/** Runs a task and returns how it ended. `describe` explains an error, for tasks that know more about it. Never throws. */
export function run<T>(
  app: App,
  subject: Subject,
  task: () => Promise<Done<T>>,
  describe: (error: unknown) => string = (error) => errorText(error),
): Promise<Ended<T>> {
  const started = performance.now();
  const failed = (error: unknown): Failed => {
    // Redacted before it is cut: a partial secret would not be found.
    const text = withinBudget(app.redactor.text(describe(error)));
    return { kind: 'error', outcome: outcomeOf(error), error, text };
  };
  const report = (ended: Ended<T>): Ended<T> => {
    const ms = performance.now() - started;
    const name = `${subject.kind} ${subject.name}`;
    const { kind, detail } = ended.outcome;
    if (ended.kind === 'error' && kind === 'bug') app.log.error(`${name}: ${stackOf(ended.error)}`);
    app.observer?.ended(subject, ended.outcome, ms);
    app.log.debug(`${name} ${kind}${detail === undefined ? '' : ` ${detail}`} ${Math.round(ms)} ms`);
    return ended;
  };
  const end = task().catch(failed).then(report);
  app.observer?.began?.(end);
  return end;
}
