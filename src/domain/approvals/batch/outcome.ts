/** What is said of a batch: how many of each outcome, what went wrong first, and a line for each. */

import type { Answer, Item } from '../../../mcp/contract/answer.ts';
import { join, RESULT_BUDGET } from '../../../mcp/contract/answer.ts';
import { EffectError, Refusal } from '../../../mcp/contract/errors.ts';
import type { ToolContext } from '../../../mcp/contract/tool.ts';
import { operations } from '../../../platform/operations/index.ts';
import { count } from '../../../present/units.ts';
import { type ItemOutcome, type ItemResult, leftOut, leftPending } from './decide-each.ts';
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
  const text = [answer.summary, ...(answer.notes ?? []), ...(answer.list?.items ?? []).map(({ line }) => line)].join(
    '\n',
  );
  throw results.every(({ outcome }) => outcome === 'refused') ? new Refusal(text) : new EffectError(text);
}

/** Characters of the summary, the notes and the next steps. */
const AROUND = 1_000;
/** What the lines have together: a result that is cut at its end would not name what became of the last threads. */
const ROOM = RESULT_BUDGET - AROUND;

/** What a detail is shortened to when there is no room for it. */
const IN_SHORT: Readonly<Record<ItemOutcome, string | undefined>> = {
  unknown: 'Whether it took effect is unknown: check the thread before deciding again.',
  failed: 'It did NOT take effect, or the thread contradicts it: check the thread before deciding again.',
  refused: 'Refused: nothing was sent.',
  left: 'Left waiting: nothing was sent.',
  decided: undefined,
};

type InShort = (result: ItemResult) => string | undefined;

const itemOf = (result: ItemResult): Item => ({
  data: { ...result },
  line: `- ${join(result.threadId, result.detail ?? `${result.decision}, now ${result.status}`)}`,
});

const sizeOf = ({ data, line }: Item): number => Math.max(line.length, JSON.stringify(data).length) + 1;

/** A line for each, whatever the platform has to say: where they are too long together, the longest details are shortened. */
function linesFor(
  results: readonly ItemResult[],
  inShort: InShort,
): { readonly items: readonly Item[]; readonly notes: readonly string[] } {
  const whole = results.map(itemOf);
  const short = results.map((result) => itemOf({ ...result, detail: inShort(result) }));
  const gains = whole.map((item, index) => sizeOf(item) - sizeOf(short[index] ?? item));
  const longestFirst = gains.map((_, index) => index).sort((a, b) => (gains[b] ?? 0) - (gains[a] ?? 0));
  const shortened = new Set<number>();
  let over = whole.reduce((sum, item) => sum + sizeOf(item), 0) - ROOM;
  for (const index of longestFirst) {
    if (over <= 0) break;
    over -= gains[index] ?? 0;
    shortened.add(index);
  }
  return {
    items: whole.map((item, index) => (shortened.has(index) ? (short[index] ?? item) : item)),
    notes: shortened.size === 0 ? [] : [`The details of ${shortened.size} are left out here to keep this short.`],
  };
}

function told(results: readonly ItemResult[], inShort: InShort = ({ outcome }) => IN_SHORT[outcome]): Answer {
  const counts = WORDS.map(([outcome, words]) => {
    const times = results.filter((result) => result.outcome === outcome).length;
    return times === 0 ? undefined : `${times} ${words}`;
  });
  const { items, notes } = linesFor(results, inShort);
  return {
    summary: `Of ${count(results.length, 'request')}: ${counts.filter((words) => words !== undefined).join(', ')}.`,
    notes,
    list: { name: 'decisions', total: results.length, items },
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
      if (triaged.leftOut.has(threadId)) return leftOut(item, triaged);
      if (status === 'PENDING') return leftPending(item);
      const body = { status, ...(comment === undefined ? {} : { comment }) };
      const request = await plan(operations.handleThreadApproval, { path: { threadId }, body });
      const words = `Would send ${request.method} ${request.target} ${JSON.stringify(request.body)}`;
      return { threadId, outcome: 'left', decision: status, status: undefined, detail: words };
    }),
  );
  const inShort = ({ decision, outcome }: ItemResult): string | undefined =>
    decision === 'none' ? IN_SHORT[outcome] : `Would send ${decision}.`;
  return { ...told(results, inShort), summary: 'Dry run: nothing was sent.', facts: { dryRun: true } };
}
