/** The state of a question on its way through the client: forged, swapped, replayed and expired ones are told. */
import type { ServerContext } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createSeal } from '../../src/mcp/engine/consent/request-state.ts';

const ABOUT = { tool: 'approve_thread', subject: 'thread t1', digest: 'd1' };
const context = {} as ServerContext;
const KEY = Buffer.alloc(32, 7);

describe('the seal', () => {
  it('opens what it sealed, once', async () => {
    const seal = createSeal();
    const state = await seal.seal(ABOUT, context);
    expect(await seal.open(state, context)).toMatchObject({ valid: true, state: ABOUT });
    expect(await seal.open(state, context)).toEqual({ valid: false, why: 'replayed' });
  });

  it('opens each state once, however many are opened at the same time', async () => {
    const seal = createSeal();
    const state = await seal.seal(ABOUT, context);
    const verdicts = await Promise.all(Array.from({ length: 20 }, () => seal.open(state, context)));
    expect(verdicts.filter(({ valid }) => valid)).toHaveLength(1);
  });

  it('makes two questions of the same thing two states', async () => {
    const seal = createSeal();
    const [first, second] = [await seal.seal(ABOUT, context), await seal.seal(ABOUT, context)];
    expect(await seal.open(first, context)).toMatchObject({ valid: true });
    expect(await seal.open(second, context)).toMatchObject({ valid: true });
  });

  it('refuses what is older than its time, and takes what is not', async () => {
    const old = await createSeal({ key: KEY, ttlSeconds: -1 }).seal(ABOUT, context);
    const fresh = await createSeal({ key: KEY }).seal(ABOUT, context);
    const seal = createSeal({ key: KEY });
    expect(await seal.open(old, context)).toEqual({ valid: false, why: 'expired' });
    expect(await seal.open(fresh, context)).toMatchObject({ valid: true });
  });

  it.each([
    { it: 'another server’s', change: () => createSeal().seal(ABOUT, context) },
    { it: 'a changed digest', change: (state: string) => rewritten(state, (text) => text.replace('"d1"', '"d2"')) },
    {
      it: 'a later expiry',
      change: (state: string) => rewritten(state, (text) => text.replace(/"exp":\d+/, '"exp":9999999999')),
    },
    { it: 'a cut seal', change: (state: string) => state.slice(0, -4) },
    { it: 'no seal', change: (state: string) => state.slice(0, state.lastIndexOf('.')) },
    { it: 'an empty text', change: () => '' },
    { it: 'any other text', change: () => '{"valid":true}' },
  ])('refuses $it as forged', async ({ change }) => {
    const seal = createSeal();
    const state = await seal.seal(ABOUT, context);
    expect(await seal.open(await change(state), context)).toEqual({ valid: false, why: 'forged' });
    expect(await seal.open(state, context)).toMatchObject({ valid: true });
  });
});

/** The state with its content changed under the old seal. */
function rewritten(state: string, change: (text: string) => string): string {
  const [prefix = '', body = '', mac = ''] = state.split('.');
  const text = change(Buffer.from(body, 'base64url').toString('utf8'));
  return [prefix, Buffer.from(text).toString('base64url'), mac].join('.');
}
