/** A client's answer counts only if it is the human's answer to that page of that question. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { type Form, MAX_COMMENT, type Page, type Part, READ_ON } from '../../src/mcp/contract/question.ts';
import { type AskOptions, createAsk, NeedsHuman } from '../../src/mcp/engine/consent/ask.ts';
import { createStates } from '../../src/mcp/engine/consent/request-state.ts';
import { golden } from '../support/golden.ts';
import { TOKEN } from '../support/platform-double.ts';

const states = createStates();
const APPROVE = { value: 'APPROVED', title: 'Approve' };
const LEAVE = { value: 'LEAVE', title: 'Leave it waiting' };
const ON = { value: READ_ON, title: 'Read on' };
const DECIDES: Part = {
  name: 'decision',
  title: 'Your decision',
  choices: [APPROVE, LEAVE],
  comment: { title: 'Comment (optional)', initial: `use ${TOKEN}` },
};
const formOf = (pages: readonly Page[], about: Partial<Form> = {}): Form => ({
  subject: 'thread t1',
  digest: 'd1',
  page: (index) => pages[index] ?? { message: 'no such page', parts: [] },
  ...about,
});
const FORM = formOf([{ message: 'Pay?', parts: [DECIDES] }]);
/** Three pages; only the last one can approve. */
const LONG = formOf([
  { message: 'First', parts: [{ ...DECIDES, choices: [ON, LEAVE] }] },
  { message: 'Second', parts: [{ ...DECIDES, choices: [ON, LEAVE] }] },
  { message: 'Third', parts: [DECIDES] },
]);
/** Two decisions in one form, which starts at approving both. */
const several = (...names: string[]): Form =>
  formOf([
    {
      message: 'Which?',
      parts: names.map((name) => ({ name, title: name, choices: [APPROVE, LEAVE], initial: 'APPROVED', open: 'OPEN' })),
    },
  ]);

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
  context: { mcpReq: { ...sent, requestState: () => state } } as unknown as ServerContext,
  redact: (text) => text.replaceAll(TOKEN, '[redacted]'),
  ...changes,
});

/** The page that a human would see, and the state that it goes with. */
async function shown(ask: () => Promise<unknown>) {
  const error: unknown = await ask().catch((thrown: unknown) => thrown);
  if (!(error instanceof NeedsHuman)) throw error;
  const { inputRequests, requestState: state } = error.result;
  return { page: JSON.stringify(inputRequests), state };
}
const asked = (form = FORM, changes: Partial<AskOptions> = {}) => shown(() => createAsk(options({}, changes))(form));
const filledIn = (content: object) => ({ decision: { action: 'accept', content } });
const answering = (form: Form, content: object, state: string | undefined, changes: Partial<AskOptions> = {}) =>
  createAsk(options({ inputResponses: filledIn(content), state }, changes))(form);
/** Records why an answer is refused. */
const refused = async (answer: Promise<unknown>): Promise<void> =>
  golden(String(await answer.catch((error: unknown) => error)));
const CHOSEN = { decision: 'Approve' };
const chose = (choice: string, comment?: string) => ({
  kind: 'answered',
  parts: new Map([['decision', { choice, ...(comment === undefined ? {} : { comment }) }]]),
});

