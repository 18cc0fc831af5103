/** Briefs on labelled requests, and how often they are right. */

import { briefOf } from '../../src/domain/approvals/brief/brief.ts';
import { briefInputOf } from '../../src/domain/approvals/brief/extract.ts';
import { AgentHistory } from '../../src/domain/approvals/brief/history.ts';
import { requestOf } from '../../src/domain/approvals/request.ts';
import type { Thread } from '../../src/platform/parse/records.ts';
import { readThread } from '../../src/platform/parse/threads.ts';
import type { LabelledCall, LabelledRequest } from './labelled.ts';

export interface Score {
  readonly precision: number;
  readonly recall: number;
  /** Titles of false positives and false negatives. */
  readonly falseAlarms: readonly string[];
  readonly missed: readonly string[];
}

/** The brief's findings against a request. */
export function findingsFor({ says, calls, earlier = [] }: LabelledRequest): string[] {
  const history = new AgentHistory(
    earlier.map((args, index) =>
      threadOf(`earlier-${index}`, 'Done.', [{ name: calls[0]?.name ?? '', args }], 'COMPLETED'),
    ),
  );
  const { unusual, contradictions } = briefOf(
    briefInputOf(requestOf(threadOf('now', says, calls, 'AWAITING_APPROVAL'))),
    {
      history,
    },
  );
  return [...contradictions, ...unusual];
}

export function score(requests: readonly LabelledRequest[]): Score {
  const results = requests.map((one) => ({ ...one, findings: findingsFor(one) }));
  const found = results.filter(({ holds, findings }) => holds !== 'nothing' && findings.length > 0).length;
  const falseAlarms = results.filter(({ holds, findings }) => holds === 'nothing' && findings.length > 0);
  const missed = results.filter(({ holds, findings }) => holds !== 'nothing' && findings.length === 0);
  return {
    precision: found / Math.max(1, found + falseAlarms.length),
    recall: found / Math.max(1, found + missed.length),
    falseAlarms: falseAlarms.map(({ title, findings }) => `${title}: ${findings.join(' | ')}`),
    missed: missed.map(({ title }) => title),
  };
}

function threadOf(id: string, says: string, calls: readonly LabelledCall[], status: string): Thread {
  const tool_calls = calls.map(({ name, args }, index) => ({
    id: `${id}-${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const thread = readThread({
    id,
    agentId: 'agent',
    status,
    messages: [
      { role: 'user', content: 'Please handle it.' },
      { role: 'assistant', content: says, tool_calls },
    ],
  });
  if (thread === undefined) throw new Error(`${id} is no thread`);
  return thread;
}
