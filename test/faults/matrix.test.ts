/**
 * Every tool against every fault, over the built server: no hang, no crash, a helpful error, nothing written twice or
 * reported wrongly, and the server goes on. `npm run test:faults` prints the same as a table.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { TOOL_CASES } from '../support/fault-answers.ts';
import { FAULTS } from '../support/fault-kinds.ts';
import { type MatrixResult, runMatrix } from '../support/fault-matrix.ts';
import { inProcess } from '../support/in-process.ts';

let matrix: MatrixResult;
beforeAll(async () => {
  matrix = await runMatrix();
}, 240_000);

describe('tools × faults', () => {
  it('leaves out no tool', async () => {
    const session = await inProcess({ BASE_URL: 'http://127.0.0.1:9', TOKEN: 'unused-token', TOOLSETS: 'all' });
    const all = session.app.selection.tools.map(({ name }) => name);
    await session.close();
    expect(TOOL_CASES.map(({ tool }) => tool).sort()).toEqual(all);
  });

  it.each(FAULTS.map(({ name }) => name))('%s: each tool says what happened', (name) => {
    expect(matrix.problems.filter((problem) => problem.startsWith(`${name}: `))).toEqual([]);
    const tools = new Set(matrix.rows.filter(({ fault }) => fault === name).map(({ tool }) => tool));
    expect(tools.size).toBe(TOOL_CASES.length);
  });
});
