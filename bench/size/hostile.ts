/** Requests of 60,000 characters that an agent may write to hold up whoever reads them: how long one call and a ping take. */
import { json, startDouble } from '../../test/support/platform-double.ts';
import { callParams } from '../../test/support/rounds.ts';
import { ms, type Part, type Row } from '../table.ts';
import { BUNDLE, platformEnv, startWire } from '../wire.ts';

const LENGTH = 60_000;
const MAX_CALL_MS = 500;
const MAX_PING_MS = 200;

const repeated = (text: string): string => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);

/** What is repeated up to the length: each is hard for some pattern, scanner or comparison. */
const PATTERNS: readonly (readonly [what: string, text: string])[] = [
  ['one letter', 'a'],
  ['digits', '1'],
  ['digits with commas', '1,'],
  ['amounts', '1,000.00 EUR and '],
  ['blanks', ' '],
  ['line breaks', '\n'],
  ['blanks of all widths', ' \u2003\t\u00a0'],
  ['open brackets', '[{('],
  ['open braces', '{"a":'],
  ['quotes', '"'],
  ['backslashes', '\\'],
  ['escaped quotes', '\\"'],
  ['calls in the text', 'create_refund({"amount":1}) '],
  ['unfinished calls', 'create_refund({"amount":'],
  ['dates', '2026-11-24T10:00:00Z '],
  ['times of day', '10:00-11:00, '],
  ['addresses', 'https://a.example/?a=b&'],
  ['mail addresses', 'a@b.example, '],
  ['dots', 'a.'],
  ['dashes', '-'],
  ['mark-up', '<td><!--'],
  ['invisible characters', '\u200b\u202e'],
  ['escape sequences', '\u001b[31m'],
  ['surrogates', '😀'],
  ['marks', '⟦⟧'],
];

const asking = (id: string, text: string) => ({
  id,
  agentId: 'agent-1',
  status: 'AWAITING_APPROVAL',
  createdAt: '2026-11-05T12:00:00.000Z',
  messages: [
    { role: 'user', content: text },
    {
      role: 'assistant',
      content: text,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'create_refund', arguments: text } }],
    },
  ],
});

/** Reads each request, and lets it be asked about, over stdio. */
export async function hostileRequests(say: Parameters<Part['run']>[0]): Promise<Row[]> {
  const platform = await startDouble((exchange) => {
    const at = Number(/\/threads\/t-(\d+)$/.exec(exchange.request.path)?.[1]);
    const [, text] = PATTERNS[at] ?? [];
    json(200, text === undefined ? [] : asking(`t-${at}`, repeated(text)))(exchange);
  });
  const wire = startWire([BUNDLE], platformEnv(platform.url));
  let slowest = { what: '', took: 0 };
  let longestPing = 0;
  try {
    await wire.request('server/discover', callParams('', {}));
    for (const [at, [what]] of PATTERNS.entries()) {
      say(`hostile requests: ${what}`);
      for (const [tool, args] of [
        ['get_thread', {}],
        ['approve_thread', { status: 'APPROVED' }],
      ] as const) {
        const started = performance.now();
        const call = wire.request('tools/call', callParams(tool, { threadId: `t-${at}`, ...args }));
        let isOver = false;
        void call.then(() => {
          isOver = true;
        });
        while (!isOver) {
          const pinged = performance.now();
          await wire.request('server/discover', callParams('', {}));
          longestPing = Math.max(longestPing, performance.now() - pinged);
        }
        await call;
        const took = performance.now() - started;
        if (took > slowest.took) slowest = { what: `${tool}, ${what}`, took };
      }
    }
  } finally {
    await wire.close();
    await platform.close();
  }
  return [
    {
      what: `${PATTERNS.length} requests of ${LENGTH / 1000},000 characters, the slowest call`,
      figure: ms(slowest.took),
      baseline: slowest.what,
      goal: `≤ ${ms(MAX_CALL_MS)}`,
      met: slowest.took <= MAX_CALL_MS,
    },
    {
      what: 'the longest ping meanwhile',
      figure: ms(longestPing),
      goal: `≤ ${ms(MAX_PING_MS)}`,
      met: longestPing <= MAX_PING_MS,
    },
  ];
}
