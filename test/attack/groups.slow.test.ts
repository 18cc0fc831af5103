/** A group under attack: decided twice at once, by overlapping calls, with the platform's limit in the middle, and cut off. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type AlikePlatform, alikePlatform, refund } from '../support/alike-platform.ts';
import { connect, until } from '../support/clients.ts';
import { callAs } from '../support/consent-human.ts';
import { inProcess } from '../support/in-process.ts';
import { uuid } from '../support/sessions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const TOKEN = 'tok_some-token-for-tests-1';
const many = (n: number) => Array.from({ length: n }, (_, index) => refund(index));
const ids = (n: number): string[] => many(n).map((_, index) => uuid(index));
const sentIds = (platform: AlikePlatform): string[] => platform.sent().map(([id]) => id);

async function setUp(n: number, instead?: Parameters<typeof alikePlatform>[1]) {
  const platform = await alikePlatform(many(n), instead);
  const { call } = await inProcess({ BASE_URL: platform.url, TOKEN });
  const group = async (): Promise<string> => {
    const { approvals } = (await call('list_pending_approvals')).data;
    return approvals[0]?.groupToken ?? '';
  };
  const decide = (groupToken: string, status: string) => call('decide_approvals', { groups: [{ groupToken, status }] });
  return { platform, call, group, decide };
}

it('a group that is approved and rejected at the same moment has each request decided once', async () => {
  const { platform, group, decide } = await setUp(20);
  const token = await group();
  await Promise.all([decide(token, 'APPROVED'), decide(token, 'REJECTED'), decide(token, 'APPROVED')]);
  expect(sentIds(platform).sort()).toEqual(ids(20));
});

it('two overlapping calls decide each request once, and a group with a decided member is refused as a whole', async () => {
  const { platform, call, group, decide } = await setUp(12);
  const token = await group();
  const items = await Promise.all(
    [3, 4].map(async (n) => {
      const { reviewToken } = (await call('get_thread', { threadId: uuid(n) })).data;
      return { threadId: uuid(n), status: 'REJECTED', reviewToken };
    }),
  );
  const [all, some] = await Promise.all([decide(token, 'APPROVED'), call('decide_approvals', { items })]);
  const sent = sentIds(platform);
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent).toEqual(expect.arrayContaining([uuid(3), uuid(4)]));
  expect(sent.length).toBe(all?.isError === true ? 2 : 12);
  expect(some?.text).toContain(uuid(3));
});

it('the platform’s rate limit in the middle of a group neither loses nor doubles a decision', async () => {
  let posts = 0;
  const { platform, group, decide } = await setUp(30, ({ method }) =>
    method === 'POST' && ++posts % 7 === 0
      ? { status: 429, headers: { 'retry-after': '0' }, body: { message: 'slow down' } }
      : undefined,
  );
  const { text, isError } = await decide(await group(), 'APPROVED');
  expect(isError).toBe(false);
  const decided = [...platform.threads.values()].filter((one) => 'status' in one && one.status === 'RUNNING');
  expect(decided).toHaveLength(30);
  expect(text).toContain('Of 30 requests: 30 decided.');
});

it('a group cannot be approved with a token put together from those of others', async () => {
  const { platform, group, decide } = await setUp(20);
  const token = await group();
  const [, size = '', begin = '', span = '', shape = '', digest = '', ...agent] = token.split('-');
  const forged = [
    ['group', '19', begin, span, shape, digest, ...agent],
    ['group', size, begin, '0', shape, digest, ...agent],
    ['group', `${size}.20`, begin, span, shape, digest, ...agent],
    ['group', size, begin, span, 'ffffff', digest, ...agent],
    ['group', size, begin, span, shape, digest.replace(/^./, (letter) => (letter === '0' ? '1' : '0')), ...agent],
    ['group', size, begin, span, shape, digest, uuid(2)],
    ['group', size, begin, 'zzzzzzzzzz', shape, digest, ...agent],
  ].map((parts) => parts.join('-'));
  for (const one of forged) expect((await decide(one, 'APPROVED')).isError, one).toBe(true);
  expect(platform.sent()).toEqual([]);
});

const folder = temporaryFolder('groups');

it('a server that ends in the middle of a group leaves an audit line for each decision that was sent', async () => {
  let posts = 0;
  const platform = await alikePlatform(many(50), ({ method }) =>
    method === 'POST' && ++posts > 20 ? new Promise(() => undefined) : undefined,
  );
  const audit = join(folder, 'audit.jsonl');
  const client = await connect({
    client: 'v1',
    env: { AGENT_PLATFORM_BASE_URL: platform.url, AGENT_PLATFORM_TOKEN: TOKEN, AGENT_PLATFORM_AUDIT_LOG: audit },
  });
  const { approvals } = (await callAs(client, 'list_pending_approvals', {})).data;
  const args = { groups: [{ groupToken: approvals[0]?.groupToken, status: 'APPROVED' }] };
  const call = callAs(client, 'decide_approvals', args).catch(() => undefined);
  await until('one is held', () => posts > 20);
  await client.close();
  await call;
  const sent = new Set(sentIds(platform));
  expect(sent.size).toBe(platform.sent().length);
  expect(sent.size).toBe(21);
  const lines = readFileSync(audit, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string; target?: { threadId?: string } });
  const sending = lines.filter(({ event }) => event === 'sending').map(({ target }) => target?.threadId);
  for (const id of sent) expect(sending).toContain(id);
  expect(sending.length - sent.size).toBeLessThanOrEqual(1);
});
