/**
 * A hundred mixed requests decided in batches, while threads change, other people decide, and the platform fails: nothing
 * is decided unseen or twice, and each result line agrees with the platform.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { connect, type ElicitAnswer, type TestClient } from '../support/clients.ts';
import { callAs } from '../support/consent-human.ts';
import type { Decision } from '../support/data.ts';
import { jsonPlatform, type Told } from '../support/platform-double.ts';

const BATCH = 20;
const SIZE = 100;
const id = (n: number): string => `thread-${String(n).padStart(3, '0')}`;

/** What goes wrong with a thread: before, while or after the human reads. */
const FAULTS = [
  'none',
  'changed before',
  'changed while asked',
  'decided by another',
  'lost after doing',
  'fails before doing',
  'refused',
  'does not take',
  'too long to show',
  'none',
] as const;
type Fault = (typeof FAULTS)[number];
const faultOf = (n: number): Fault => FAULTS[(n * 7) % FAULTS.length] ?? 'none';
const PROPOSED = ['APPROVED', 'REJECTED', 'PENDING', 'APPROVED'] as const;
const proposedFor = (n: number) => PROPOSED[n % PROPOSED.length] ?? 'PENDING';

interface Kept {
  status: string;
  request: string;
  /** Decisions that arrived, and the request that each reached. */
  readonly sent: { readonly status: string; readonly request: string }[];
  applied: string | undefined;
}
const threads = new Map<string, Kept>();

function requestOf(n: number): string {
  const long = faultOf(n) === 'too long to show' ? ` ${'and so on '.repeat(900)}` : '';
  return `I would now call refund_order with {"orderNumber":"${10_000 + n}","amount":${n + 1}}.${long} Shall I? #${n}#`;
}

function tell({ method, path, body }: { method: string; path: string; body: unknown }): Told {
  const [, found = '', approval] = /\/v1\/agents\/threads\/([^/]+)(\/approval)?$/.exec(path) ?? [];
  const kept = threads.get(found);
  if (kept === undefined) return path === '/v1/agents' ? { json: [{ id: 'agent-1', name: 'Refunds' }] } : { json: [] };
  const seen = () => ({
    id: found,
    agentId: 'agent-1',
    status: kept.status,
    messages: [
      { role: 'user', content: 'Do it.' },
      { role: 'assistant', content: kept.request },
    ],
  });
  if (method === 'GET' || approval === undefined) return { json: seen() };
  const status = String(typeof body === 'object' && body !== null ? Reflect.get(body, 'status') : '');
  kept.sent.push({ status, request: kept.request });
  const fault = faultOf(Number(found.slice(-3)));
  if (fault === 'refused') return { status: 400, body: { message: 'not now' } };
  if (fault === 'fails before doing') return { status: 500, body: {} };
  if (fault === 'does not take') return { json: seen() };
  kept.applied = status;
  kept.status = status === 'APPROVED' ? 'RUNNING' : 'COMPLETED';
  return fault === 'lost after doing' ? { status: 502, body: {} } : { json: seen() };
}

const platform = await jsonPlatform(tell);
beforeEach(() => {
  threads.clear();
  for (let n = 0; n < SIZE; n++) {
    threads.set(id(n), { status: 'AWAITING_APPROVAL', request: requestOf(n), sent: [], applied: undefined });
  }
});

const env = (): Record<string, string> => ({
  AGENT_PLATFORM_BASE_URL: platform.url,
  AGENT_PLATFORM_TOKEN: 'tok_some-token-for-tests-1',
  AGENT_PLATFORM_LOG_LEVEL: 'silent',
  AGENT_PLATFORM_MAX_RETRIES: '0',
});

/** What was shown and chosen for each thread. */
interface Seen {
  readonly shown: Map<string, string>;
  readonly chosen: Map<string, string>;
}

