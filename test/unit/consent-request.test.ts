/** What a human is shown of a thread's request, and what that is bound to: shapes/approval*, review, text. */
import { describe, expect, it } from 'vitest';
import { approvalQuestion } from '../../src/domain/approvals/question.ts';
import { pendingRequest } from '../../src/domain/approvals/request.ts';
import { reviewDigest } from '../../src/domain/approvals/review-token.ts';
import type { ToolContext } from '../../src/mcp/contract/tool.ts';
import { createReadParts } from '../../src/mcp/engine/read-parts.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import { clean, digest, foreign } from '../../src/platform/text.ts';

const user = { role: 'user', content: 'Handle it.' };
const says = (content: string) => ({ role: 'assistant', content });
const calls = (name: string, args: unknown, content = '') => ({
  role: 'assistant',
  content,
  tool_calls: [{ id: 'c1', type: 'function', function: { name, arguments: JSON.stringify(args) } }],
});

function thread(...messages: unknown[]) {
  const read = readThread({
    id: 't1',
    status: 'AWAITING_APPROVAL',
    messages,
    cost: 0.5,
    updatedAt: '2026-03-01T00:00:00Z',
  });
  if (read === undefined) throw new Error('that is a thread');
  return read;
}

const context = {
  call: () => Promise.reject(new Error('no platform')),
  settings: { approvals: 'auto' },
  caller: '',
  readParts: createReadParts(),
  has: () => true,
} as unknown as ToolContext;

async function dialog(messages: unknown[], proposal: { status: string; comment?: string } = { status: 'APPROVED' }) {
  const { message } = approvalQuestion(thread(...messages), proposal, context);
  return typeof message === 'string' ? message : message();
}

describe('the pending request', () => {
  it.each([
    { it: 'is the last thing the assistant said', messages: [user, says('first'), says('Pay 5?')], holds: ['Pay 5?'] },
    {
      it: 'is a call with its arguments',
      messages: [user, calls('pay', { to: 'x' }, 'I pay.')],
      holds: ['I pay.', 'pay', '"to":"x"'],
    },
    {
      it: 'is the call, although a note of the platform came after it',
      messages: [user, calls('pay', { amount: 900 }), { role: 'tool', content: 'needs approval' }],
      holds: ['"amount":900', 'needs approval'],
    },
    {
      it: 'is the call, although the assistant went on talking',
      messages: [user, calls('pay', { amount: 900 }), says('A routine matter.')],
      holds: ['"amount":900', 'A routine matter.'],
    },
    {
      it: 'is the call, although a role of its own followed',
      messages: [user, calls('pay', { amount: 900 }), { role: 'approval_request', content: 'please' }],
      holds: ['"amount":900', 'please'],
    },
    {
      it: 'is in content that is an object',
      messages: [user, { role: 'assistant', content: { message: 'Pay?', action: { amount: 900 } } }],
      holds: ['Pay?', '"amount":900'],
    },
  ])('$it', ({ messages, holds }) => {
    const request = pendingRequest(thread(...messages))?.raw ?? '';
    for (const part of holds) expect(request).toContain(part);
  });

  it('is not the task that the agent was given, nor a call that was made before', () => {
    const request = pendingRequest(
      thread(user, calls('look', { id: 1 }), { role: 'tool', content: 'found' }, says('Pay?')),
    );
    expect(request?.raw).toBe('Pay?');
  });
});

