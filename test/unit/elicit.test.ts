/** What a client sends back for a question counts only where it is the human's answer to that very question. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { MAX_COMMENT, type Question } from '../../src/mcp/contract/question.ts';
import { type AskOptions, createAsk, NeedsHuman } from '../../src/mcp/engine/consent/elicit.ts';
import { createAskEach } from '../../src/mcp/engine/consent/elicit-each.ts';
import { createStates } from '../../src/mcp/engine/consent/request-state.ts';
import { TOKEN } from '../support/platform-double.ts';

const states = createStates();
const CHOICES = [
  { value: 'APPROVED', title: 'Approve' },
  { value: 'LEAVE', title: 'Leave it waiting' },
];
const QUESTION: Question = {
  subject: 'thread t1',
  digest: 'd1',
  message: 'Pay?',
  choices: CHOICES,
  takesComment: true,
  proposed: { choice: 'APPROVED', comment: `use ${TOKEN}` },
};

interface Sent {
  readonly inputResponses?: unknown;
  readonly state?: string | undefined;
  readonly droppedInputResponseKeys?: readonly string[];
}

const options = ({ state, ...sent }: Sent = {}, changes: Partial<AskOptions> = {}): AskOptions => ({
  tool: 'approve_thread',
  approvals: 'auto',
  obstacle: undefined,
  states,
  byView: false,
  context: { mcpReq: { ...sent, requestState: () => state } } as unknown as ServerContext,
  redact: (text) => text.replaceAll(TOKEN, '[redacted]'),
  ...changes,
});

/** The form that a human would see, and the state that it goes with. */
async function formOf(ask: () => Promise<unknown>) {
  const error: unknown = await ask().catch((thrown: unknown) => thrown);
  if (!(error instanceof NeedsHuman)) throw error;
  const { inputRequests, requestState: state } = error.result;
  return { form: JSON.stringify(inputRequests), state };
}
const asked = (question = QUESTION) => formOf(() => createAsk(options())(question));
const filledIn = (content: object) => ({ decision: { action: 'accept', content } });
const DECISION = { decision: 'Approve' };

describe('an answer', () => {
  it.each([
    { it: 'with a comment of the greatest length', comment: 'x'.repeat(MAX_COMMENT), refused: undefined },
    { it: 'with a longer comment', comment: 'x'.repeat(MAX_COMMENT + 1), refused: /at most 2000 are sent/ },
  ])('$it', async ({ comment, refused }) => {
    const { state } = await asked();
    const answer = createAsk(options({ inputResponses: filledIn({ ...DECISION, comment }), state }))(QUESTION);
    if (refused === undefined) expect(await answer).toMatchObject({ by: 'human', choice: 'APPROVED', comment });
    else await expect(answer).rejects.toThrow(refused);
  });

  it.each([
    { it: 'a number', comment: 42 },
    { it: 'a list', comment: ['yes', 'but'] },
    { it: 'an object', comment: { text: 'but only once' } },
    { it: 'a yes', comment: true },
  ])('whose comment is $it is refused: it could not be sent whole', async ({ comment }) => {
    const { state } = await asked();
    const ask = createAsk(options({ inputResponses: filledIn({ ...DECISION, comment }), state }));
    await expect(ask(QUESTION)).rejects.toThrow(/its comment is not text/);
  });

  it.each([
    { it: 'null', comment: null },
    { it: 'empty', comment: '' },
    { it: 'blank', comment: ' \n' },
  ])('whose comment is $it has none', async ({ comment }) => {
    const { state } = await asked();
    const ask = createAsk(options({ inputResponses: filledIn({ ...DECISION, comment }), state }));
    expect(await ask(QUESTION)).toMatchObject({ by: 'human', choice: 'APPROVED' });
  });

  it('in a wrapper that the protocol does not have is refused, and not asked for again', async () => {
    const { state } = await asked();
    const ask = createAsk(options({ droppedInputResponseKeys: ['decision'], state }));
    await expect(ask(QUESTION)).rejects.toThrow(/an answer in a wrapper/);
  });

  it('that is missing is no leave to go ahead, where a question was put', async () => {
    const { state } = await asked();
    const obstacle = { why: 'it has no dialogs', fix: 'Use another.' };
    await expect(createAsk(options({ state }, { obstacle }))(QUESTION)).rejects.toThrow(/sent no answer/);
    expect(await createAsk(options({}, { obstacle }))(QUESTION)).toMatchObject({ by: 'not-asked' });
  });

  it.each([
    { what: 'subject', other: { subject: 'thread t2' }, tool: 'approve_thread' },
    { what: 'tool', other: {}, tool: 'complete_thread' },
  ])('to a question of another $what is refused', async ({ other, tool }) => {
    const { state } = await asked({ ...QUESTION, ...other });
    const ask = createAsk(options({ inputResponses: filledIn(DECISION), state }, { tool }));
    await expect(ask(QUESTION)).rejects.toThrow(/it belongs to a different question/);
  });
});

describe('a form', () => {
  const part = { name: 't1', title: '1. Thread t1', all: CHOICES, standing: 'LEAVE', proposed: QUESTION.proposed };

  it('has no secret in the comment that it proposes', async () => {
    const each = { ...QUESTION, parts: [{ ...part, choices: CHOICES }] };
    const forms = [await asked(), await formOf(() => createAskEach(options())(each))];
    for (const { form } of forms) {
      expect(form).toContain('use [redacted]');
      expect(form).not.toContain(TOKEN);
    }
  });

  it.each([
    { it: 'nothing', content: {} },
    { it: 'null for each', content: { decision_t1: null, decision_t2: null } },
    { it: 'comments alone', content: { comment_t1: 'no' } },
    { it: 'a choice for something else', content: { decision_t3: 'Approve' } },
  ])('of several parts with $it is not taken for a human’s who leaves them all', async ({ content }) => {
    const parts = ['t1', 't2'].map((name) => ({ ...part, name, choices: CHOICES }));
    const { state } = await formOf(() => createAskEach(options())({ ...QUESTION, parts }));
    const ask = createAskEach(options({ inputResponses: filledIn(content), state }));
    await expect(ask({ ...QUESTION, parts })).rejects.toThrow(/The host answered .* a form without any choice/);
  });

  it('of several parts counts although the one that was chosen for can no longer be decided on', async () => {
    const parts = ['t1', 't2'].map((name) => ({ ...part, name, choices: CHOICES }));
    const { state } = await formOf(() => createAskEach(options())({ ...QUESTION, parts }));
    const ask = createAskEach(options({ inputResponses: filledIn({ decision_t1: 'Approve' }), state }));
    const answer = await ask({ ...QUESTION, parts: parts.slice(1) });
    expect(answer).toMatchObject({ kind: 'decided', by: 'human', parts: new Map(), asked: new Set(['t1', 't2']) });
  });

  it('of several parts takes no choice that it did not offer', async () => {
    const without = { ...QUESTION, parts: [{ ...part, choices: CHOICES.slice(1) }] };
    const { state } = await formOf(() => createAskEach(options())(without));
    const ask = createAskEach(options({ inputResponses: filledIn({ decision_t1: 'Approve' }), state }));
    await expect(ask({ ...QUESTION, parts: [{ ...part, choices: CHOICES }] })).rejects.toThrow(
      /names none of its choices \(Leave it waiting\)/,
    );
  });
});
