/** Answers that come at once are read a few in each turn of the event loop, in order. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { asking, platformIsSlow } from '../../src/platform/client/platform-speed.ts';
import { answersWait, turnToBegin, turnToRead } from '../../src/platform/client/reading-turns.ts';

/** Twice as many answers as the platform is judged by: another file of the same process may have left some of them. */
const answers = (of: (at: number) => Promise<unknown>): Promise<unknown> =>
  Promise.allSettled(Array.from({ length: 32 }, (_, at) => asking(() => of(at))));

// Another file of the same process may have ended with a slow answer.
beforeEach(async () => {
  await answers(() => Promise.resolve());
});

describe('turns to read', () => {
  it('few answers wait for nobody', async () => {
    expect([turnToRead(), turnToRead(), turnToRead(), turnToRead()]).toEqual(Array(4).fill(undefined));
    expect(answersWait()).toBe(false);
    await turn();
    expect(turnToRead()).toBe(undefined);
    await turn();
  });

  /** How many of so many answers are read after each turn; they are read in the order in which they came. */
  async function readAfterTurns(answers: number): Promise<number[]> {
    const read: number[] = [];
    const all = Promise.all(
      Array.from({ length: answers }, async (_, at) => {
        await turnToRead();
        read.push(at);
      }),
    );
    const after: number[] = [];
    while (read.length < answers) {
      await turn();
      after.push(read.length);
    }
    await all;
    expect(read).toEqual(Array.from(read.keys()));
    expect(answersWait()).toBe(false);
    await turn();
    return after;
  }

  it('of some, four are read in each turn', async () => {
    expect(await readAfterTurns(11)).toEqual([8, 11]);
  });

  it('where eight and more wait, twelve are', async () => {
    expect(await readAfterTurns(47)).toEqual([16, 28, 40, 44, 47]);
  });

  /** A timer counts from when the turn of the event loop began, so it may fire early. */
  const LONG_MS = 60;
  it('where the platform takes long for an answer, four are, however many wait', async () => {
    await answers(() => sleep(LONG_MS));
    expect(platformIsSlow()).toBe(true);
    expect((await readAfterTurns(30)).slice(0, 3)).toEqual([8, 12, 16]);
    await answers(() => Promise.resolve());
    expect(platformIsSlow()).toBe(false);
  });

  it('a platform is as quick as its quickest answer: the others may have waited here', async () => {
    const quick = (at: number): boolean => at === 7;
    for (const _ of [1, 2]) {
      await Promise.all(
        Array.from({ length: 16 }, (_, at) => asking(() => (quick(at) ? Promise.resolve() : sleep(LONG_MS)))),
      );
    }
    expect(platformIsSlow()).toBe(false);
  });

  it('a call that fails counts by the time that it took', async () => {
    await answers(() => sleep(LONG_MS));
    expect(platformIsSlow()).toBe(true);
    await answers(() => Promise.reject(new Error('lost')));
    expect(platformIsSlow()).toBe(false);
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
    // 4 were read at once, 12 in this turn; 14 wait.
    expect(steps.slice(-2)).toEqual(['first', 'second']);
    expect(steps.filter((step) => step === 'read')).toHaveLength(16);
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

  it('calls begin however many answers wait, and go on coming from requests that need no turn to begin', async () => {
    const begun: string[] = [];
    const goneAfter = 50;
    let turns = 0;
    // As many callers as keep more answers waiting than new calls wait for: each asks again at once.
    const callers = Array.from({ length: 100 }, async () => {
      while (turns < goneAfter) await turnToRead();
    });
    const calls = ['first', 'second', 'third'].map(async (name) => {
      await turnToBegin();
      begun.push(name);
    });
    while (begun.length < calls.length && turns < goneAfter) {
      await turn();
      turns++;
    }
    expect(begun).toEqual(['first', 'second', 'third']);
    expect(turns).toBeLessThan(goneAfter);
    turns = goneAfter;
    await Promise.all([...callers, ...calls]);
    await turn();
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
