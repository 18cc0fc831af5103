/**
 * Follows docs/ten-people.md: every command, in one shell, in a copy of the sources; `npm ci` is CI's own first step, and only
 * what it builds is built here.
 */
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../support/build.ts';
import { copyOfSources } from '../support/copy-of-sources.ts';
import { freePort } from '../support/free-port.ts';
import { golden } from '../support/golden.ts';

const PAGE = readFileSync(join(ROOT, 'docs/ten-people.md'), 'utf8');
/** Of the page and the files that it names. */
const PORTS = ['9100', '6390', '8081', '8082', '8443', '9090'];
const FILES = ['deploy/ten-people/nginx.conf', 'deploy/ten-people/prometheus.yaml'];
/** Waits until the replicas' logs have so many lines with a word: on a busy machine, seconds after what the page's reader sees. */
const LOGGED =
  'logged() { for turn in $(seq 300); do test "$(cat team/replica-*.log | grep -c "$2")" -ge "$1" && break; sleep 0.2; done; }';
const PATIENT: readonly (readonly [string, string])[] = [
  ['sleep 2\n', 'logged 2 bert\n'],
  ['grep -h bert', 'logged 3 bert; grep -h bert'],
];
/** What an operator sees in the browser, read before the last block stops everything. */
const PROMETHEUS = [
  "targets() { curl -s 'http://127.0.0.1:9090/api/v1/query?query=sum(up)'; }",
  'for turn in $(seq 240); do t=$(targets) && echo "$t" | grep -q \'"2"\' && break; sleep 1; done; echo "targets $t"',
  'rules() { curl -s http://127.0.0.1:9090/api/v1/rules > team/rules.json; }',
  'for turn in $(seq 240); do rules && ! grep -q \'"health":"unknown"\' team/rules.json && break; sleep 1; done',
  // Larger than what nginx keeps in memory by default.
  `call jan search_threads '{"query":"'$(printf 'x%.0s' $(seq 1 90000))'"}' | cut -c 1-60`,
  'call jan approve_thread \'{"threadId":"\'$thread\'","status":"APPROVED"}\'',
  'logged 1 four_eyes; logged 1 \'"status":403\'; grep -h four_eyes team/replica-*.log; grep -h \'"status":403\' team/replica-*.log',
].join('\n');