describe('an answer', () => {
  it('may have a comment of the greatest length, and no longer one', async () => {
    const { state } = await asked();
    await refused(answering(FORM, { ...CHOSEN, comment: 'x'.repeat(MAX_COMMENT + 1) }, state));
    const comment = 'x'.repeat(MAX_COMMENT);
    expect(await answering(FORM, { ...CHOSEN, comment }, (await asked()).state)).toMatchObject(
      chose('APPROVED', comment),
    );
  });

  it.each([
    { it: 'a number', comment: 42 },
    { it: 'a list', comment: ['yes', 'but'] },
    { it: 'an object', comment: { text: 'but only once' } },
    { it: 'a yes', comment: true },
  ])('whose comment is $it is refused: it could not be sent whole', async ({ comment }) => {
    const { state } = await asked();
    await refused(answering(FORM, { ...CHOSEN, comment }, state));
  });

  it.each([
    { it: 'null', comment: null },
    { it: 'empty', comment: '' },
    { it: 'blank', comment: ' \n' },
  ])('whose comment is $it counts as having none', async ({ comment }) => {
    const { state } = await asked();
    expect(await answering(FORM, { ...CHOSEN, comment }, state)).toMatchObject(chose('APPROVED'));
  });

  it('in a wrapper that the protocol does not have is refused, and not asked for again', async () => {
    const { state } = await asked();
    const ask = createAsk(options({ droppedInputResponseKeys: ['decision'], state }));
    await refused(ask(FORM));
  });

  it('that is missing is no consent if a question was asked', async () => {
    const { state } = await asked();
    const obstacle = { why: 'it has no dialogs', fix: 'Use another.' };
    await refused(createAsk(options({ state }, { obstacle }))(FORM));
    expect(await createAsk(options({}, { obstacle }))(FORM)).toMatchObject({ kind: 'nobody', by: 'not-asked' });
  });

  it('says how many milliseconds after the question it came', async () => {
    const { state } = await asked();
    const { afterMs } = (await answering(FORM, CHOSEN, state)) as { afterMs: number };
    expect(afterMs).toBeGreaterThanOrEqual(0);
    expect(afterMs).toBeLessThan(60_000);
  });

  it.each([
    ['decline', 999, undefined],
    ['cancel', 0, undefined],
    ['decline', 1_000, 'declined'],
    ['cancel', 60_000, 'closed'],
  ])("%s after %i ms counts as a human's from one second on", async (action, ms, kind) => {
    const about = { tool: 'approve_thread', subject: 'thread t1', digest: states.keyed('d1'), page: 0, offered: {} };
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
    try {
      const state = await states.sign(about, {} as ServerContext);
      now.mockReturnValue(1_000 + ms);
      const answer = createAsk(options({ inputResponses: { decision: { action } }, state }))(FORM);
      if (kind === undefined) await refused(answer);
      else expect(await answer).toMatchObject({ kind, afterMs: ms });
    } finally {
      now.mockRestore();
    }
  });

  it.each(['decline', 'cancel'])("%s at once counts as a human's at another replica: clocks differ", async (action) => {
    const key = new Uint8Array(32).fill(7);
    const [asks, answers] = [createStates({ key }), createStates({ key })];
    const about = { tool: 'approve_thread', subject: 'thread t1', digest: asks.keyed('d1'), page: 0, offered: {} };
    const state = await asks.sign(about, {} as ServerContext);
    const given = { ...options({ inputResponses: { decision: { action } }, state }), states: answers };
    expect(await createAsk(given)(FORM)).toMatchObject({ kind: action === 'decline' ? 'declined' : 'closed' });
  });
});

describe('a question of several pages', () => {
  /** Reads on to a page; @returns it and its state. */
  async function readTo(index: number) {
    let at = await asked(LONG);
    for (let page = 0; page < index; page++) {
      const { state } = at;
      at = await shown(() => answering(LONG, { decision: 'Read on' }, state));
    }
    return at;
  }

  it('is asked page by page, and decided on the last one', async () => {
    for (const [index, text] of ['First', 'Second', 'Third'].entries())
      expect((await readTo(index)).page).toContain(text);
    const { state } = await readTo(2);
    expect(await answering(LONG, CHOSEN, state)).toMatchObject(chose('APPROVED'));
  });

  it.each([0, 1])('accepts no Approve on page %i, which does not offer it', async (index) => {
    const { state } = await readTo(index);
    await refused(answering(LONG, CHOSEN, state));
  });

  it('accepts no Read on beyond its last page', async () => {
    const { state } = await readTo(2);
    await refused(answering(LONG, { decision: 'Read on' }, state));
  });

  it('ends where the request that reads on no longer declares that the human can be asked', async () => {
    const { state } = await readTo(0);
    const obstacle = { why: 'it has no dialogs', fix: 'Use another.' };
    await refused(answering(LONG, { decision: 'Read on' }, state, { obstacle }));
  });

  it('ends where what it is about changes between two pages', async () => {
    const { state } = await readTo(1);
    await refused(answering({ ...LONG, digest: 'd2' }, { decision: 'Read on' }, state));
  });
});

