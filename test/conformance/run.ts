/**
 * The official conformance suite over HTTP, for both revisions: all requirements against the product's entry with the
 * suite's fixtures, and the scenarios that need none against the built file as it is. `npm run conformance`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The one version that knows 2026-07-28; it needs Node 22 or newer, which npm's package `node` brings. */
const SUITE = ['-y', '-p', 'node@24', '-p', '@modelcontextprotocol/conformance@0.2.0-alpha.12', 'conformance'];
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

interface Started {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the entry on its sandbox, and waits for its log to say where it listens. */
async function start(...command: readonly string[]): Promise<Started> {
  const args = [...command, '--sandbox', '--port', '0', '--log-level', 'info'];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface({ input: child.stderr })) {
    const { event, url } = parse(line);
    if (event === 'listening' && typeof url === 'string') {
      child.stderr.resume();
      return { url, stop: () => end(child) };
    }
    process.stderr.write(`${line}\n`);
  }
  throw new Error('the server ended before it listened');
}

function parse(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  } catch {
    return {};
  }
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Runs the suite; its whole output is shown where it fails, its last lines where it does not. */
async function suite(what: string, url: string, ...args: readonly string[]): Promise<boolean> {
  const results = mkdtempSync(join(tmpdir(), 'conformance-'));
  const child = spawn('npx', [...SUITE, 'server', '--url', url, '--output-dir', results, ...args], { cwd: ROOT });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(child, 'exit');
  const total = /Total: .*|Passed: .*/.exec(output)?.[0] ?? '';
  process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${what}  ${total}\n${code === 0 ? '' : output}`);
  return code === 0;
}

async function main(): Promise<boolean> {
  const outcomes: boolean[] = [];
  const fixtures = await start('--import', 'tsx', 'test/conformance/server.ts');
  for (const revision of REVISIONS) {
    const expected = `test/conformance/expected-failures.${revision}.yaml`;
    const args = ['--requirements', revision, '--expected-failures', expected];
    outcomes.push(await suite(`all requirements of ${revision}, with fixtures`, fixtures.url, ...args));
  }
  await fixtures.stop();
  const product = await start('dist/agent-platform-mcp.cjs', 'http');
  for (const revision of REVISIONS) {
    for (const scenario of GENERIC[revision]) {
      const args = ['--scenario', scenario, '--spec-version', revision];
      outcomes.push(await suite(`${scenario} of ${revision}, the product as it is`, product.url, ...args));
    }
  }
  await product.stop();
  const failed = outcomes.filter((isFine) => !isFine).length;
  process.stdout.write(`${outcomes.length - failed} runs of the suite passed, ${failed} failed\n`);
  return failed === 0;
}

process.exitCode = (await main()) ? 0 : 1;