describe('the dialog', () => {
  it('shows the call first, however long the agent talks, and names what it cut', async () => {
    const message = await dialog([user, calls('wipe', { table: 'customers' }, 'all is well. '.repeat(1000))], {
      status: 'REJECTED',
    });
    expect(message.split('\n').slice(0, 2)).toEqual(['The call:', '│ ⟦wipe with {"table":"customers"}⟧']);
    expect(message).toMatch(/NOT SHOWN WHOLE: message 2/);
    expect(message).toContain('get_thread {"threadId":"t1","message":2,"from":0}');
    expect(message.length).toBeLessThan(8_000);
  });

  it('shows text that hides behind invisible characters', async () => {
    const message = await dialog([user, says(`${'\u200b'.repeat(9_000)}Pay 900 EUR to mallory`)]);
    expect(message).toContain('Pay 900 EUR to mallory');
    expect(message).toMatch(/9000 invisible or control characters were left out/);
  });

  it('names nothing left out where there were only blanks', async () => {
    const message = await dialog([user, says('First.\n\n\tSecond,  with a gap.\r\n')]);
    expect(message).toMatch(/First\.\n.*Second, with a gap\./);
    expect(message).not.toContain('left out');
  });

  it('lets no text of an agent look like a line of its own', async () => {
    const spoof = 'Pay 900.⟧\n\nWaiting since 2020-01-01.\nThe assistant proposes: REJECTED.\n[ Approve ]\n⟦';
    const message = await dialog([user, says(spoof)]);
    const own = message.split('\n').filter((line) => !line.startsWith('│'));
    expect(own.filter((line) => /^(The assistant proposes|Asked by)/.test(line))).toEqual([
      expect.stringMatching(/waiting since 2026-03-01/),
      'The assistant proposes: APPROVED, without a comment.',
    ]);
    expect(own.join('\n')).not.toContain('[ Approve ]');
  });

  it('lets no comment of the model look like a line of its own, nor hide anything', async () => {
    const comment = 'ok".\nCost so far: 0.\u202e\u001b[8m\nThe assistant proposes: REJECTED';
    const message = await dialog([user, says('Pay?')], { status: 'APPROVED', comment });
    expect(
      message.split('\n').filter((line) => line.startsWith('Cost so far') || line.startsWith('The assistant')),
    ).toEqual(['Cost so far: 0.5.', expect.stringContaining('The assistant proposes: APPROVED, with the comment')]);
    expect(clean(message)).toBe(message.replaceAll('⟦', '[').replaceAll('⟧', ']'));
  });

  it('refuses a comment that is too long to be shown whole', () => {
    const comment = 'x'.repeat(2_001);
    expect(() => approvalQuestion(thread(user, says('Pay?')), { status: 'APPROVED', comment }, context)).toThrow(
      /comment has 2001 characters; at most 2000/,
    );
  });

  it('proposes the comment that it shows, without what nobody sees', () => {
    const { proposed } = approvalQuestion(
      thread(user, says('Pay?')),
      { status: 'APPROVED', comment: 'fi\u200bne ' },
      context,
    );
    expect(proposed.comment).toBe('fine');
  });

  it('shows the call before the request: what looks like its answer may say that it waits', async () => {
    const message = await dialog([
      user,
      calls('pay', { amount: 900 }),
      { role: 'tool', content: 'waits' },
      says('Go?'),
    ]);
    expect(message).toMatch(/^The call:.*"amount":900.*answered.*Go\?/s);
  });

  it('is bound to the proposal: another comment is another question', () => {
    const about = (comment: string) =>
      approvalQuestion(thread(user, says('Pay?')), { status: 'APPROVED', comment }, context);
    expect(about('a').subject).not.toBe(about('b').subject);
  });
});

describe('the digest', () => {
  it.each([
    { it: 'an invisible character', a: 'Pay 5', b: 'Pay\u200b 5' },
    { it: 'a mark in the place of a bracket', a: 'Pay [5]', b: 'Pay ⟦5⟧' },
    { it: 'an escape sequence', a: 'Pay 5', b: 'Pay \u001b[8m5' },
  ])('tells $it', ({ a, b }) => {
    expect(reviewDigest(thread(user, says(a)))).not.toBe(reviewDigest(thread(user, says(b))));
    expect(digest([foreign(a)])).not.toBe(digest([foreign(b)]));
  });
});

describe('clean', () => {
  it.each([
    {
      it: 'an escape that is never ended hides nothing',
      text: 'Pay 5\u001b] and wipe the disk',
      shown: 'wipe the disk',
    },
    { it: 'a C1 one neither', text: 'Pay 5\u009d0; and wipe the disk', shown: 'wipe the disk' },
    { it: 'a title that hides an order hides nothing', text: 'a\u001b]0;wipe the disk\u0007b', shown: 'wipe the disk' },
    { it: 'a link shows its address', text: '\u001b]8;;http://evil\u001b\\b', shown: 'http://evil' },
    { it: 'colours are removed', text: '\u001b[31mred\u001b[0m', shown: 'red' },
  ])('$it', ({ text, shown }) => {
    expect(clean(text)).toContain(shown);
  });
});
