/** The lists of calls from which suites are derived leave out no tool: those suites are slow, and this is known at once. */
import { expect, it } from 'vitest';
import { catalogue } from '../../src/cli/catalogue.ts';
import { CALLS } from '../attack/everything.ts';
import { TOOL_CASES } from '../support/fault-answers.ts';

const every = catalogue.tools.map(({ name }) => name).sort();

it('every tool meets every fault', () => {
  expect([...new Set(TOOL_CASES.map(({ tool }) => tool))].sort()).toEqual(every);
});

it('every tool meets planted text', () => {
  expect(Object.keys(CALLS).sort()).toEqual(every);
});
