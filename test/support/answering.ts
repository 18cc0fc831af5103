/** A session with a platform that gives some odd answers. */
import { ANSWERS, recognise } from './fault-answers.ts';
import type { Told } from './platform-double.ts';
import { session } from './sessions.ts';

/** The platform of the fault table, with other answers of these operations. */
export async function answering(changes: Readonly<Record<string, (answer: object) => Told>>) {
  return session(
    ({ method, path, body }) => {
      const found = recognise(method, path);
      if (found === undefined) return undefined;
      const answer = ANSWERS[found.operation](found.params, Object(body));
      return changes[found.operation]?.(Object(answer)) ?? { json: answer };
    },
    { TOOLSETS: 'all', MAX_WAIT_SECONDS: '1' },
  );
}

/** An answer with this body, whatever was asked. */
export const json = (value: unknown) => (): Told => ({ json: value });
