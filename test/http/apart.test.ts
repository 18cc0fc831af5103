/** reviewTokens and states of questions are valid only for the person for whom they were made. */
import { expect, it } from 'vitest';
import { reviewTokenOf } from '../support/consent-human.ts';
import { golden } from '../support/golden.ts';
import { modernCall } from './modern.ts';
import { as, peoplePlatform, peopleReplica } from './people.ts';
import { connectHttp } from './support.ts';

const platform = await peoplePlatform();
const replica = await peopleReplica(platform);

const call = (name: string, args: object, at = replica.url) =>
  modernCall(at, 'approve_thread', args, undefined, as(name));
const tokenOf = async (name: string, threadId: string, url = replica.url): Promise<string> =>
  reviewTokenOf(await connectHttp({ client: 'v1', url, headers: as(name) }), threadId);

it('a reviewToken is the same for one person, from any tool and replica, and another for another person', async () => {
  const threadId = platform.add();
  const token = await tokenOf('anna', threadId);
  const client = await connectHttp({ client: 'v1', url: replica.url, headers: as('anna') });
  const { structuredContent } = await client.callTool('list_pending_approvals');
  expect(JSON.stringify(structuredContent)).toContain(token);
  const second = await peopleReplica(platform);
  expect(await tokenOf('anna', threadId, second.url)).toBe(token);
  expect(await tokenOf('bert', threadId)).not.toBe(token);
  expect(await tokenOf('shared', threadId)).not.toBe(token);
});

it.each(['bert', 'shared'])('anna’s reviewToken decides nothing for %s', async (name) => {
  const threadId = platform.add();
  const reviewToken = await tokenOf('anna', threadId);
  const round = await call(name, { threadId, status: 'APPROVED', reviewToken });
  expect(round).toMatchObject({ isQuestion: false, isError: true });
  golden(round.text, threadId);
  expect((await call('anna', { threadId, status: 'APPROVED', reviewToken })).isQuestion).toBe(true);
  expect(platform.decided).toEqual([]);
});

it('bert cannot answer anna’s question, and anna still can', async () => {
  const args = { threadId: platform.add(), status: 'APPROVED' };
  const { state } = await call('anna', args);
  const answer = { state, decision: 'Approve' };
  const stolen = await modernCall(replica.url, 'approve_thread', args, answer, as('bert'));
  expect(stolen.text + stolen.message).not.toMatch(/^Approved/);
  expect(platform.decided).toEqual([]);
  await modernCall(replica.url, 'approve_thread', args, answer, as('anna'));
  expect(platform.decided).toEqual([args.threadId]);
});
