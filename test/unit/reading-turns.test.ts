/** Answers that come at once are read a few in each turn of the event loop, in order. */
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { answersWait, turnToBegin, turnToRead } from '../../src/platform/client/reading-turns.ts';

describe('turns to read', () => {
  it('few answers wait for nobody', async () => {
    expect([turnToRead(), turnToRead(), turnToRead(), turnToRead()]).toEqual(Array(4).fill(undefined));
    expect(answersWait()).toBe(false);
    await turn();
    expect(turnToRead()).toBe(undefined);
    await turn();
  });

  it('of many, four are read in each turn, in the order in which they came', async () => {
    const read: number[] = [];
    const all = Promise.all(
      Array.from({ length: 11 }, async (_, at) => {
        await turnToRead();
        read.push(at);
      }),
    );
    const after: number[][] = [];
    while (read.length < 11) {
      await turn();
      after.push([...read]);
    }
    await all;
    expect(after.map(({ length }) => length)).toEqual([8, 11]);
    expect(read).toEqual(Array.from(read.keys()));
    expect(answersWait()).toBe(false);
    await turn();
  });

  it('calls begin at once until 24 answers wait, and then as these are read', async () => {
    const steps: string[] = [];
    const call = async (name: string): Promise<void> => {
      await turnToBegin();
      steps.push(name);
    };
    expect(turnToBegin()).toBe(undefined);
    const answers = Array.from({ length: 4 + 26 }, async () => {
      await turnToRead();
      steps.push('read');
    });
    const calls = [call('first'), call('second')];
    await turn();
    // 4 were read at once, 4 in this turn; 22 wait.
    expect(steps.slice(-2)).toEqual(['first', 'second']);
    expect(steps.filter((step) => step === 'read')).toHaveLength(8);
    await Promise.all([...answers, ...calls]);
    await turn();
  });

  it('all calls begin, though none of them reads an answer', async () => {
    const answers = Array.from({ length: 40 }, async () => turnToRead());
    let begun = 0;
    const calls = Array.from({ length: 500 }, async () => {
      await turnToBegin();
      begun++;
    });
    await Promise.all(answers);
    await Promise.all(calls);
    expect(begun).toBe(500);
    await turn();
    expect(turnToBegin()).toBe(undefined);
  });

  it('who comes while others wait waits behind them', async () => {
    const read: string[] = [];
    const early = Array.from({ length: 6 }, async (_, at) => {
      await turnToRead();
      read.push(`early ${at}`);
    });
    expect(answersWait()).toBe(true);
    const late = (async () => {
      await turnToRead();
      read.push('late');
    })();
    await Promise.all([...early, late]);
    expect(read.at(-1)).toBe('late');
  });
});
