/** The state of a question that travels through the client: forged, swapped, replayed and expired ones are detected. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStates, memoryStore } from '../../src/mcp/engine/consent/request-state.ts';

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

    it('tells how long the human took, also if the clock of a process was wrong when it began', async () => {
      const used = memoryStore();
      const state = await createStates({ key, used }).sign(ABOUT, context);
      vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(performance.timeOrigin + 3_600_000);
      const opened = await createStates({ key, used }).open(state, context);
      expect(opened.valid && opened.age.ms).toBeLessThan(60_000);
    });

    it('says nothing exact about how long the human took', async () => {
      expect(await opened(5)).toMatchObject({ age: { isExact: false } });
    });
  });

  it('is refused as forged where any character of it was changed, it was cut, or another server signed it', async () => {
    const states = createStates();
    const state = await states.sign(ABOUT, context);
    // Not A and B: the last character of a signature of 32 bytes carries four bits, which these two share.
    const changed = Array.from(
      state,
      (one, at) => `${state.slice(0, at)}${one === 'A' ? 'Z' : 'A'}${state.slice(at + 1)}`,
    );
    const cut = [state.slice(0, -4), state.slice(0, state.lastIndexOf('.')), '', '{"valid":true}'];
    for (const other of [...changed, ...cut, await createStates().sign(ABOUT, context)])
      expect([other, await states.open(other, context)]).toEqual([other, { valid: false, why: 'forged' }]);
    expect(await states.open(state, context)).toMatchObject({ valid: true });
  });
});
