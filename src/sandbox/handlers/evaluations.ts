/** Evaluations of threads: trigger, list. */
import { evaluate } from '../evaluations.ts';
import { plain } from '../http/handler.ts';
import { json } from '../http/reply.ts';
import { theThread } from './find.ts';

/** It is done at once, and it costs. */
export const evaluateThread = plain((call) => {
  const thread = theThread(call);
  const evaluation = evaluate(thread, call.world.now());
  const earlier = call.world.evaluations.get(thread.id) ?? [];
  call.world.evaluations.set(thread.id, [...earlier, evaluation]);
  thread.usage.evaluations += 1;
  return json(evaluation);
});

export const listThreadEvaluations = plain((call) => json(call.world.evaluations.get(theThread(call).id) ?? []));
