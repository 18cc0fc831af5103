/** The steps of the demo, and their expected results. */

export interface Result {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Stage {
  call(tool: string, args: Record<string, unknown>): Promise<Result>;
  heading(title: string, detail?: string): void;
  /** @returns the text of a resource */
  read(uri: string): Promise<string>;
}

export async function steps({ call, heading, read }: Stage): Promise<void> {
  heading('1. What waits for a decision?');
  const inbox = await call('list_pending_approvals', {});
  const waiting = records(inbox.data.approvals);
  const refund = waiting.find(({ about }) => String(about).includes('order 10482')) ?? waiting[0];
  const threadId = text(refund?.threadId, 'a waiting thread');

  heading('2. Look at one', 'not the first, whose words and call contradict each other: nobody should approve that');
  const seen = await call('get_thread', { threadId });

  heading('3. Approve it', 'the model proposes, the human decides');
  const reviewToken = text(seen.data.reviewToken, 'a review token');
  const decided = await call('approve_thread', { threadId, status: 'APPROVED', reviewToken });
  expect(decided.data.status !== 'AWAITING_APPROVAL', 'the decision takes effect');
  expect(decided.data.decidedBy === 'human', 'the human was asked');

  heading('4. Watch it move on');
  const ended = await call('wait_for_thread', { threadIds: [threadId], timeoutSeconds: 20 });
  expect(records(ended.data.threads)[0]?.status === 'COMPLETED', 'the thread completes');

  heading('5. Ask an assistant, and go on');
  const assistantIdentifier = 'support-assistant';
  const first = await call('send_assistant_message', { assistantIdentifier, message: 'Where is order 10497?' });
  const chatUuid = text(first.data.chatUuid, 'a chatUuid');
  const second = await call('send_assistant_message', {
    assistantIdentifier,
    chatUuid,
    message: 'And when was it ordered?',
  });
  expect(String(second.data.message).includes('Order 10497'), 'the conversation continues');

  heading('6. Search chats');
  const found = await call('search_chats', { query: '10497', limit: 3 });
  expect(records(found.data.chats).length > 0, 'the new chat is found');

  heading('7. Test a tool', 'a real HTTP call; one that works, one that fails');
  const servers = records((await call('list_tool_servers', {})).data.toolServers);
  const shop = text(
    servers.find(({ name }) => String(name).includes('Shop'))?.toolServerId,
    'the tool server Shop Tools',
  );
  const finance = text(servers.find(({ name }) => String(name).includes('Finance'))?.toolServerId, 'Finance Tools');
  const works = await call('test_tool', {
    toolServerId: shop,
    toolId: 'lookup_order',
    parameters: { orderNumber: '10497' },
  });
  expect(works.data.success === true, 'the tool answers');
  const fails = await call('test_tool', {
    toolServerId: finance,
    toolId: 'check_credit_score',
    parameters: { customerId: 'C-1007' },
  });
  expect(fails.data.success === false, 'the failing tool is reported as failing');

  heading('8. What does it cost?');
  await call('get_agent_costs', {});

  heading('9. Read the documentation', 'as a resource this time');
  await call('list_docs', {});
  const page = await read('agent-platform://docs/approvals');
  expect(page.length > 500, 'the page has text');
}

function records(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown, what: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`There should be ${what}, and there is none.`);
  return value;
}

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`It was expected that ${what}; it is not so.`);
}
