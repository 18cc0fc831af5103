/** An assistant's reply is its answer to this message, never an earlier one. */
import { describe, expect, it } from 'vitest';
import { golden } from '../support/golden.ts';
import { callOnce, session } from '../support/sessions.ts';

const human = (content: string) => ({ role: 'user', content });
const BEFORE = [human('one'), { role: 'assistant', content: 'the answer to one' }];
const ask = { assistantIdentifier: 'support', message: 'two', chatUuid: 'c1' };

const sent = async (json: unknown) => {
  const { call } = await session(() => ({ json }));
  return call('send_assistant_message', ask);
};

describe('a history instead of a reply', () => {
  it.each(['assistant', 'ASSISTANT', 'ai', 'bot'])('gives what %s said last', async (role) => {
    for (const messages of [
      [...BEFORE, human('two'), { role, content: 'the answer' }],
      [
        { role, content: 'first' },
        { role, content: 'the answer' },
      ],
    ]) {
      for (const body of [{ chatUid: 'c1', messages }, messages]) {
        expect((await sent(body)).data.message).toBe('⟦the answer⟧');
      }
    }
  });

  it('gives what was said in parts', async () => {
    const content = [{ type: 'text', text: 'the answer' }];
    const { data } = await sent({ chatUid: 'c1', messages: [human('two'), { role: 'assistant', content }] });
    expect(data.message).toBe('⟦[{"type":"text","text":"the answer"}]⟧');
    for (const message of [content, { role: 'assistant', content }])
      expect((await sent({ chatUuid: 'c1', message })).data.message).toBe(data.message);
    const messages = [human('two'), { role: 'assistant', content: 'the answer' }];
    expect((await sent({ chatUuid: 'c1', message: [], messages })).data.message).toBe('⟦the answer⟧');
  });

  it.each([
    [{ message: 'the answer' }, '⟦the answer⟧'],
    [{ message: 'the answer', files: [{ name: 'a.pdf' }] }, '⟦the answer\nfiles: a.pdf⟧'],
    [{ message: '', data: { id: 1 } }, '⟦{"id":1}⟧'],
    [{ id: 'm1', role: 'assistant', status: 'queued' }, undefined],
    [{ message: null, files: [] }, undefined],
  ])('gives the content %j beside the chatUuid as %s', async (message, reply) => {
    expect((await sent({ chatUuid: 'c1', message })).data.message).toBe(reply);
  });

  it('gives no reply if the message that was sent does not stand before it', async () => {
    for (const messages of [
      BEFORE,
      [...BEFORE, human('three'), { role: 'assistant', content: 'the answer to three' }],
    ]) {
      const { text, data } = await sent({ chatUid: 'c1', messages });
      expect(data.message).toBeUndefined();
      golden(text);
    }
  });

  it('gives no reply if the assistant has not answered yet', async () => {
    for (const messages of [[...BEFORE, human('two')], []]) {
      const { text, data, isError } = await sent({ chatUid: 'c1', messages });
      expect([isError, data.message]).toEqual([false, undefined]);
      golden(text);
    }
  });
});

it.each([
  ['no reply', { chatUuid: 'c1', message: '', error: { message: 'The model is overloaded.', code: 'BUSY' } }],
  ['no reply, beside its wrapper', { success: true, error: { code: 'BUSY' }, data: { chatUuid: 'c1', message: '' } }],
  ['a part of a reply', { chat: { chatUuid: 'c1', message: 'It is', error: 'cut off' } }],
])('reports an error beside a chat with %s', async (_, json) => {
  golden(await sent(json));
});

it.each([
  ['continues a chat', ask, { chatUuid: 'c1', message: 'Yes.' }],
  ['begins a chat', { assistantIdentifier: 'support', message: 'two' }, { chatUuid: 'c1', message: 'Yes.' }],
  ['is answered without a chatUuid', ask, { message: 'Yes.' }],
])('a message that %s returns the chatUuid', async (_what, args, json) => {
  const { data, text } = await callOnce('send_assistant_message', args, () => ({ json }));
  expect(data.chatUuid).toBe('c1');
  golden(text);
});
