/**
 * The dry run of each tool that writes shows the request that the tool really sends. test/stdio/dry-run.test.ts covers
 * changes to arguments.
 */
import { expect, it } from 'vitest';
import { withoutMarks } from '../support/facts.ts';
import { ANSWERS, recognise } from '../support/fault-answers.ts';
import { session } from '../support/sessions.ts';
import { TOOL_CASES, UPLOAD_DIR } from '../support/tool-cases.ts';

/** A file is shown by its name and size; decisions on several threads are a list, in test/contract/batch.test.ts. */
const WRITES = TOOL_CASES.filter(({ write, threads }) => write !== undefined && write !== 'uploadFile' && !threads);

it('a dry run of any tool shows the request that would be sent, and sends nothing', async () => {
  const { call, platform } = await session(
    ({ method, path }) => {
      const found = recognise(method, path);
      return found && { json: ANSWERS[found.operation](found.params, {}) };
    },
    { TOOLSETS: 'all', APPROVALS: 'off', DRY_RUN: 'true', UPLOAD_DIRS: UPLOAD_DIR },
  );
  const lines: string[] = [];
  for (const { tool, args, sent } of WRITES) {
    const { data, text } = await call(tool, { ...args });
    expect({ tool, dryRun: data.dryRun, method: data.method, path: data.path, body: withoutMarks(data.body) }).toEqual({
      tool,
      dryRun: true,
      method: sent?.method,
      path: sent?.target,
      body: sent?.body === '' ? undefined : JSON.parse(sent?.body ?? ''),
    });
    const body = /^body: (.*)$/m.exec(text)?.[1] ?? '';
    lines.push(`${tool} ${JSON.stringify(args)}`, `  ${data.method} ${data.path} ${body}`.trimEnd());
  }
  expect(platform.asked.filter(({ method }) => method !== 'GET')).toEqual([]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../golden/tables/dry-runs.txt');
});
