/** The report on a batch: nothing is sent after the end of the call, and every thread is named. */
import { expect, it } from 'vitest';
import { batchResult } from '../../../src/domain/approvals/batch-outcome.ts';
import { decideAll } from '../../../src/domain/approvals/decide.ts';
import type { Decided } from '../../../src/domain/approvals/effect.ts';
import { EffectError, Refusal } from '../../../src/mcp/contract/errors.ts';
import type { ToolContext } from '../../../src/mcp/contract/tool.ts';
import { PlatformError } from '../../../src/platform/client/errors.ts';
import { sheetFrom } from '../../support/requests.ts';

const item = (threadId: string) => ({ threadId, status: 'APPROVED', reviewToken: '' }) as const;
const withItems = (all: readonly Decided[]) => all.map((decided, index) => ({ item: item(`t${index}`), decided }));
const context = { has: () => true, settings: { dryRun: false } } as unknown as ToolContext;

const sheet = (id: string) =>
  sheetFrom({ id, status: 'AWAITING_APPROVAL', messages: [{ role: 'assistant', content: 'May I?' }] });
const sent = (id: string) => ({
  decision: 'APPROVED' as const,
  by: 'human' as const,
  comment: undefined,
  isCommentDropped: false,
  sheet: sheet(id),
});

const refused = (why = 'it changed'): Decided => ({ kind: 'refused', error: new Refusal(`Refused: ${why}.`) });
const failed = (id: string): Decided => ({ kind: 'did-not-take', status: 'AWAITING_APPROVAL', ...sent(id) });
const unknown = (id: string): Decided => ({
  kind: 'unknown',
  error: new PlatformError({
    fixer: 'network',
    kind: 'reset',
    what: 'The connection broke.',
    advice: 'Look.',
    effect: 'unknown',
  }),
  ...sent(id),
});
const approved = (id: string): Decided => ({ kind: 'decided', status: 'RUNNING', ...sent(id) });

it.each([
  { it: 'of which one was sent without effect', decided: [refused(), failed('t1')], is: EffectError },
  { it: 'of which the outcome of one is unknown', decided: [refused(), unknown('t1')], is: EffectError },
  { it: 'of which none was sent', decided: [refused(), refused()], is: Refusal },
])('decisions $it are an error that names each', ({ decided, is }) => {
  const all = withItems(decided);
  const answer = () => batchResult(all, context);
  expect(answer).toThrow(is);
  for (const { threadId } of all.map(({ item: of }) => of)) expect(answer).toThrow(`- ${threadId}`);
});

it.each([
  ['answered', '1 UNKNOWN (check before deciding again), 1 decided'],
  ['unseen', '2 decided'],
] as const)('a rejection after which a tool has answered is unknown, unlike one that is %s only', (doubt, counts) => {
  const doubtful: Decided = { kind: 'decided', status: 'COMPLETED', doubt, ...sent('t1'), decision: 'REJECTED' };
  const { summary, list } = batchResult(withItems([approved('t0'), doubtful]), context);
  expect(summary).toBe(`Of 2 requests: ${counts}.`);
  expect(list?.items.find(({ data }) => data.threadId === 't1')?.data.detail).toContain('Rejection sent');
});

it('doubts alone are told as a result, as a decision on one request is', () => {
  const doubtful: Decided = {
    kind: 'decided',
    status: 'COMPLETED',
    doubt: 'answered',
    ...sent('t1'),
    decision: 'REJECTED',
  };
  expect(batchResult(withItems([doubtful]), context).list?.items).toHaveLength(1);
});

it('what needs a look comes first, and each outcome is counted', () => {
  const decided = [approved('t0'), refused(), unknown('t2'), failed('t3')];
  const { summary, list } = batchResult(withItems(decided), context);
  expect(summary).toBe(
    'Of 4 requests: 1 UNKNOWN (check before deciding again), 1 did NOT take effect, 1 refused (nothing sent), 1 decided.',
  );
  expect(list?.items.map(({ data }) => data.threadId)).toEqual(['t2', 't3', 't1', 't0']);
});

it('what is said alike of three or more stands once, whichever thread it names', () => {
  const lookAt = (id: string): Decided => ({ kind: 'did-not-take', status: 'WAITING', isDeferred: true, ...sent(id) });
  expect(() => batchResult(withItems(['t0', 't1', 't2'].map(lookAt)), context)).toThrow(
    /^3 unknown · APPROVED: The platform accepted APPROVED for later \(202\).* get_thread \{"threadId":"‹threadId›"\}.*\n- t0 .* APPROVED\n- t1 /m,
  );
});

it('where there is no room for all details, the longest goes first', () => {
  const lengths = [300, 9_000, 300, 300, 300, 300, 300, 300, 300];
  const decided = [...lengths.map((length, at) => refused(String(at).repeat(length))), approved('t9')];
  const { list, notes } = batchResult(withItems(decided), context);
  expect(notes).toEqual(['The details of 1 are left out here to keep this short.']);
  expect(list?.items.slice(0, 9).map(({ line }) => line.length > 300)).toEqual(lengths.map((length) => length === 300));
});

it('a call that was cancelled sends none of the decisions that are left', async () => {
  const before = sheet('t0').thread;
  const asked = {
    ...context,
    settings: { approvals: 'off', dryRun: false, dialect: 'specification' },
    signal: AbortSignal.abort(),
    progress: () => undefined,
    client: { ask: () => Promise.resolve({ kind: 'nobody', by: 'approvals-off' }) },
    decisions: {
      claims: {
        take: () => Promise.reject(new Error('nothing is claimed')),
        leftMs: async () => 0,
        release: () => Promise.resolve(),
      },
    },
    memory: { get: () => undefined, set: () => undefined },
    caller: { key: '' },
    platform: {
      heldBackMs: () => Promise.resolve(1),
      reserve: (work: (call: unknown) => unknown) =>
        work((operation: { repeatable: boolean }) =>
          operation.repeatable ? Promise.resolve(before) : Promise.reject(new Error('nothing may be sent')),
        ),
    },
  } as unknown as ToolContext;
  const items = [item('t0'), item('t1')].map(({ reviewToken: _, ...one }) => one);
  const all = await decideAll(items, [], asked);
  expect(all.map(({ decided }) => decided)).toEqual([
    expect.objectContaining({ kind: 'refused', error: expect.objectContaining({ name: 'CancelledError' }) }),
    expect.objectContaining({ kind: 'refused' }),
  ]);
});
