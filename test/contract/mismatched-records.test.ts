/** An answer about another record, or without its content, is never presented as the record asked for. */
import { describe, expect, it } from 'vitest';
import { answering, json } from '../support/answering.ts';
import { golden, goldenError } from '../support/golden.ts';
import { message, thread } from '../support/sessions.ts';

/** The text of a resource. */
const contentOf = ({ contents }: { contents: readonly object[] }): string =>
  contents.map((one) => ('text' in one ? String(one.text) : '')).join('');

describe('an answer about another record', () => {
  const other = { listed: json({ ...thread(2), messages: [message('user', 'Other.')] }) };

  it('does not end a wait for a thread', async () => {
    const { call } = await answering({ getThread: other.listed });
    goldenError(await call('wait_for_thread', { threadIds: ['ended'], timeoutSeconds: 20 }));
  });

  it('is shown under its own id by get_thread and get_chat', async () => {
    const { call } = await answering({
      getThread: other.listed,
      getAssistantChat: json({ chatUid: 'other-9', messages: [message('user', 'Other.')] }),
    });
    golden(await call('get_thread', { threadId: 'ended' }));
    const chat = await call('get_chat', { assistantIdentifier: 'support', chatUuid: 'chat-1' });
    golden(chat.text);
  });

  it('is shown under its own slug by read_doc and its resource', async () => {
    const { call, client } = await answering({ getDoc: json({ slug: 'other', title: 'O', content: 'Other.' }) });
    golden(await call('read_doc', { slug: 'intro' }));
    golden(contentOf(await client.readResource({ uri: 'agent-platform://docs/intro' })));
  });
});

it('a document without content is distinguished from an empty one, as a resource too', async () => {
  const { client } = await answering({ getDocument: json({ _id: 'document-1', name: 'Returns' }) });
  golden(contentOf(await client.readResource({ uri: 'agent-platform://documents/document-1' })));
  const empty = await answering({ getDocument: json({ _id: 'document-1', name: 'Returns', markdownContent: '' }) });
  expect(contentOf(await empty.client.readResource({ uri: 'agent-platform://documents/document-1' }))).toBe('⟦⟧');
});

it.each([{}, { availableToolsGroupsUids: null }, { availableToolsGroupsUids: 'knowledge' }])(
  'tool groups missing from an agent’s record are unknown, not absent: %j',
  async (shown) => {
    const { call } = await answering({
      listAgents: json([{ id: 'agent-1', assistantSpecialization: { presets: 'Refunds.', ...shown } }]),
    });
    golden(await call('attach_document', { documentId: 'document-1', agentId: 'agent-1' }));
  },
);

it('evaluations of another thread and chats with another assistant are named as such', async () => {
  const { call } = await answering({
    listThreadEvaluations: json([{ id: 'e1', threadId: 'other', score: 1 }]),
    listAssistantChats: json([{ chatUid: 'c1', assistantIdentifier: 'sales', messages: [] }]),
  });
  const texts = [
    await call('list_thread_evaluations', { threadId: 'ended' }),
    await call('list_assistant_chats', { assistantIdentifier: 'support' }),
  ].map(({ text }) => text);
  golden(texts.join('\n\n'));
});

it('a tool server created with authentication gets no note that it has none', async () => {
  const shown = { _id: 'server-1', name: 'Shop', authenticationConfig: { authenticationMethod: 'jwt' } };
  const { call } = await answering({ createToolServer: json(shown) });
  golden(await call('create_tool_server', { name: 'Shop', url: 'https://shop.example' }));
});