/** A human who keeps most of the preset choices, and reverses every fifth. */
function reader({ shown, chosen }: Seen) {
  return ({ message, requestedSchema }: { message: string; requestedSchema: unknown }): ElicitAnswer => {
    const { properties } = requestedSchema as {
      properties: Record<string, { enum?: string[]; default?: string; title: string }>;
    };
    const content: Record<string, string> = {};
    for (const [key, field] of Object.entries(properties)) {
      if (!key.startsWith('decision_') || field.enum === undefined) continue;
      const thread = key.slice('decision_'.length);
      const n = Number(thread.slice(-3));
      const choice = n % 5 === 0 ? 'Reject' : (field.default ?? 'Leave it waiting');
      expect(field.enum).toContain(choice);
      content[key] = choice;
      chosen.set(thread, choice);
      shown.set(thread, message);
    }
    for (const [key, kept] of threads) {
      if (!chosen.has(key)) continue;
      const fault = faultOf(Number(key.slice(-3)));
      if (fault === 'changed while asked' && kept.sent.length === 0) kept.request += ' And the shipping costs.';
      if (fault === 'decided by another' && kept.sent.length === 0) kept.status = 'RUNNING';
    }
    return { action: 'accept', content };
  };
}

async function itemsOf(client: TestClient, from: number): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for (let n = from; n < from + BATCH; n++) {
    const { data } = await callAs(client, 'get_thread', { threadId: id(n) });
    items.push({ threadId: id(n), status: proposedFor(n), reviewToken: data.reviewToken });
    const kept = threads.get(id(n));
    if (kept !== undefined && faultOf(n) === 'changed before') kept.request += ' Twice.';
  }
  return items;
}

const SENT: Readonly<Record<string, string>> = { Approve: 'APPROVED', Reject: 'REJECTED' };

describe.each(['v1', 'v2-modern'] as const)('with %s', (kind) => {
  it('decides a hundred requests: none unseen, none twice, none misreported', async () => {
    const seen: Seen = { shown: new Map(), chosen: new Map() };
    const client = await connect({ client: kind, env: env(), elicit: reader(seen) });
    try {
      for (let from = 0; from < SIZE; from += BATCH) {
        const items = await itemsOf(client, from);
        const { data, isError, text } = await callAs(client, 'decide_approvals', { items });
        expect({ isError, text: isError ? text : '' }).toEqual({ isError: false, text: '' });
        expect(data.decisions.map(({ threadId }) => threadId).sort()).toEqual(
          items.map(({ threadId }) => threadId).sort(),
        );
        for (const line of data.decisions) judge(line, seen);
      }
    } finally {
      await client.close();
    }
    expect([...threads.values()].filter(({ applied }) => applied !== undefined).length).toBeGreaterThan(10);
  }, 120_000);
});

function judge({ threadId, outcome, decision, detail }: Decision, { shown, chosen }: Seen): void {
  const kept = threads.get(threadId);
  if (kept === undefined) throw new Error(`${threadId} is none of them`);
  const n = Number(threadId.slice(-3));
  const fault = faultOf(n);
  const choice = chosen.get(threadId);
  const { sent, applied } = kept;
  const facts = { threadId, fault, choice, outcome, sent: sent.length, applied };
  // Decided once at most, and only as the human chose on the request that was shown.
  expect(sent.length, JSON.stringify(facts)).toBeLessThanOrEqual(1);
  for (const one of sent) {
    expect(one.status, JSON.stringify(facts)).toBe(SENT[choice ?? '']);
    expect(one.request).toBe(requestOf(n));
    if (one.status === 'APPROVED') expect(shown.get(threadId)).toContain(`#${n}#`);
  }
  if (fault === 'changed before') expect(choice).toBeUndefined();
  if (fault === 'too long to show') expect(sent.map(({ status }) => status)).not.toContain('APPROVED');
  switch (outcome) {
    case 'decided':
      expect(applied, JSON.stringify(facts)).toBe(decision);
      break;
    case 'left':
      expect([choice, sent.length], JSON.stringify(facts)).toEqual(['Leave it waiting', 0]);
      break;
    case 'unknown':
      expect(['lost after doing', 'fails before doing'], JSON.stringify(facts)).toContain(fault);
      expect([sent.length, detail]).toEqual([1, expect.stringContaining(`get_thread {"threadId":"${threadId}"}`)]);
      break;
    case 'failed':
      expect(['does not take', 'refused'], JSON.stringify(facts)).toContain(fault);
      expect([sent.length, applied], JSON.stringify(facts)).toEqual([1, undefined]);
      break;
    default:
      expect([outcome, sent.length], JSON.stringify(facts)).toEqual(['refused', 0]);
      expect(
        ['changed before', 'changed while asked', 'decided by another', 'refused'],
        JSON.stringify(facts),
      ).toContain(fault);
  }
}
