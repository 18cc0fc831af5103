/** Four eyes: nobody can decide on a thread that they started, by any way in; everybody else can. */
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { alikePlatform, refund, waitingFor } from '../support/alike-platform.ts';
import { CARDS } from '../support/cards.ts';
import { type ClientKind, type ElicitRequest, textOf } from '../support/clients.ts';
import { itemsFor, pressing, reviewTokenOf } from '../support/consent-human.ts';
import { dataOf } from '../support/data.ts';
import { golden } from '../support/golden.ts';
import { uuid } from '../support/ids.ts';
import { type ReplicaHere, refusedStart } from './here.ts';
import { modernCall } from './modern.ts';
import { AGENT, as, KEY, PEOPLE, type PeoplePlatform, peoplePlatform, peopleReplica, SHARED } from './people.ts';
import { connectHttp, type HttpClient } from './support.ts';

const STAMP = 'agentPlatformStarter';

let platform: PeoplePlatform;
let replica: ReplicaHere & { readonly auditLog: string };

const serve = (env: Readonly<Record<string, string>>, says?: string) => {
  beforeAll(async () => {
    platform = await peoplePlatform(says);
    replica = await peopleReplica(platform, env);
  });
};

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const client = (name: string, more: Partial<Parameters<typeof connectHttp>[0]> = {}): Promise<HttpClient> =>
  connectHttp({ client: 'v2-modern', url: replica.url, headers: as(name), ...more });

/** Somebody who presses Approve in each question. */
async function approver(name: string, kind: ClientKind = 'v2-modern') {
  const shown: string[] = [];
  const { callTool } = await client(name, {
    client: kind,
    elicit: (request) => {
      shown.push(request.message);
      return pressing(request, 'Approve');
    },
  });
  return { callTool, shown };
}

async function startedBy(name: string, args: object = {}): Promise<string> {
  const { isError } = await call(name, 'create_thread', { agentId: AGENT, message: 'Deploy  it,\nplease.', ...args });
  expect(isError).toBe(false);
  return `thread-${platform.threads.size}`;
}

const call = (name: string, tool: string, args: object) => modernCall(replica.url, tool, args, undefined, as(name));
const wasDecided = (threadId: string): boolean => platform.decided.includes(threadId);

const tokenFor = async (name: string, threadId: string): Promise<string> => reviewTokenOf(await client(name), threadId);

describe('FOUR_EYES=known, when a request is asked again', () => {
  serve({ AGENT_PLATFORM_FOUR_EYES: 'known' });

  it('nobody is offered to reject their own older request with somebody else’s newer one', async () => {
    const own = await startedBy('anna', { message: 'Deploy it twice.' });
    const [other, newest] = [
      await startedBy('bert', { message: 'Deploy it twice.' }),
      await startedBy('bert', { message: 'Deploy it twice.' }),
    ];
    const asked: string[] = [];
    const anna = await client('anna', {
      elicit: (form) => {
        asked.push(form.message);
        return pressing(form, 'Reject it, too', 'Approve');
      },
    });
    const result = await anna.callTool('approve_thread', { threadId: newest, status: 'APPROVED' });
    expect([own, other, newest].map(wasDecided)).toEqual([false, true, true]);
    expect(result.structuredContent).toMatchObject({ decision: 'APPROVED', olderRejected: [other] });
    golden(textOf(result), own, other, newest);
    golden(asked.join('\n'), own, other, newest);
  });
});

it('of alike requests with several starters, the question and the card say how many are whose', async () => {
  const refunds = [0, 1, 2, 3].map((n) =>
    refund(n, { task: `Order ${10_500 + n}: ${20 + n / 2} GBP to ${refund(n).customer}.` }),
  );
  const alike = await alikePlatform(refunds, ({ method, path, body }) => {
    if (method !== 'POST' || !path.endsWith('/threads')) return undefined;
    const { message, metadata } = body as { message: string; metadata: object };
    const n = refunds.findIndex(({ task }) => task === message);
    const json = waitingFor(n, refund(n, { task: message, metadata }));
    alike.threads.set(json.id, json);
    return { json };
  });
  const { url } = await peopleReplica(alike, { AGENT_PLATFORM_FOUR_EYES: 'known' });
  for (const n of [0, 1, 2])
    await modernCall(url, 'create_thread', { agentId: uuid(1), message: refunds[n]?.task }, undefined, as('anna'));
  const bert = (more: object) => connectHttp({ client: 'v2-modern', url, headers: as('bert'), ...more });
  const shown: string[] = [];
  const asking = await bert({
    elicit: (request: ElicitRequest) => {
      shown.push(request.message);
      return { action: 'decline' };
    },
  });
  const [group] = dataOf(await asking.callTool('list_pending_approvals')).approvals;
  const groupToken = group?.groupToken;
  await asking.callTool('decide_approvals', { groups: [{ groupToken, status: 'APPROVED' }] });
  const drawing = await bert({ capabilities: CARDS });
  const { startedBy } = dataOf(await drawing.callTool('read_request_for_card', { groupToken }));
  expect(startedBy).toBe(
    '3 of them: Started by ⟦anna⟧. 1 of them: The starter of this thread is unknown, so this decision may not be by a second person.',
  );
  expect(shown.join('\n')).toContain(` ${startedBy}`);
});

