/** What is said of decisions that were made together: nothing is sent after the end of the call, and no thread goes unnamed. */
import { expect, it } from 'vitest';
import { decideEach, type ItemOutcome, type ItemResult } from '../../../src/domain/approvals/batch/decide-each.ts';
import { batchAnswer } from '../../../src/domain/approvals/batch/outcome.ts';
import { EffectError, Refusal } from '../../../src/mcp/contract/errors.ts';
import type { ToolContext } from '../../../src/mcp/contract/tool.ts';

const result = (threadId: string, outcome: ItemOutcome, detail: string): ItemResult => ({
  threadId,
  outcome,
  decision: 'APPROVED',
  status: 'RUNNING',
  detail,
});

it.each([
  { it: 'of which one was sent without effect', outcomes: ['refused', 'failed'], is: EffectError },
  { it: 'of which the outcome of one is unknown', outcomes: ['refused', 'unknown'], is: EffectError },
  { it: 'of which none was sent', outcomes: ['refused', 'refused'], is: Refusal },
] as const)('decisions $it are an error that says which', ({ outcomes, is }) => {
  const results = outcomes.map((outcome, index) => result(`t${index}`, outcome, `${outcome} it was`));
  expect(() => batchAnswer(results)).toThrow(is);
  for (const { detail } of results) expect(() => batchAnswer(results)).toThrow(detail);
});

it('where there is no room for all details, the longest goes first', () => {
  const details = [300, 9_000, 300, 300, 300, 300, 300, 300, 300].map((length) => 'x'.repeat(length));
  const { list, notes } = batchAnswer(details.map((detail, index) => result(`t${index}`, 'decided', detail)));
  expect(notes).toEqual(['The details of 1 are left out here to keep this short.']);
  expect(list?.items.map(({ line }) => line.length > 300)).toEqual(details.map(({ length }) => length === 300));
});

it('a call that was cancelled sends none of the decisions that are left', async () => {
  const item = { threadId: 't1', proposed: 'APPROVED', reviewToken: '' } as const;
  const context = {
    signal: AbortSignal.abort(),
    progress: () => undefined,
    call: () => Promise.reject(new Error('nothing may be read or sent')),
  } as unknown as ToolContext;
  const answer = { kind: 'decided', by: 'approvals-off', parts: new Map(), asked: new Set<string>() } as const;
  const triaged = { decidable: [], leftOut: new Map<string, string>(), asOf: 0 };
  const [only] = await decideEach([item], { triaged, unshown: new Map(), answer }, context);
  expect(only).toMatchObject({ outcome: 'refused', decision: 'none', detail: expect.stringContaining('cancelled') });
});
