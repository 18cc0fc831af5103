/** What is remembered of decisions on a thread, from when on and for how long. */
import { afterEach, expect, it, vi } from 'vitest';
import { instant } from '../../src/mcp/contract/turns.ts';
import { memoryStore } from '../../src/mcp/engine/consent/nonce-store.ts';
import { createTurns } from '../../src/mcp/engine/consent/turns.ts';

const HOUR = 60 * 60_000;
const SENT = { decision: 'APPROVED', by: 'human', digest: 'd1' } as const;

const turnsOf = () =>
  createTurns({ store: memoryStore(), baseUrl: 'https://platform.example', waitMs: 1_000 }).of(
    new AbortController().signal,
  );

afterEach(() => {
  vi.useRealTimers();
});

it('a decision is remembered for a day', async () => {
  const turns = turnsOf();
  await turns.alone('t1', (turn) => turn.begin(SENT));
  const now = Date.now();
  vi.setSystemTime(now + 23.9 * HOUR);
  expect(await turns.last('t1')).toMatchObject(SENT);
  vi.setSystemTime(now + 24.1 * HOUR);
  expect(await turns.last('t1')).toBeUndefined();
});

it('what was read while a decision was under way was read before it', async () => {
  const turns = turnsOf();
  const read = await turns.alone('t1', async (turn) => {
    await turn.begin(SENT);
    return instant();
  });
  expect((await turns.last('t1'))?.at).toBeGreaterThan(read);
});

it('one that did nothing is forgotten, and the one before it is not', async () => {
  const turns = turnsOf();
  await turns.alone('t1', async (turn) => {
    await turn.begin(SENT);
    await turn.undo();
  });
  expect(await turns.last('t1')).toBeUndefined();
  await turns.alone('t1', (turn) => turn.begin(SENT));
  await turns.alone('t1', async (turn) => {
    await turn.begin({ ...SENT, decision: 'REJECTED' });
    await turn.undo();
  });
  expect(await turns.last('t1')).toMatchObject(SENT);
});

it('two spellings of an id are one thread', async () => {
  const turns = turnsOf();
  await turns.alone('65f0c2a1b7e4d890', (turn) => turn.begin(SENT));
  expect(await turns.last('65F0C2A1B7E4D890')).toMatchObject(SENT);
});
