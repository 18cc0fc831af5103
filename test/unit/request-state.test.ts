/** The state of a question that travels through the client: forged, swapped, replayed and expired ones are detected. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStates } from '../../src/mcp/engine/consent/request-state.ts';
import { rewritten } from '../support/rounds.ts';

const ABOUT = {
  tool: 'approve_thread',
  subject: 'thread t1',
  digest: 'd1',
  page: 2,
  askedAt: 1,
  offered: { decision: ['APPROVED', 'REJECTED'] },
};
const context = {} as ServerContext;

afterEach(() => {
  vi.useRealTimers();
});

describe('a state', () => {
  it('opens what it signed, once', async () => {
    const states = createStates();
    const state = await states.sign(ABOUT, context);
    expect(await states.open(state, context)).toMatchObject({ valid: true, state: ABOUT });
    expect(await states.open(state, context)).toEqual({ valid: false, why: 'replayed' });
  });

  it('opens each state once, however many are opened at the same time', async () => {
    const states = createStates();
    const state = await states.sign(ABOUT, context);
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => states.open(state, context)));
    expect(verdicts.filter(({ valid }) => valid)).toHaveLength(1);
  });

  it('gives two questions about the same subject two states', async () => {
    const states = createStates();
    const [first, second] = [await states.sign(ABOUT, context), await states.sign(ABOUT, context)];
    expect(await states.open(first, context)).toMatchObject({ valid: true });
    expect(await states.open(second, context)).toMatchObject({ valid: true });
  });

  it('is valid for ten minutes', async () => {
    const states = createStates();
    const [inTime, late] = [await states.sign(ABOUT, context), await states.sign(ABOUT, context)];
    const now = Date.now();
    vi.setSystemTime(now + 9.9 * 60_000);
    expect(await states.open(inTime, context)).toMatchObject({ valid: true });
    vi.setSystemTime(now + 10.1 * 60_000);
    expect(await states.open(late, context)).toEqual({ valid: false, why: 'expired' });
  });

  it.each([
    { it: 'another server’s', change: () => createStates().sign(ABOUT, context) },
    { it: 'a changed digest', change: (state: string) => rewritten(state, (text) => text.replace('"d1"', '"d2"')) },
    { it: 'a later page', change: (state: string) => rewritten(state, (text) => text.replace('"page":2', '"page":3')) },
    {
      it: 'another choice that it offered',
      change: (state: string) => rewritten(state, (text) => text.replace('"REJECTED"', '"READ_ON"')),
    },
    {
      it: 'an earlier question',
      change: (state: string) => rewritten(state, (text) => text.replace('"askedAt":1', '"askedAt":0')),
    },
    {
      it: 'a later expiry',
      change: (state: string) => rewritten(state, (text) => text.replace(/"exp":\d+/, '"exp":9999999999')),
    },
    { it: 'a cut signature', change: (state: string) => state.slice(0, -4) },
    { it: 'no signature', change: (state: string) => state.slice(0, state.lastIndexOf('.')) },
    { it: 'an empty text', change: () => '' },
    { it: 'any other text', change: () => '{"valid":true}' },
  ])('refuses $it as forged', async ({ change }) => {
    const states = createStates();
    const state = await states.sign(ABOUT, context);
    expect(await states.open(await change(state), context)).toEqual({ valid: false, why: 'forged' });
    expect(await states.open(state, context)).toMatchObject({ valid: true });
  });
});
