/** Groups of alike requests at two replicas that share a store: two people at once, and a replica that dies in the middle. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectHttp, type Replica, startReplica } from '../http/support.ts';
import { type AlikePlatform, alikePlatform, refund } from '../support/alike-platform.ts';
import { TOKEN } from '../support/platform-double.ts';
import { uuid } from '../support/sessions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Redis, startRedis } from './redis.ts';

const SIZE = 20;
const ids = Array.from({ length: SIZE }, (_, n) => uuid(n));
const PEOPLE = ['anna', 'bert'].map((name) => ({
  name,
  token: `${name}-0123456789abcdefgh`,
  rights: ['read', 'decide'],
}));

let redis: Redis;
let platform: AlikePlatform;
/** What the platform does when it gets a decision, the first of which is number 1; by default it applies it. */
let onDecision: (count: number) => Promise<undefined> | undefined = () => undefined;
let replicas: Replica[];
const folder = temporaryFolder('groups');
const file = join(folder, 'people.json');
beforeAll(async () => {
  writeFileSync(file, JSON.stringify(PEOPLE), { mode: 0o600 });
  redis = await startRedis();
});
afterAll(() => redis.close());
beforeEach(async () => {
  onDecision = () => undefined;
  platform = await alikePlatform(
    // One amount: others would be unusual once some were approved.
    ids.map((_, n) => refund(n, { amount: 45 })),
    ({ method }) => (method === 'POST' ? onDecision(platform.sent().length) : undefined),
  );
  const env = {
    AGENT_PLATFORM_BASE_URL: platform.url,
    AGENT_PLATFORM_TOKEN: TOKEN,
    AGENT_PLATFORM_HTTP_TOKENS_FILE: file,
    AGENT_PLATFORM_STATE_KEY: 'one-key-for-all-replicas-0123456789',
    AGENT_PLATFORM_STATE_REDIS_URL: redis.url,
  };
  replicas = await Promise.all([1, 2].map(() => startReplica({ env })));
});
afterEach(async () => {
  await Promise.all(replicas.map((one) => one.stop('SIGKILL')));
  await platform.close();
});

interface Entry {
  readonly groupToken?: string;
  readonly alike?: number;
}

/** A person at a replica. */
async function at(replica: number, person: number) {
  const client = await connectHttp({
    client: 'v2-modern',
    url: replicas[replica]?.url ?? '',
    headers: { authorization: `Bearer ${PEOPLE[person]?.token}` },
  });
  const call = async (tool: string, args: object) => {
    const { structuredContent, isError } = await client.callTool(tool, { ...args });
    return { data: { ...(structuredContent as Record<string, unknown> | undefined) }, isError: isError === true };
  };
  return {
    call,
    close: () => client.close(),
    /** The token of the one group that waits, and how many are in it. */
    async group() {
      const { approvals } = (await call('list_pending_approvals', {})).data as { approvals: Entry[] };
      const group = approvals.find(({ alike }) => alike !== undefined);
      return { groupToken: group?.groupToken, size: group?.alike };
    },
    decide: (groupToken: unknown, status: string) => call('decide_approvals', { groups: [{ groupToken, status }] }),
  };
}

const decidedIn = ({ data }: { readonly data: object }): string[] =>
  ((data as { decisions?: { threadId: string; outcome: string }[] }).decisions ?? [])
    .filter(({ outcome }) => outcome === 'decided')
    .map(({ threadId }) => threadId);

it('two people decide on the same group at two replicas: each request once, and each result has only its own', async () => {
  const [anna, bert] = await Promise.all([at(0, 0), at(1, 1)]);
  const [first, second] = await Promise.all([anna.group(), bert.group()]);
  expect([first.size, second.size]).toEqual([SIZE, SIZE]);
  // The token of one person is worth nothing to another.
  expect((await bert.decide(first.groupToken, 'REJECTED')).isError).toBe(true);
  expect(platform.sent()).toEqual([]);
  const results = await Promise.all([
    anna.decide(first.groupToken, 'APPROVED'),
    bert.decide(second.groupToken, 'REJECTED'),
  ]);
  expect(
    platform
      .sent()
      .map(([id]) => id)
      .sort(),
  ).toEqual(ids);
  const [approved = [], rejected = []] = results.map(decidedIn);
  expect([...approved, ...rejected].sort()).toEqual(ids);
  const sentAs = (status: string) =>
    platform
      .sent()
      .filter(([, body]) => (body as { status: string }).status === status)
      .map(([id]) => id)
      .sort();
  expect([approved.sort(), rejected.sort()]).toEqual([sentAs('APPROVED'), sentAs('REJECTED')]);
  await Promise.all([anna.close(), bert.close()]);
});

it('a replica dies while it sends the seventh of 20: another one decides on the rest, and says that the seventh may have been sent', async () => {
  const [anna, bert] = await Promise.all([at(0, 0), at(1, 1)]);
  const { groupToken } = await anna.group();
  onDecision = (count) => {
    if (count !== 7) return undefined;
    replicas[0]?.child.kill('SIGKILL');
    return new Promise(() => undefined);
  };
  await expect(anna.decide(groupToken, 'APPROVED')).rejects.toThrow();
  await replicas[0]?.gone;
  const rest = await bert.group();
  expect(rest.size).toBe(SIZE - 7);
  expect((await bert.decide(rest.groupToken, 'APPROVED')).isError).toBe(false);
  const sent = platform.sent().map(([id]) => id);
  expect([...sent].sort()).toEqual(ids);
  const { data } = await bert.call('list_pending_approvals', {});
  expect(data.approvals).toMatchObject([{ threadId: sent[6], isDecided: true }]);
  await bert.close();
});
