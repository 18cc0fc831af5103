/** Every tool has an example call, from which slow suites derive their calls. This fast test finds a missing one. */
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';

it.each(catalogue.tools)('$name has an example, which it takes', ({ input, example }) => {
  expect(input().safeParse(example).error).toBeUndefined();
});
