/** What is masked tells nothing of a secret, with as many guesses as would find a rare difference. */
import { expect, it } from 'vitest';
import { JWT, LONG, pairsOfGuessesLookAlike } from '../support/guesses.ts';
import { TOKEN } from '../support/platform-double.ts';

it.each(Object.entries({ TOKEN, JWT, LONG }))(
  '10,000 pairs of a right and a wrong guess of %s look alike',
  (_name, secret) => {
    expect(() => pairsOfGuessesLookAlike(secret, 10_000)).not.toThrow();
  },
);
