/** What is said of a batch: how many of each outcome, what went wrong first, and a line for each. */

import type { Answer } from '../../../mcp/contract/answer.ts';
import { join } from '../../../mcp/contract/answer.ts';
import { EffectError, Refusal } from '../../../mcp/contract/errors.ts';
import type { ToolContext } from '../../../mcp/contract/tool.ts';
import { operations } from '../../../platform/operations/index.ts';
import { count } from '../../../present/units.ts';
import { type ItemOutcome, type ItemResult, leftOut } from './decide-each.ts';
import type { BatchItem, Triage } from './triage.ts';

/** In reporting order: what needs a human's attention comes first. */
const WORDS: readonly (readonly [ItemOutcome, string])[] = [
  ['unknown', 'UNKNOWN (check before deciding again)'],
  ['failed', 'did NOT take effect'],
  ['refused', 'refused (nothing sent)'],
  ['left', 'left waiting'],
  ['decided', 'decided'],
];

/** @throws Refusal, or EffectError, where not one of them came out as anybody wanted */
export function batchAnswer(results: readonly ItemResult[]): Answer {
  const answer = told(results);
  if (results.some(({ outcome }) => outcome === 'decided' || outcome === 'left')) return answer;
  const text = [answer.summary, ...(answer.list?.items ?? []).map(({ line }) => line)].join('\n');
  throw results.every(({ outcome }) => outcome === 'refused') ? new Refusal(text) : new EffectError(text);
}

function told(results: readonly ItemResult[]): Answer {
  const counts = WORDS.map(([outcome, words]) => {
    const times = results.filter((result) => result.outcome === outcome).length;
    return times === 0 ? undefined : `${times} ${words}`;
  });
  return {
    summary: `Of ${count(results.length, 'request')}: ${counts.filter((words) => words !== undefined).join(', ')}.`,
    list: {
      name: 'decisions',
      total: results.length,
      items: results.map((result) => ({
        data: { ...result },
        line: `- ${join(result.threadId, result.detail ?? `${result.decision}, now ${result.status}`)}`,
      })),
    },
  };
}

/** What would be sent, in a dry run. */
export async function batchPlan(
  items: readonly BatchItem[],
  triaged: Triage,
  { plan }: Pick<ToolContext, 'plan'>,
): Promise<Answer> {
  const results = await Promise.all(
    items.map(async (item): Promise<ItemResult> => {
      const { threadId, proposed: status, comment } = item;
      if (triaged.leftOut.has(threadId) || status === 'PENDING') return leftOut(item, triaged);
      const body = { status, ...(comment === undefined ? {} : { comment }) };
      const request = await plan(operations.handleThreadApproval, { path: { threadId }, body });
      const words = `Would send ${request.method} ${request.target} ${JSON.stringify(request.body)}`;
      return { threadId, outcome: 'left', decision: status, status: undefined, detail: words };
    }),
  );
  return { ...told(results), summary: 'Dry run: nothing was sent.', facts: { dryRun: true } };
}
