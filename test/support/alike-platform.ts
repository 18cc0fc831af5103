/** A platform whose agents wait with alike requests: refunds that differ in order, amount and customer. */

import { message, uuid } from './ids.ts';
import { type Asked, type JsonPlatform, jsonPlatform, pageOf, type Told } from './platform-double.ts';

export interface Refund {
  readonly orderId: string;
  readonly amount: number;
  readonly customer: string;
  readonly currency?: string;
  /** More arguments of its call. */
  readonly more?: object;
  /** Fields of its call beside its arguments. */
  readonly beside?: object;
  /** What the agent says after the usual sentence. */
  readonly says?: string;
  /** What the user says; default: all that the call holds. */
  readonly task?: string;
  readonly metadata?: object;
  /** Fields of the thread. */
  readonly thread?: object;
}

const NAMES = ['Liam Walsh', 'Ana María López', 'Jürgen Groß', 'Mei Chen', 'Olu Ade'];

/** The refund number `n` of many. */
export const refund = (n: number, changes: Partial<Refund> = {}): Refund => ({
  orderId: String(10_500 + n),
  amount: 20 + n / 2,
  customer: NAMES[n % NAMES.length] ?? '',
  ...changes,
});

/** A thread that waits for a refund. */
export function waitingFor(n: number, of: Refund): Record<string, unknown> & { id: string; status: string } {
  const { orderId, amount, customer, currency = 'GBP', more = {}, says = '', metadata = {} } = of;
  const task = of.task ?? `Order ${orderId} broke. Please refund ${amount} ${currency} to ${customer}.`;
  const call = { name: 'create_refund', arguments: JSON.stringify({ orderId, amount, currency, customer, ...more }) };
  return {
    id: uuid(n),
    agentId: uuid(1),
    status: 'AWAITING_APPROVAL',
    createdAt: '2026-11-20T09:00:00.000Z',
    updatedAt: new Date(Date.parse('2026-11-20T10:00:00.000Z') + n * 60_000).toISOString(),
    metadata: { tenantId: 'north', ticket: `T-${100 + n}`, ...metadata },
    messages: [
      message('user', task),
      {
        ...message(
          'assistant',
          `Order ${orderId} arrived broken. I would refund £${amount.toFixed(2)} to ${customer}.${says}`,
        ),
        tool_calls: [{ id: `call-${n}`, type: 'function', function: call, ...of.beside }],
      },
    ],
    ...of.thread,
  };
}

export interface AlikePlatform extends JsonPlatform {
  readonly threads: Map<string, object>;
  /** The decisions as they arrived. */
  sent(): [id: string, body: unknown][];
}

/** Serves these requests of one agent, and applies decisions. @param instead other answers */
export async function alikePlatform(
  refunds: readonly Refund[],
  instead?: (asked: Asked) => Told | Promise<Told>,
): Promise<AlikePlatform> {
  const threads = new Map<string, object>(refunds.map((one, n) => [uuid(n), waitingFor(n, one)]));
  const platform = await jsonPlatform(async (asked) => {
    const { path, method, body } = asked;
    const other = await instead?.(asked);
    if (other !== undefined) return other;
    const page = (all: readonly object[]): Told => pageOf(all, asked);
    if (path === '/v1/agents') return page([{ id: uuid(1), name: 'Refund Agent' }]);
    const [, id = '', approval] = /^\/v1\/agents\/threads\/([^/]+)(\/approval)?$/.exec(path) ?? [];
    const thread = threads.get(id);
    if (thread === undefined) return path.endsWith('/threads') ? page([...threads.values()]) : { json: [] };
    if (method === 'POST' && approval !== undefined) {
      const { status } = body as { status: string };
      threads.set(id, { ...thread, status: status === 'APPROVED' ? 'RUNNING' : 'FAILED' });
    }
    return { json: threads.get(id) };
  });
  return {
    ...platform,
    threads,
    sent: () =>
      platform.asked
        .filter(({ method, path }) => method === 'POST' && path.endsWith('/approval'))
        .map(({ path, body }) => [path.split('/')[4] ?? '', body]),
  };
}
