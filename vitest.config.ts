/**
 * The suites, told apart by how a test file's name ends: `.slow.test.ts` takes its time (faults, attacks, races, leaks,
 * fuzz, properties), `.timed.test.ts` is held to times that other tests beside it would change, `.network.test.ts` fetches
 * from npm, all in `test/replicas` needs nginx, Redis and Prometheus, `.hosts.test.ts` fetches the hosts themselves, and any
 * other `.test.ts` is fast.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { PATIENCE_MS } from './test/support/patience.ts';

const SLOW = 'test/**/*.slow.test.ts';
const TIMED = 'test/**/*.timed.test.ts';
const NETWORK = 'test/**/*.network.test.ts';
const REPLICAS = 'test/replicas/**/*.test.ts';
const HOSTS = 'test/**/*.hosts.test.ts';

/** Fast tests that the slow suite repeats more thoroughly: those that import thorough.ts. */
const REPEATED = readdirSync(join(import.meta.dirname, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `test/${name}`)
  .filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('/support/thorough.ts'));

/** `npm test` is the fast suite, `npm run test:all` all of them but the hosts, one after the other. */
const suite = (name: string, groupOrder: number, include: string[], more: object = {}) => ({
  extends: true as const,
  test: { name, include, sequence: { groupOrder }, ...more },
});

/**
 * A process for each worker instead of each file: loading the sources for each of a hundred files took longer than their
 * tests. So a fast test leaves nothing behind: it puts back what it changes in its process (environment, listeners), and
 * closes what it opens; `--sequence.shuffle.files` shows whether that holds. Processes and not threads: what is asked of
 * one's own process (signals, its environment) is shared by threads, and one that crashes takes no other with it. Two processes:
 * four took half as much processor time again, since each loads the sources.
 */
const SHARED = { isolate: false, pool: 'forks', maxWorkers: 2 } as const;

/** Markdown is text here too, as the build has it (scripts/bundle). */
const markdown = {
  name: 'markdown',
  transform: (text: string, file: string) =>
    file.endsWith('.md') ? { code: `export default ${JSON.stringify(text)};`, map: null } : undefined,
};

export default defineConfig({
  plugins: [markdown],
  test: {
    globalSetup: ['test/support/build.ts'],
    setupFiles: ['test/support/close-opened.ts'],
    // Whole texts (test/support/golden.ts), under the name of their test.
    resolveSnapshotPath: (test, extension) => `${test.replace('/test/', '/test/golden/snapshots/')}${extension}`,
    // More than the two cores of a small machine: tests wait, for sockets, for processes, for time to pass. Each starts
    // processes of its own, so seven at a time kept fourteen of them waiting for a core, until times were missed.
    maxWorkers: 4,
    maxConcurrency: 4,
    // What was compiled is kept under the digest of its source.
    experimental: { fsModuleCache: true },
    // Far longer than anything takes, also on a machine with ten times as much to do; a promise that hangs still fails.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: PATIENCE_MS, interval: 50 } },
    projects: [
      suite('fast', 0, ['test/**/*.test.ts'], { exclude: [SLOW, TIMED, NETWORK, REPLICAS, HOSTS], ...SHARED }),
      suite('slow', 1, [SLOW, ...REPEATED], { env: { THOROUGH: 'yes' } }),
      suite('timed', 2, [TIMED], { maxWorkers: 1 }),
      suite('network', 3, [NETWORK]),
      suite('replicas', 4, [REPLICAS]),
      suite('hosts', 5, [HOSTS]),
    ],
  },
});
