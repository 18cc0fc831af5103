/**
 * How often the brief on a request is right, on requests that its rules were tuned on and on those that are only measured,
 * and its time for long threads. `brief/altered.ts` measures it on recorded conversations.
 */
import { briefOf } from '../src/domain/approvals/brief/brief.ts';
import { briefInputOf } from '../src/domain/approvals/brief/extract.ts';
import { requestOf } from '../src/domain/threads/request.ts';
import { type LabelledSet, loadSets, threadOf } from './brief/load.ts';
import { score } from './brief/score.ts';
import { ms, type Part, type Row } from './table.ts';

export const PRECISION = 0.97;
export const RECALL = 0.85;

const USES = { tuned: 'tuned on', seen: 'looked at', measured: 'only measured' } as const;

function rows({ name, use, requests }: LabelledSet): Row[] {
  const { precision, recall, quiet, falseAlarms, missed } = score(requests);
  const what = `${name} (${requests.length}, ${USES[use]})`;
  return [
    {
      what: `${what}: points that are true`,
      figure: precision.toFixed(2),
      goal: `≥ ${PRECISION}`,
      met: precision >= PRECISION,
    },
    { what: `${what}: faults named`, figure: recall.toFixed(2), goal: `≥ ${RECALL}`, met: recall >= RECALL },
    { what: `${what}: right calls without a point`, figure: quiet.toFixed(2) },
    // The wrong results only of requests that rules may be tuned on.
    ...(use === 'tuned'
      ? [...falseAlarms.map((one) => `false: ${one}`), ...missed.map((one) => `missed: ${one}`)]
      : []
    ).map((one): Row => ({ what: `  ${one}`, figure: '' })),
  ];
}

/** A thread with messages of 1 KB of words, ids, numbers and dates, and a call of which everything was said but two values. */
function longThread(messages: number) {
  const line = (n: number): string =>
    `Order ${10_000 + n} of ${1 + (n % 28)} May 2026 for ${(n * 7.3).toFixed(2)} EUR went to customer-${n}@shop.example (INV-${n}); `;
  const content = (n: number): string =>
    Array.from({ length: 11 }, (_, at) => line(n * 11 + at))
      .join('')
      .slice(0, 1024);
  return threadOf('long', {
    messages: Array.from({ length: messages }, (_, n) => ({
      role: n % 3 === 0 ? 'user' : n % 3 === 1 ? 'assistant' : 'tool',
      content: content(n),
    })),
    says: 'I would refund it.',
    calls: [
      {
        name: 'create_refund',
        args: {
          order: '10011',
          amount: 7.3,
          currency: 'EUR',
          date: '2026-05-03',
          account: 'DE89370400440532013000',
          total: 99_999.5,
        },
      },
    ],
  });
}

function time(messages: number): number {
  const request = requestOf(longThread(messages));
  // Processor time of the fastest run: the machine may be busy.
  const once = (): number => {
    const start = process.cpuUsage();
    briefOf(briefInputOf(request), { leftOut: 'not measured' });
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  return Math.min(...Array.from({ length: 25 }, once));
}

export const brief: Part = {
  name: 'brief',
  about: 'what a brief finds in labelled requests, what it finds where nothing is, and its time',
  run: async () => [
    ...loadSets().flatMap(rows),
    ...[
      [200, 5],
      [2_000, 100],
    ].map(([messages = 0, most = 0]): Row => {
      const took = time(messages);
      return {
        what: `a brief on ${messages} messages of 1 KB`,
        figure: ms(took),
        goal: `≤ ${most} ms`,
        met: took <= most,
      };
    }),
  ],
};
