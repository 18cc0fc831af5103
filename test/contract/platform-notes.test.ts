/** docs/platform-notes.md describes all lenient reading, so that nobody has to find it in the code. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationList } from '../../src/platform/operations/index.ts';
import type { OperationSpec } from '../../src/platform/operations/operation.ts';
import { COMMON_LIST_KEY } from '../../src/platform/parse/index.ts';

const page = readFileSync(new URL('../../docs/platform-notes.md', import.meta.url), 'utf8');

it('the platform notes name every key under which a list may come', () => {
  const row = page.split('\n').find((line) => line.startsWith('| Lists |')) ?? '';
  const named = [...row.matchAll(/`(\w+)`/g)].map(([, key]) => key);
  const operations: readonly OperationSpec[] = operationList;
  const read = [COMMON_LIST_KEY, ...operations.flatMap(({ response }) => response.listKeys ?? [])];
  expect([...new Set(read)].filter((key) => !named.includes(key))).toEqual([]);
});
