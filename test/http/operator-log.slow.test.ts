/** What an operator reads in the log: whom it serves at the start, every refusal with its reason, and what SIGHUP could not read. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../support/clients.ts';
import { golden } from '../support/golden.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { LIST, type LogLine, post, startReplica, toolCall } from './support.ts';

const ANNA = { name: 'anna', token: 'anna-0123456789abcdefgh', rights: ['read'] };
const BERT = { name: 'bert', token: 'bert-0123456789abcdefgh', rights: ['read'] };
const SHARED = 'shared-0123456789abcdefgh';
const METRICS = 'metrics-0123456789abcdefgh';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const folder = temporaryFolder('operator-log');
const [people, shared] = [join(folder, 'people.json'), join(folder, 'shared')];
function put(file: string, content: string): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}
const both = JSON.stringify([ANNA, BERT]);

put(people, both);
put(shared, SHARED);
const replica = await startReplica({
  // Its Redis is dead.
  until: 'listening',
  args: ['--sandbox', '--http-tokens-file', people, '--http-token-file', shared],
  env: {
    AGENT_PLATFORM_HTTP_METRICS_TOKEN: METRICS,
    AGENT_PLATFORM_STATE_KEY: 'state-key-0123456789abcdefghijklmnop',
    AGENT_PLATFORM_FOUR_EYES: 'known',
    AGENT_PLATFORM_STATE_REDIS_URL: 'redis://user:secret-of-redis-0123456789@127.0.0.1:9/0',
    AGENT_PLATFORM_AUDIT_LOG: join(folder, 'audit.jsonl'),
  },
});

const events = (name: string) => replica.log().filter(({ event }) => event === name);
/** Without what differs from run to run. */
const told = (lines: readonly object[]): string =>
  lines
    .map((line) => JSON.stringify({ ...line, time: undefined, id: undefined, ms: undefined }))
    .join('\n')
    .replaceAll(folder, '<folder>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');

it('the log says at the start where the server listens, who may call, where answers are recorded, and where the audit log is', () => {
  golden(told(events('listening')));
  expect(JSON.stringify(replica.log())).not.toContain('secret-of-redis');
});

it.each([
  { it: 'a file of people that is not JSON', file: people, content: '[' },
  { it: 'a token that can be guessed', file: shared, content: 'short' },
])('SIGHUP reports that $it was not read', async ({ file, content }) => {
  put(file, content);
  const before = events('reloaded').length;
  const from = replica.log().length;
  replica.child.kill('SIGHUP');
  await until('it has read them', () => events('reloaded').length > before);
  const isOfRedis = ({ event }: LogLine): boolean => event === 'store';
  const lines = told(
    replica
      .log()
      .slice(from)
      .filter((line) => !isOfRedis(line)),
  );
  // The watch may have seen the file before the signal came.
  golden([...new Set(lines.split('\n'))].join('\n'));
  put(people, both);
  put(shared, SHARED);
  replica.child.kill('SIGHUP');
  await until('it has read them again', () => events('reloaded').length > before + 1);
});

it('a removed person is locked out, and the log names them when they call', async () => {
  expect((await post(replica.url, LIST, bearer(BERT.token))).status).toBe(200);
  put(people, JSON.stringify([ANNA]));
  const removed = () => events('access').filter(({ change }) => change === 'removed');
  await expect.poll(removed).toHaveLength(1);
  expect((await post(replica.url, LIST, bearer(BERT.token))).status).toBe(401);
  const refused = () => events('request').filter(({ status }) => status === 401);
  await until('the line', () => refused().length > 0);
  golden(told([...removed(), ...refused()]));
});

it.each<{ it: string; send: (url: string) => Promise<Response> }>([
  { it: 'without a token', send: (url) => post(url, LIST) },
  { it: 'with a token that nobody has', send: (url) => post(url, LIST, bearer('nobody-0123456789abcdefgh')) },
  {
    it: 'without the right',
    send: (url) => post(url, toolCall('pause_thread', { threadId: 't' }), bearer(ANNA.token)),
  },
  { it: 'that is not JSON', send: (url) => post(url, '{', bearer(ANNA.token)) },
  { it: 'that is a batch', send: (url) => post(url, [LIST], bearer(ANNA.token)) },
  { it: 'too large', send: (url) => post(url, ' '.repeat(1_100_000), bearer(ANNA.token)) },
  {
    it: 'from a page of another origin',
    send: (url) => post(url, LIST, { ...bearer(ANNA.token), origin: 'https://evil.example' }),
  },
  { it: 'for an unknown toolset', send: (url) => post(url, LIST, { ...bearer(ANNA.token), 'x-mcp-toolsets': 'nope' }) },
  { it: 'that the protocol does not know', send: (url) => post(url, { jsonrpc: '2.0' }, bearer(ANNA.token)) },
  { it: 'by GET', send: (url) => fetch(`${url}/mcp`, { headers: bearer(ANNA.token) }) },
  { it: 'by PUT', send: (url) => fetch(`${url}/mcp`, { method: 'PUT' }) },
  { it: 'for metrics with a caller’s token', send: (url) => fetch(`${url}/metrics`, { headers: bearer(ANNA.token) }) },
])('the log says why a request $it was refused', async ({ send }) => {
  const lines = () => replica.log().filter(({ event }) => event === 'request' || event === 'refused');
  const before = lines().length;
  await (await send(replica.url)).text();
  await until('its line', () => lines().length > before);
  golden(told(lines().slice(before)));
});

it('a secret that a caller sends as the name of a tool is masked before the name is cut', async () => {
  const name = `${'x'.repeat(50)}${ANNA.token}`;
  await post(replica.url, toolCall(name, {}), bearer(ANNA.token));
  const of = () => events('request').filter((line) => String(line.name).startsWith('xxxx'));
  await until('the call is in the log', () => of().length > 0);
  expect(JSON.stringify(of())).not.toContain(ANNA.token.slice(0, 12));
});