describe('a form', () => {
  it('has no secret in the comment that it proposes', async () => {
    const { page } = await asked();
    expect(page).toContain('use [redacted]');
    expect(page).not.toContain(TOKEN);
  });

  it.each([
    { it: 'nothing', content: {} },
    { it: 'null for each', content: { decision_t1: null, decision_t2: null } },
    { it: 'comments alone', content: { comment_t1: 'no' } },
    { it: 'a choice for something else', content: { decision_t3: 'Approve' } },
  ])('of several parts with $it does not count as a human leaving them all', async ({ content }) => {
    const form = several('t1', 't2');
    const { state } = await asked(form);
    await refused(answering(form, content, state));
  });

  it('of several parts counts even if one of the chosen can no longer be decided on', async () => {
    const { state } = await asked(several('t1', 't2'));
    expect(await answering(several('t2'), { decision_t1: 'Approve' }, state)).toMatchObject({
      kind: 'answered',
      parts: new Map([['t2', { choice: 'OPEN' }]]),
    });
  });

  it('of several parts says nothing about a part that it did not have', async () => {
    const { state } = await asked(several('t1'));
    expect(
      await answering(several('t1', 't2'), { decision_t1: 'Approve', decision_t2: 'Approve' }, state),
    ).toMatchObject({
      parts: new Map([['t1', { choice: 'APPROVED' }]]),
    });
  });

  it('accepts no choice that it did not offer, even if it would offer it now', async () => {
    const without = formOf([{ message: 'Pay?', parts: [{ ...DECIDES, choices: [LEAVE] }] }]);
    const { state } = await asked(without);
    await refused(answering(FORM, CHOSEN, state));
  });
});

describe('a form whose pages each ask', () => {
  const part = (name: string): Part => ({ name, title: name, choices: [APPROVE, LEAVE], open: 'OPEN' });
  /** The second page follows the first, and the third only where the second was approved. */
  const paged: Form = {
    ...FORM,
    page: (index, given) => ({
      message: `Page ${index}, ${[...given.keys()].join(' and ')}`,
      parts: [part(`p${index}`)],
    }),
    goesOn: (index, given) => index === 0 || (index === 1 && given.get('p1')?.choice === 'APPROVED'),
  };

  it('keeps the answers of each page until the last', async () => {
    const first = await asked(paged);
    const second = await shown(() => answering(paged, { decision_p0: 'Leave it waiting' }, first.state));
    expect(second.page).toContain('Page 1, p0');
    const third = await shown(() => answering(paged, { decision_p1: 'Approve' }, second.state));
    expect(third.page).toContain('Page 2, p0 and p1');
    expect(await answering(paged, { decision_p2: 'Approve' }, third.state)).toMatchObject({
      kind: 'answered',
      parts: new Map(['p0', 'p1', 'p2'].map((name) => [name, { choice: name === 'p0' ? 'LEAVE' : 'APPROVED' }])),
    });
  });

  it('ends where the answers so far leave nothing to ask', async () => {
    const first = await asked(paged);
    const second = await shown(() => answering(paged, { decision_p0: 'Approve' }, first.state));
    const ended = await answering(paged, { decision_p1: 'Leave it waiting' }, second.state);
    expect(ended.kind === 'answered' && [...ended.parts.keys()]).toEqual(['p0', 'p1']);
  });

  it('has no result once a later page is closed', async () => {
    const first = await asked(paged);
    const second = await shown(() => answering(paged, { decision_p0: 'Approve' }, first.state));
    const closing = { inputResponses: { decision: { action: 'cancel' } }, state: second.state };
    await expect(createAsk(options(closing))(paged)).rejects.toThrow('Nothing was sent');
  });
});