describe('FOUR_EYES=known', () => {
  serve({ AGENT_PLATFORM_FOUR_EYES: 'known' });

  it.each(['APPROVED', 'REJECTED', 'PENDING'])('the starter is not asked, and sends no %s', async (status) => {
    const threadId = await startedBy('anna');
    const round = await call('anna', 'approve_thread', { threadId, status });
    expect(round.isError).toBe(true);
    golden(round.text, threadId);
    expect(wasDecided(threadId)).toBe(false);
    const line = { tool: 'approve_thread', subject: 'anna', outcome: 'refused', error: 'four_eyes' };
    await expect.poll(() => replica.log().at(-1)).toMatchObject(line);
  });

  it.each(['v1', 'v2-modern'] as const)(
    'somebody else is asked, told who started it, and decides (%s)',
    async (kind) => {
      const threadId = await startedBy('anna');
      const before = existsSync(replica.auditLog) ? linesOf(replica.auditLog).length : 0;
      const { callTool, shown } = await approver('bert', kind);
      const result = await callTool('approve_thread', { threadId, status: 'APPROVED' });
      // The starter in words, not in the signed form.
      golden([...shown, textOf(result)].join('\n\n'), threadId);
      expect(wasDecided(threadId)).toBe(true);
      const last = linesOf(replica.auditLog).slice(before);
      expect(last).toEqual([
        expect.objectContaining({ event: 'sending', starter: 'anna' }),
        expect.objectContaining({ event: 'outcome', starter: 'anna' }),
      ]);
      expect(last[0].caller).toMatchObject({ subject: 'bert', label: 'bert', identity: 'shared' });
    },
  );

  it('a client that can’t ask is refused with a reviewToken, too', async () => {
    const threadId = await startedBy('anna');
    const reviewToken = await tokenFor('anna', threadId);
    const anna = await client('anna');
    const result = await anna.callTool('approve_thread', { threadId, status: 'APPROVED', reviewToken });
    golden(textOf(result), threadId);
    expect(wasDecided(threadId)).toBe(false);
  });

  it('a batch leaves out one’s own threads, names them, and decides on the others', async () => {
    const own = await startedBy('anna');
    const others = [await startedBy('bert'), await startedBy('bert', { message: 'Deploy the other.' })];
    const anna = await approver('anna');
    const items = await itemsFor(anna, [own, ...others]);
    const text = textOf(await anna.callTool('decide_approvals', { items }));
    golden([...anna.shown, text].join('\n\n'), own, ...others);
    expect([own, ...others].map(wasDecided)).toEqual([false, true, true]);
  });

  it('the inbox marks one’s own threads, and gives no token for them', async () => {
    const own = await startedBy('anna', { message: 'Deploy my own.' });
    const theirs = await startedBy('bert', { message: 'Deploy theirs.' });
    const { approvals } = dataOf(await (await client('anna')).callTool('list_pending_approvals'));
    const listed = new Map(approvals.map((one) => [one.threadId, one]));
    expect(listed.get(own)).toMatchObject({ isBarred: true });
    expect(listed.get(own)).not.toHaveProperty('reviewToken');
    expect(listed.get(theirs)).not.toHaveProperty('isBarred');
    expect(listed.get(theirs)).toHaveProperty('reviewToken');
  });

  it('a card says why it can’t decide, and its press is refused', async () => {
    const threadId = await startedBy('anna');
    const anna = await client('anna', { capabilities: CARDS });
    const read = await anna.callTool('read_request_for_card', { threadId });
    const { startedBy: by, cannotDecide } = dataOf(read);
    golden([by, cannotDecide].join('\n'));
    const reviewToken = await tokenFor('anna', threadId);
    for (const decision of ['APPROVED', 'REJECTED']) {
      const pressed = await anna.callTool('decide_from_card', { threadId, decision, reviewToken });
      expect(pressed.isError).toBe(true);
    }
    expect(wasDecided(threadId)).toBe(false);
    const bert = await client('bert', { capabilities: CARDS });
    const card = await bert.callTool('read_request_for_card', { threadId });
    await bert.callTool('decide_from_card', { threadId, decision: 'APPROVED', reviewToken: dataOf(card).reviewToken });
    expect(wasDecided(threadId)).toBe(true);
  });

  it('get_thread says who started it, without the stamp, and offers its starter no decision', async () => {
    const threadId = await startedBy('anna', { metadata: { order: '17' } });
    for (const name of ['anna', 'bert']) golden(await call(name, 'get_thread', { threadId }), threadId);
  });

  it('if the starter is unknown, anybody decides, and question and result say so', async () => {
    const threadId = platform.add();
    const { callTool, shown } = await approver('anna');
    const text = textOf(await callTool('approve_thread', { threadId, status: 'APPROVED' }));
    golden([...shown, text].join('\n\n'), threadId);
  });

  it.each([
    { it: 'made up', change: (stamp: string) => stamp.replace('anna', 'carl') },
    { it: 'of somebody else', change: (stamp: string) => stamp.replace(/anna/g, 'bert') },
    { it: 'cut', change: (stamp: string) => stamp.replace(/ \w+$/, '') },
    { it: 'of another time', change: (stamp: string) => stamp.replace(/20\d\d/, '2020') },
    { it: 'no text', change: () => 'v1 a b c d e' },
  ])('a stamp that is $it names nobody, and is shown unchanged', async ({ change }) => {
    const threadId = await startedBy('anna');
    const thread = platform.threads.get(threadId);
    const changed = change(String(thread?.metadata?.[STAMP]));
    if (thread) thread.metadata = { [STAMP]: changed };
    const { text } = await call('bert', 'get_thread', { threadId });
    expect(text).not.toContain('Started by');
    expect(text).toContain(STAMP);
  });

  it('a thread whose first message the platform has changed probably has the starter of its stamp', async () => {
    const threadId = await startedBy('anna');
    const [first] = platform.threads.get(threadId)?.messages ?? [];
    if (first) first.content = `<p>${first.content}</p>`;
    const args = { threadId, status: 'APPROVED' };
    const texts = [
      (await call('anna', 'get_thread', { threadId })).text,
      (await call('anna', 'approve_thread', args)).text,
      (await call('shared', 'approve_thread', args)).text,
    ];
    const { callTool, shown } = await approver('bert');
    const last = textOf(await callTool('approve_thread', args));
    golden([...texts, ...shown, last].join('\n\n'), threadId);
    expect(platform.decided.filter((id) => id === threadId)).toHaveLength(1);
  });

  it('a stamp is valid for no other thread of its agent: there it bars its person, and proves nobody the starter', async () => {
    const threadId = await startedBy('bert');
    const stamp = platform.threads.get(threadId)?.metadata?.[STAMP];
    const other = platform.add({ [STAMP]: stamp });
    const args = { threadId: other, status: 'APPROVED' };
    const texts = [
      (await call('bert', 'approve_thread', args)).text,
      (await call('anna', 'approve_thread', args)).message,
    ];
    golden(texts.join('\n\n'), other);
  });

  it.each([STAMP, STAMP.toUpperCase(), ` ${STAMP} `])('create_thread takes no %j from a caller', async (field) => {
    const before = platform.threads.size;
    for (const metadata of [{ [field]: 'v1' }, JSON.stringify({ [field]: 'v1' })]) {
      const round = await call('anna', 'create_thread', { agentId: AGENT, message: 'x', metadata });
      expect(round.isError).toBe(true);
      golden(round.text);
    }
    expect(platform.threads.size).toBe(before);
  });

  it('another replica with the same key knows the starter, one with another key does not', async () => {
    const threadId = await startedBy('anna');
    const args = { threadId, status: 'APPROVED' };
    const same = await peopleReplica(platform, { AGENT_PLATFORM_FOUR_EYES: 'known' });
    const barred = await modernCall(same.url, 'approve_thread', args, undefined, as('anna'));
    golden(barred.text, threadId);
    await same.stop();
    const key = { AGENT_PLATFORM_STATE_KEY: 'another-key-0123456789abcdefghijklm' };
    const other = await peopleReplica(platform, { AGENT_PLATFORM_FOUR_EYES: 'always', ...key });
    const strange = await modernCall(other.url, 'approve_thread', args, undefined, as('anna'));
    golden(strange.text, threadId);
  });

  it('no token and no key is in the logs, the audit log, the metrics or at the platform', async () => {
    await startedBy('anna');
    const metrics = await fetch(`${replica.url}/metrics`, { headers: as('bert') });
    const texts = [
      JSON.stringify(replica.log()),
      readFileSync(replica.auditLog, 'utf8'),
      await metrics.text(),
      JSON.stringify(platform.requests.map(({ body, target }) => [body, target])),
    ];
    for (const text of texts) {
      expect(text).not.toBe('');
      for (const secret of [SHARED, KEY, ...PEOPLE.map(({ token }) => token)]) expect(text).not.toContain(secret);
    }
  });

  it('a holder of the shared token may be the starter, and does not decide on a thread with a known starter', async () => {
    const threadId = await startedBy('anna');
    const round = await call('shared', 'approve_thread', { threadId, status: 'APPROVED' });
    expect(round.isError).toBe(true);
    golden(round.text, threadId);
    const theirs = await startedBy('shared');
    expect(platform.threads.get(theirs)?.metadata).toBeUndefined();
  });
});

