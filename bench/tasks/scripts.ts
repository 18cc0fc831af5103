/**
 * Twelve tasks of an operator's day, each as the fewest calls that a careful model needs: it reads a request before it
 * decides, and answers only from what results say. Each script fails if the answer is not in the results.
 */
import { type Data, expectThat, list, type Session } from './session.ts';
import type { World } from './world.ts';

export interface Task {
  readonly title: string;
  run(session: Session, world: World): Promise<void>;
}

const text = (record: Data | undefined, key: string): string => {
  const value = record?.[key];
  expectThat(typeof value === 'string', `a result has ${key}`);
  return String(value);
};

const first = (records: readonly Data[], what: string): Data => {
  const [record] = records;
  expectThat(record !== undefined, what);
  return record ?? {};
};

export const TASKS: readonly Task[] = [
  {
    title: 'count what waits, and who waits longest',
    async run(session, world) {
      const result = await session.call('list_pending_approvals', { limit: 1 });
      expectThat(result.data.total === world.waiting, `${world.waiting} wait`);
      expectThat(
        text(first(list(result.data, 'approvals'), 'one waits longest'), 'agentName').includes(world.longest),
        'who waits longest',
      );
    },
  },
  {
    title: 'approve one by its topic, with a comment',
    async run(session, world) {
      const found = await session.call('search_threads', { query: world.topic, status: 'AWAITING_APPROVAL' });
      expectThat(list(found.data, 'threads').length === 1, 'one thread is about the topic');
      const threadId = text(list(found.data, 'threads')[0], 'threadId');
      const read = await session.call('get_thread', { threadId });
      const reviewToken = text(read.data, 'reviewToken');
      const decided = await session.call('approve_thread', {
        threadId,
        status: 'APPROVED',
        comment: 'As agreed.',
        reviewToken,
      });
      expectThat(
        decided.data.decision === 'APPROVED' && decided.data.status !== 'AWAITING_APPROVAL',
        'it was approved',
      );
    },
  },
  {
    title: 'reject all of an agent above a limit',
    async run(session, world) {
      const { data } = await session.call('list_pending_approvals', { agentName: world.rejectAgent });
      const above = list(data, 'approvals').filter((one) => amountOf(one) > world.rejectAbove);
      expectThat(above.length === world.rejected, `${world.rejected} are above the limit`);
      const items = above.map((one) => ({
        threadId: text(one, 'threadId'),
        status: 'REJECTED',
        comment: 'Above the limit.',
        reviewToken: text(one, 'reviewToken'),
      }));
      const { data: done } = await session.call('decide_approvals', { items });
      const decisions = list(done, 'decisions');
      for (const { threadId } of items) {
        const one = decisions.find((decision) => decision.threadId === threadId);
        expectThat(one?.outcome === 'decided' && one.decision === 'REJECTED', `${threadId} was rejected`);
      }
    },
  },
  {
    title: 'compare two months of an agent’s costs',
    async run(session, world) {
      const [startMonth, endMonth] = world.months;
      const { data } = await session.call('get_agent_costs', { agentName: world.costAgent, startMonth, endMonth });
      expectThat(
        list(data, 'rows')
          .map(({ period }) => period)
          .join() === `${startMonth},${endMonth}`,
        'both months are there',
      );
      // Late in a month, the 60 days of the sandbox don't reach the first of the two: so there is no percentage.
      const isComparable = list(data, 'rows').every(({ cost }) => Number(cost) > 0);
      expectThat((typeof data.changePercent === 'number') === isComparable, 'the change is there');
      expectThat(data.currency === 'USD', 'the currency is there');
    },
  },
  {
    title: 'the most expensive agent',
    async run(session, world) {
      const { data } = await session.call('get_agent_costs', { limit: 1 });
      expectThat(
        text(first(list(data, 'agents'), 'one is most expensive'), 'name').includes(world.mostExpensive),
        'it is the right one',
      );
    },
  },
  {
    title: 'what was said to a customer',
    async run(session, world) {
      const { text: said } = await session.call('search_chats', { query: world.question, limit: 3 });
      expectThat(said.includes(world.answer), 'the answer stands beside the question');
    },
  },
  {
    title: 'talk to an assistant in two turns',
    async run(session, world) {
      const assistantIdentifier = session.given(world.assistant);
      const { data: one } = await session.call('send_assistant_message', {
        assistantIdentifier,
        message: 'Where is order 10497?',
      });
      const chatUuid = text(one, 'chatUuid');
      const { data: two } = await session.call('send_assistant_message', {
        assistantIdentifier,
        chatUuid,
        message: 'And when will it arrive?',
      });
      expectThat(
        !text(two, 'summary').includes('new') && two.chatUuid === chatUuid,
        'the second turn continues the first',
      );
    },
  },
  {
    title: 'test two tools',
    async run(session, world) {
      const toolServerId = session.given(world.toolServer);
      for (const [name, parameters] of world.tools) {
        const { data } = await session.call('test_tool', { toolServerId, toolId: session.given(name), parameters });
        expectThat(data.success === true, `${name} succeeds`);
      }
    },
  },
  {
    title: 'why the latest threads failed',
    async run(session, world) {
      const { text: said, data } = await session.call('search_threads', {
        status: 'FAILED',
        rejected: false,
        limit: 3,
      });
      expectThat(list(data, 'threads').length === 3, 'the latest three are there');
      for (const reason of world.reasons) expectThat(said.includes(reason), `the reason is there: ${reason}`);
    },
  },
  {
    title: 'read a page of the documentation',
    async run(session, world) {
      const { text: said } = await session.call('read_doc', { title: world.page });
      expectThat(said.includes(world.pageSays), 'the page says it');
    },
  },
  {
    title: 'pause the right thread',
    async run(session, world) {
      const found = await session.call('search_threads', { query: world.running, status: 'RUNNING' });
      expectThat(list(found.data, 'threads').length === 1, 'one thread is about it');
      const { data } = await session.call('pause_thread', {
        threadId: text(list(found.data, 'threads')[0], 'threadId'),
      });
      expectThat(data.status === 'PAUSED', 'it is paused');
    },
  },
  {
    title: 'count chats by language and dates',
    async run(session, world) {
      const { data } = await session.call('search_chats', {
        metadata: { language: world.language },
        ...world.dates,
        limit: 1,
      });
      expectThat(data.total === world.chats, `${world.chats} chats`);
    },
  },
];

/** The amount of a request, from its brief or its text. */
function amountOf(approval: Data): number {
  return Number(
    /"amount\W+([\d.]+)/.exec(JSON.stringify(approval))?.[1] ??
      /amount\D{1,4}([\d.]+)/.exec(JSON.stringify(approval))?.[1],
  );
}
