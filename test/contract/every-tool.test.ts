/** Every tool carries a call of it, from which suites are derived: they are slow, and that one is missing is known at once. */
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';

it.each(catalogue.tools)('$name has an example, which it takes', ({ input, example }) => {
  expect(input().safeParse(example).error).toBeUndefined();
});