describe('a request of several pages', () => {
  serve({ AGENT_PLATFORM_FOUR_EYES: 'known' }, `May I? ${'It is long. '.repeat(900)}`);

  it("can't be begun by its starter, nor continued from somebody else’s page", async () => {
    const threadId = await startedBy('anna');
    const args = { threadId, status: 'APPROVED' };
    expect((await call('anna', 'approve_thread', args)).isError).toBe(true);
    const first = await call('bert', 'approve_thread', args);
    expect(first.isQuestion).toBe(true);
    const readOn = (name: string) =>
      modernCall(replica.url, 'approve_thread', args, { state: first.state, decision: 'Read on' }, as(name));
    const stolen = await readOn('anna');
    expect(stolen).toMatchObject({ isQuestion: false, isError: true });
    golden(stolen.text, threadId);
    expect((await readOn('bert')).isQuestion).toBe(true);
    expect(wasDecided(threadId)).toBe(false);
  });
});

describe('FOUR_EYES=always', () => {
  serve({ AGENT_PLATFORM_FOUR_EYES: 'always' });

  it('nobody is offered to reject an older request whose starter is unknown', async () => {
    const unknown = platform.add();
    const newest = await startedBy('anna', { message: 'Do it.' });
    const { message } = await call('bert', 'approve_thread', { threadId: newest, status: 'APPROVED' });
    expect(message).toContain(
      `1 older request of the same task, on which four eyes let only somebody else decide: ${unknown}.`,
    );
    expect(message).not.toContain('A field below rejects');
  });

  it('only threads with a known starter are decided on, by somebody else', async () => {
    const unknown = platform.add();
    for (const name of ['anna', 'bert', 'shared']) {
      const round = await call(name, 'approve_thread', { threadId: unknown, status: 'REJECTED' });
      expect(round.isError).toBe(true);
      golden(round.text, unknown);
    }
    const threadId = await startedBy('anna');
    expect((await call('anna', 'approve_thread', { threadId, status: 'REJECTED' })).isError).toBe(true);
    expect((await call('bert', 'approve_thread', { threadId, status: 'REJECTED' })).isQuestion).toBe(true);
    const [first] = platform.threads.get(threadId)?.messages ?? [];
    if (first) first.content = 'Deploy it, please, and soon.';
    for (const name of ['anna', 'bert']) {
      const round = await call(name, 'approve_thread', { threadId, status: 'REJECTED' });
      golden(round.text, threadId);
    }
    expect(platform.decided).toEqual([]);
  });
});

