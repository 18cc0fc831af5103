/** docs/platform-notes.md describes all lenient reading, so that nobody has to find it in the code. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
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

it('every list of records may come under the name of these records', () => {
  const without = operationList.filter(({ response }) => 'many' in response && !('listKeys' in response));
  expect(without.map(({ path }) => path)).toEqual([]);
});

describe('names every operation that the specification lacks', () => {
  /** Paragraphs and rows of tables, with the heading above them, and each `{id}` by whatever name as `{}`. */
  const parts = page.split(/^#+ /m).flatMap((section) => {
    const [heading = '', ...lines] = section.replaceAll(/\{\w+\}/g, '{}').split('\n');
    const text = lines.join('\n').split(/\n(?=\n|\||- )/);
    return text.map((part) => ({ heading: heading.toLowerCase(), part }));
  });

  const assumed = operationList.filter(({ assumed }) => assumed);
  it.each(assumed.map(({ method, path, tag }) => [method, path, tag] as const))('%s %s', (method, path, tag) => {
    const whole = path.replaceAll(/\{\w+\}/g, '{}');
    // Below the heading of its group, the path of the record may be left out: `…/versions`.
    const end = whole.replace(/^\/v1\/[^/]+\/\{\}(?=\/)/, '…');
    const named = parts.filter(
      ({ heading, part }) =>
        part.includes(`\`${method}`) &&
        (part.includes(`${whole}\``) || (heading === tag.toLowerCase() && part.includes(`${end}\``))),
    );
    expect(named.length, 'docs/platform-notes.md lacks its method and path.').toBeGreaterThan(0);
  });
});