let copy: string;
/** What each block printed. */
let printed: readonly string[];
let ports: ReadonlyMap<string, string>;
beforeAll(async () => {
  copy = await copyOfSources();
  ports = new Map(await Promise.all(PORTS.map(async (port) => [port, String(await freePort())] as const)));
  const withPorts = (text: string): string =>
    text.replace(new RegExp(PORTS.join('|'), 'g'), (port) => ports.get(port) ?? port);
  for (const file of FILES) {
    const content = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), withPorts(content).replaceAll('15s', '5s'));
  }
  const blocks = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  expect(blocks[0]).toMatch(/^npm ci\n/);
  const steps = [blocks[0]?.replace('npm ci\n', 'npm run build\n'), ...blocks.slice(1, -1), PROMETHEUS];
  for (const [hasty] of PATIENT) expect(PAGE.split(hasty)).toHaveLength(2);
  const patient = (text: string): string =>
    PATIENT.reduce((changed, [hasty, waits]) => changed.replace(hasty, waits), withPorts(text));
  // The last block ends what it waits for, and so with another status than 0.
  const script = ['set -e', LOGGED, ...steps.map((block) => `${block}\necho "=== done"`), 'set +e', blocks.at(-1)].join(
    '\n',
  );
  const child = spawn('bash', ['-c', patient(script)], { cwd: copy, detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  await new Promise((resolve) => child.once('exit', resolve));
  printed = output.split('=== done\n');
  expect(printed, output).toHaveLength(steps.length + 1);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** A line of the page, in which `…` stands for anything. */
const asPattern = (line: string): RegExp =>
  new RegExp(
    `^${line
      .split('…')
      .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
      .join('.+')}$`,
  );

/** The block in which the page has this command. */
const blockWith = (command: string): string => {
  const blocks = [...PAGE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  return printed[blocks.findIndex((block) => block.includes(command))] ?? '';
};

it('the page takes ten minutes to read', () => {
  expect(PAGE.split('\n').length).toBeLessThanOrEqual(121);
});

it('the page names ten people, five of whom may decide, in a file that only its owner can read', () => {
  golden(
    blockWith('tokens list')
      .replace(/^(?!.* {2}read).*\n/gm, '')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>'),
  );
  expect(statSync(join(copy, 'team/people.json')).mode & 0o777).toBe(0o600);
});

it('the page works, as doctor says before anything runs', () => {
  expect(blockWith('doctor http')).toMatch(/^It works\. One thing to check: TLS\.$/m);
});

it('the page refuses the starter of a thread and lets another person approve it through TLS, and prints what it shows', () => {
  const [, shown = ''] = /^```sh\n[^`]*call anna[^`]*^```\n\n```\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];
  const lines = blockWith('call anna').trimEnd().split('\n');
  // A printed line that fits the shown one is that one; any other is compared as it is.
  const compared = shown
    .trimEnd()
    .split('\n')
    .map((line, index) => (asPattern(line).test(lines[index] ?? '') ? line : lines[index]));
  expect(compared.join('\n')).toBe(shown.trimEnd());
  expect(lines).toHaveLength(compared.length);
  expect(lines.filter((line) => line.startsWith('200 Refused'))).toEqual([
    expect.stringContaining('Nothing was sent.'),
  ]);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    event: 'outcome',
    decision: 'APPROVED',
    consent: 'not-asked',
    caller: { subject: 'carla' },
    starter: 'anna',
    outcome: 'done',
  });
});

it('a removed person is locked out on both replicas, and the log names him when he calls', () => {
  const lines = blockWith('tokens remove').split('\n');
  expect(lines.filter((line) => /^\d{3} /.test(line))).toEqual(['401 ']);
  const events = lines.filter((line) => line.startsWith('{')).map((line): Record<string, unknown> => JSON.parse(line));
  const removed = expect.objectContaining({ event: 'access', person: 'bert', change: 'removed' });
  const refused = { event: 'request', status: 401, reason: expect.stringMatching(/^the token was bert's/) };
  // By file: the refused request is in the log of the replica that it reached.
  expect(events).toHaveLength(3);
  expect(events.filter(({ event }) => event === 'access')).toEqual([removed, removed]);
  expect(events).toContainEqual(expect.objectContaining(refused));
});

it('the page has Prometheus read the servers, and all alerts are evaluated', () => {
  expect(printed.at(-2)).toMatch(/targets .*"2"\]/);
  const { data } = JSON.parse(readFileSync(join(copy, 'team/rules.json'), 'utf8')) as {
    data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
  };
  const rules = data.groups.flatMap(({ rules }) => rules);
  expect(rules.length).toBeGreaterThan(5);
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
});

it('a large request passes nginx, and refusals are logged as the page says', () => {
  const lines = (printed.at(-2) ?? '').split('\n');
  expect(lines.filter((line) => /^\d{3} /.test(line)).map((line) => line.slice(0, 4))).toEqual(['200 ', '403 ']);
  const logged = lines.filter((line) => line.startsWith('{')).map((line): Record<string, unknown> => JSON.parse(line));
  expect(logged).toEqual([
    expect.objectContaining({ event: 'request', label: 'anna', outcome: 'refused', error: 'four_eyes' }),
    expect.objectContaining({ event: 'request', label: 'jan', status: 403, reason: expect.any(String) }),
  ]);
});

it('the page stops everything that it started', async () => {
  const open = await Promise.all(
    [...ports.values()].map((port) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => port,
        () => undefined,
      ),
    ),
  );
  expect(open.filter((port) => port !== undefined)).toEqual([]);
});
