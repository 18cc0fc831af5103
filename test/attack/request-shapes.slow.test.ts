/**
 * Decisions apply to what the human saw: each shape of a request is shown, and a decision on one that changed between
 * question and answer is refused. On the built file, over stdio, in both eras of the protocol.
 */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient } from '../support/clients.ts';
import { callAs, human, presses } from '../support/consent-human.ts';
import { json } from '../support/platform-double.ts';
import { AGENT, scriptedPlatform, THREAD } from '../support/scripted-platform.ts';
import { SHAPES, type Shape, WRAPPERS } from './request-shapes.ts';

const SHOWN = 'account-7731';
const OTHER = 'mallory-4209';
let runs = 0;

const platform = await scriptedPlatform();
beforeEach(() => platform.reset());

const body = (shape: Shape, what: string): unknown => {
  const thread = { id: THREAD, agentId: AGENT, status: 'AWAITING_APPROVAL', ...shape.asks(what) };
  return shape.wrap?.(thread, what) ?? thread;
};

/** The platform's answers from now on to reads of the thread and of the agent's threads. */
function answers(thread: unknown, listed: unknown = thread): void {
  platform.rule('GET', new RegExp(`^/v1/agents/threads/${THREAD}$`), json(200, thread));
  platform.rule('GET', /^\/v1\/agents\/[^/]+\/threads$/, json(200, [listed]));
}

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  const person = human();
  let client: TestClient;
  beforeAll(async () => {
    client = await connect({ client: kind, env: platform.env, elicit: person.elicit });
  });

  const approve = (args: Record<string, unknown> = {}) =>
    callAs(client, 'approve_thread', { threadId: THREAD, status: 'APPROVED', ...args });

  describe.each(SHAPES)('a request in $it', (shape) => {
    it('is shown before anything is sent', async () => {
      answers(body(shape, SHOWN));
      person.willAnswer({ action: 'cancel' });
      const before = person.shown.length;
      await approve();
      expect(person.shown.slice(before)).toEqual([expect.stringContaining(SHOWN)]);
      expect(platform.writes()).toEqual([]);
    });

    it('is refused if it changed while the human read', async () => {
      answers(body(shape, SHOWN));
      person.willAnswer(() => {
        answers(body(shape, OTHER));
        return presses('Approve');
      });
      const { isError } = await approve();
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    });

    it('is refused if it changed since it was read', async () => {
      answers(body(shape, SHOWN));
      const { data } = await callAs(client, 'get_thread', { threadId: THREAD });
      answers(body(shape, OTHER));
      person.willAnswer(presses('Approve'));
      const { isError } = await approve({ reviewToken: data.reviewToken });
      expect({ isError, writes: platform.writes() }).toEqual({ isError: true, writes: [] });
    });
  });

  describe.each(WRAPPERS)('a token for a thread $it', ({ wrap }) => {
    it.each(['whole', 'without its conversation', 'without its metadata', 'with its times as numbers'])(
      'is valid even where the list returns the thread %s',
      async (how) => {
        const [shape] = SHAPES;
        if (shape === undefined) throw new Error('there are shapes');
        const whole = body(shape, SHOWN) as Record<string, unknown>;
        const { messages: _, ...bare } = whole;
        const listed = {
          whole,
          'without its conversation': bare,
          'without its metadata': { ...bare, messages: (whole as Record<string, unknown>).messages },
          'with its times as numbers': { ...whole, creationTimestampMs: 1772352000000 },
        }[how];
        // A request of its own: each is decided once.
        const messages = (whole.messages ?? []) as Record<string, unknown>[];
        const said = ' '.repeat(++runs);
        const asked = {
          ...whole,
          messages: messages.map((one) =>
            one.role === 'assistant' ? { ...one, content: `${one.content}${said}` } : one,
          ),
        };
        answers(wrap({ ...asked, createdAt: '2026-03-01T08:00:00.000Z', cost: 0.5 }), listed);
        const inbox = await callAs(client, 'list_pending_approvals', {});
        const [first] = inbox.data.approvals;
        answers(wrap({ ...asked, createdAt: '2026-03-01T08:00:00.000Z', cost: 0.75 }), listed);
        person.willAnswer(presses('Approve'));
        expect((await approve({ reviewToken: first?.reviewToken })).text).not.toMatch(/^Refused/);
        expect(platform.writes()).toHaveLength(1);
      },
    );
  });
});
