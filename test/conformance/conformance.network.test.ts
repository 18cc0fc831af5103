/**
 * The official conformance suite over HTTP, for both revisions: all requirements against the product's entry with the
 * suite's fixtures, and the scenarios that need none against the built file as it is.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSuite, type Started, startEntry } from './suite.ts';

const REVISIONS = ['2026-07-28', '2025-11-25'] as const;

/** Scenarios that any server can be asked, without fixtures. */
const GENERIC: Readonly<Record<(typeof REVISIONS)[number], readonly string[]>> = {
  '2026-07-28': [
    'completion-complete',
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'sep-2164-resource-not-found',
    'prompts-list',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'input-required-result-unsupported-methods',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'completion-complete',
    'tools-list',
    'server-sse-multiple-streams',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
};

let fixtures: Started;
let product: Started;
beforeAll(async () => {
  fixtures = await startEntry('--import', 'tsx', '--import', './scripts/markdown.mjs', 'test/conformance/server.ts');
  product = await startEntry('dist/agent-platform-mcp.cjs', 'http');
});
afterAll(async () => {
  await fixtures?.stop();
  await product?.stop();
});

async function check(url: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runSuite(url, args);
  expect(code, output).toBe(0);
  // A suite without checks proves nothing.
  expect(Number(/Passed: (\d+)/.exec(output)?.[1] ?? /(\d+) passed/.exec(output)?.[1]), output).toBeGreaterThan(0);
}

it.each(REVISIONS)('with fixtures: all requirements of %s', (revision) => {
  const expected = `test/conformance/expected-failures.${revision}.yaml`;
  return check(fixtures.url, ['--requirements', revision, '--expected-failures', expected]);
});

describe.each(REVISIONS)('the product as it is: %s', (revision) => {
  it.each(GENERIC[revision])('%s', (scenario) =>
    check(product.url, ['--scenario', scenario, '--spec-version', revision]),
  );
});
