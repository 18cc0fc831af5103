/** Briefs on labelled requests, and how often they are right. */

import { type Brief, briefOf } from '../../src/domain/approvals/brief/brief.ts';
import { briefInputOf } from '../../src/domain/approvals/brief/extract.ts';
import { AgentHistory } from '../../src/domain/approvals/brief/history.ts';
import { requestOf } from '../../src/domain/threads/request.ts';
import { type LabelledRequest, threadOf } from './load.ts';

export interface Score {
  /** Points that are true, of all points. */
  readonly precision: number;
  /** Planted faults that are named. */
  readonly recall: number;
  /** Right calls without a point. */
  readonly quiet: number;
  readonly falseAlarms: readonly string[];
  readonly missed: readonly string[];
}

/** The brief on a request. */
export function briefFor(request: LabelledRequest): Brief {
  const earlier = (request.earlier ?? []).map((args, index) =>
    threadOf(`earlier-${index}`, { says: 'Done.', calls: [{ name: request.calls[0]?.name ?? '', args }] }, 'COMPLETED'),
  );
  return briefOf(briefInputOf(requestOf(threadOf('now', request))), { history: new AgentHistory(earlier) });
}

/**
 * The points of a brief. Where the conversation is not given, only what the agent's words and the earlier requests show:
 * then nobody said any of the values.
 */
export function pointsOn(request: LabelledRequest): string[] {
  const { contradictions, unusual, unsaid } = briefFor(request);
  return [...contradictions, ...(request.messages === undefined ? [] : unsaid), ...unusual];
}

/** A point is true if it names the planted fault; where none is named, any point on a faulty request is. */
export function score(requests: readonly LabelledRequest[]): Score {
  const results = requests.map((request) => {
    const points = pointsOn(request);
    const isTrue = (point: string): boolean =>
      request.holds !== 'nothing' && (request.fault === undefined || point.includes(request.fault));
    return { request, right: points.filter(isTrue), wrong: points.filter((point) => !isTrue(point)) };
  });
  const faulty = results.filter(({ request }) => request.holds !== 'nothing');
  const plain = results.filter(({ request }) => request.holds === 'nothing');
  const count = (of: 'right' | 'wrong'): number => results.reduce((sum, one) => sum + one[of].length, 0);
  return {
    precision: count('right') / Math.max(1, count('right') + count('wrong')),
    recall: faulty.filter(({ right }) => right.length > 0).length / Math.max(1, faulty.length),
    quiet: plain.filter(({ wrong }) => wrong.length === 0).length / Math.max(1, plain.length),
    falseAlarms: results.flatMap(({ request, wrong }) => wrong.map((point) => `${request.title}: ${point}`)),
    missed: faulty.filter(({ right }) => right.length === 0).map(({ request }) => request.title),
  };
}
