/**
 * Every tool (test/contract/every-tool.test.ts) against every fault, over the built server: no hang, no crash, a helpful
 * error, nothing written twice or reported wrongly, and the server keeps working. `npm run test:faults` prints the same as
 * a table.
 */
import { expect, it } from 'vitest';
import { FAULTS } from '../support/fault-kinds.ts';
import { runFault } from '../support/fault-matrix.ts';
import { labelOf, TOOL_CASES } from '../support/tool-cases.ts';

it.concurrent.each(FAULTS)('$name: each tool says what happened', async (fault) => {
  const { rows, problems } = await runFault(fault);
  expect(problems).toEqual([]);
  expect(new Set(rows.map(({ tool }) => tool))).toEqual(new Set(TOOL_CASES.map(labelOf)));
});