describe('a field of the operator’s own', () => {
  serve({ AGENT_PLATFORM_FOUR_EYES: 'always', AGENT_PLATFORM_FOUR_EYES_FIELD: 'requestedBy' });

  it('names the starter beside the stamp, and is not for callers to set', async () => {
    const threadId = platform.add({ requestedBy: 'Anna' });
    golden(await call('anna', 'approve_thread', { threadId, status: 'APPROVED' }), threadId);
    const wide = platform.add({ requestedBy: '\uff41nna\u200b' });
    golden(await call('anna', 'approve_thread', { threadId: wide, status: 'APPROVED' }), wide);
    const asked = await call('bert', 'approve_thread', { threadId, status: 'APPROVED' });
    golden(asked.message, threadId);
    const round = await call('bert', 'create_thread', {
      agentId: AGENT,
      message: 'x',
      metadata: { RequestedBy: 'anna' },
    });
    expect(round.isError).toBe(true);
    golden(round.text);
    const stamped = await startedBy('bert');
    golden(await call('bert', 'approve_thread', { threadId: stamped, status: 'APPROVED' }), stamped);
  });
});

describe('FOUR_EYES=off', () => {
  serve({});

  it('nothing is stamped, and whoever started a thread may decide on it', async () => {
    const threadId = await startedBy('anna');
    expect(platform.threads.get(threadId)?.metadata).toBeUndefined();
    expect((await call('anna', 'approve_thread', { threadId, status: 'APPROVED' })).isQuestion).toBe(true);
  });
});

it.each([
  { FOUR_EYES: 'known' },
  { FOUR_EYES: 'always', OAUTH_ISSUER: 'https://idp.example', HTTP_PUBLIC_URL: 'https://mcp.example' },
  { FOUR_EYES_FIELD: 'requestedBy' },
])('half a configuration does not start: %j', async (env) => {
  const named = Object.fromEntries(Object.entries(env).map(([key, value]) => [`AGENT_PLATFORM_${key}`, value]));
  golden(await refusedStart([], named));
});
