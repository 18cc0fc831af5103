/** The state of a question that travels through the client: forged, swapped, replayed and expired ones are detected. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStates } from '../../src/mcp/engine/consent/request-state.ts';
import { memoryStore } from '../../src/mcp/engine/consent/shared-store.ts';
import { rewritten } from '../support/rounds.ts';

const ABOUT = {
  tool: 'approve_thread',
  subject: 'thread t1',
  digest: 'd1',
  page: 2,
  offered: { decision: ['APPROVED', 'REJECTED'] },
};
const context = {} as ServerContext;

afterEach(() => {
  vi.restoreAllMocks();
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

  it('is valid for ten minutes, whatever the wall clock says meanwhile', async () => {
    const states = createStates();
    const [inTime, late] = [await states.sign(ABOUT, context), await states.sign(ABOUT, context)];
    const started = performance.now();
    const waited = (minutes: number) => vi.spyOn(performance, 'now').mockReturnValue(started + minutes * 60_000);
    waited(9.9);
    expect(await states.open(inTime, context)).toMatchObject({ valid: true });
    waited(10.1);
    expect(await states.open(late, context)).toEqual({ valid: false, why: 'expired' });
  });

  describe.each([
    { clock: 'a minute fast', seconds: 60 },
    { clock: 'right', seconds: 0 },
    { clock: 'a minute slow', seconds: -60 },
  ])('at another replica, whose clock is $clock', ({ seconds }) => {
    const key = new Uint8Array(32).fill(7);
    /** What the replica says to an answer to a question of so many seconds ago. */
    const opened = async (ago: number, used = memoryStore()) => {
      const state = await createStates({ key, used }).sign(ABOUT, context);
      vi.setSystemTime(Date.now() + (ago + seconds) * 1000);
      return createStates({ key, used }).open(state, context);
    };

    it('is valid for ten minutes, and not for more than twelve', async () => {
      expect(await opened(598)).toMatchObject({ valid: true });
      vi.useRealTimers();
      expect(await opened(722)).toEqual({ valid: false, why: 'expired' });
    });

    it('is not accepted again while it is valid', async () => {
      const used = memoryStore();
      const first = createStates({ key, used });
      const state = await first.sign(ABOUT, context);
      expect(await first.open(state, context)).toMatchObject({ valid: true });
      const started = performance.now();
      for (let ago = 0; ago <= 780; ago += 30) {
        vi.setSystemTime(Date.now() + 30_000);
        vi.spyOn(performance, 'now').mockReturnValue(started + ago * 1000);
        expect(await createStates({ key, used }).open(state, context)).toMatchObject({ valid: false });
      }
    });

    it('says nothing exact about how long the human took', async () => {
      expect(await opened(5)).toMatchObject({ age: { isExact: false } });
    });
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
      change: (state: string) => rewritten(state, (text) => text.replace('"askedAt":1', '"askedAt":2')),
    },
    {
      it: 'a question of another replica',
      change: (state: string) => rewritten(state, (text) => text.replace(/"askedBy":".*?"/, '"askedBy":"0"')),
    },
    {
      it: 'a later expiry',
      change: (state: string) => rewritten(state, (text) => text.replace(/"exp":\d+/, '"exp":9999999999')),
    },
    { it: 'a cut signature', change: (state: string) => state.slice(0, -4) },
    { it: 'a missing signature', change: (state: string) => state.slice(0, state.lastIndexOf('.')) },
    { it: 'an empty text', change: () => '' },
    { it: 'any other text', change: () => '{"valid":true}' },
  ])('refuses $it as forged', async ({ change }) => {
    const states = createStates();
    const state = await states.sign(ABOUT, context);
    expect(await states.open(await change(state), context)).toEqual({ valid: false, why: 'forged' });
    expect(await states.open(state, context)).toMatchObject({ valid: true });
  });
});
