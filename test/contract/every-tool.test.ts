/** Every tool has an example call, from which slow suites derive their calls. This fast test finds a missing one. */
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';

it.each(catalogue.tools)('$name has an example that its own schema accepts', ({ input, example }) => {
  expect(input().safeParse(example).error).toBeUndefined();
});
