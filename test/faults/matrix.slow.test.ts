/**
 * Every tool against every fault, over the built server: no hang, no crash, a helpful error, nothing written twice or
 * reported wrongly, and the server goes on. `npm run test:faults` prints the same as a table.
 */
import { expect, it } from 'vitest';
import { TOOL_CASES } from '../support/fault-answers.ts';
import { FAULTS } from '../support/fault-kinds.ts';
import { runFault } from '../support/fault-matrix.ts';
import { inProcess } from '../support/in-process.ts';

/** It makes the write of approve_thread, several times in one call: test/attack/batch.slow.test.ts holds it against faults. */
const ELSEWHERE: readonly string[] = ['decide_approvals'];

it('leaves out no tool', async () => {
  const session = await inProcess({
    BASE_URL: 'http://127.0.0.1:9',
    TOKEN: 'tok_unused-for-tests-1a2B3c',
    TOOLSETS: 'all',
  });
  const all = session.app.selection.tools.map(({ name }) => name);
  await session.close();
  expect([...TOOL_CASES.map(({ tool }) => tool), ...ELSEWHERE].sort()).toEqual(all);
});

it.concurrent.each(FAULTS)('$name: each tool says what happened', async (fault) => {
  const { rows, problems } = await runFault(fault);
  expect(problems).toEqual([]);
  expect(new Set(rows.map(({ tool }) => tool)).size).toBe(TOOL_CASES.length);
});
