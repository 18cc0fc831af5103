/** One call of each caller begins per round of the event loop, and a caller who exceeds their share waits. */
import { setImmediate as round } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { Turns } from '../../src/mcp/http/turns.ts';
import { until } from '../support/clients.ts';

/** A clock that only the test moves. */
const time = { now: 0, busy: 0 };
const work = (ms: number): void => {
  time.now += ms;
  time.busy += ms;
};
let turns: Turns;
let begun: string[];
beforeEach(() => {
  turns = new Turns({ now: () => time.now, busy: () => time.busy });
  begun = [];
});
/** Takes a turn; the call ends when `end` is called. */
const take = (caller: string): { end(): void } => {
  const ended = turns.take(caller);
  void ended.then(() => begun.push(caller));
  return { end: () => void ended.then((end) => end()) };
};

it('the first call of each caller begins in its round, and one more of each in every further round', async () => {
  for (const caller of ['x', 'y']) take(caller);
  await round();
  for (const caller of ['a', 'a', 'a', 'b', 'b', 'c']) take(caller);
  const rounds: string[] = [];
  for (let n = 0; n < 3; n++) {
    // After all that is settled in this round.
    await new Promise<void>((settled) => process.nextTick(settled));
    rounds.push(begun.splice(0).join(''));
    await round();
  }
  expect(rounds).toEqual(['xyabc', 'ab', 'a']);
});

it('a caller who exceeded their share waits until it has caught up, and delays nobody', async () => {
  take('b').end();
  await round();
  take('a');
  await round();
  // Half of it was b's to use.
  work(300);
  take('a');
  for (let n = 0; n < 5; n++) take('b');
  await until('b is served', () => begun.length === 7);
  expect(begun).toEqual(['b', 'a', 'b', 'b', 'b', 'b', 'b']);
  // A share of two: 150 ms ahead become 100.
  time.now += 100;
  await until('a is served', () => begun.length === 8);
});

it('a caller whose calls have waited for half a second begins one of them each tenth of a second', async () => {
  take('b').end();
  await round();
  for (let n = 0; n < 4; n++) take('a');
  await round();
  const before = begun.length;
  work(600);
  for (let n = 0; n < 5; n++) await round();
  expect(begun).toHaveLength(before + 1);
  time.now += 100;
  await until('the next one begins', () => begun.length > before + 1);
});

it('a single caller has all of the time', async () => {
  for (let call = 1; call <= 5; call++) {
    take('a');
    await round();
    expect(begun).toHaveLength(call);
    work(1_000);
  }
});

it('callers who left have no share any more', async () => {
  for (const caller of ['b', 'c', 'd']) {
    take(caller);
    await round();
  }
  time.now += 6_000;
  take('a');
  await round();
  work(1_000);
  take('a');
  await round();
  expect(begun).toEqual(['b', 'c', 'd', 'a', 'a']);
});

it('a caller without a call in progress is charged nothing, however long others work', async () => {
  take('b').end();
  await round();
  take('a');
  await round();
  take('b').end();
  await round();
  for (let n = 0; n < 10; n++) work(1_000);
  take('b');
  await round();
  expect(begun).toEqual(['b', 'a', 'b', 'b']);
});

it('calls that only wait for something delay their caller by half a second at most', async () => {
  take('a');
  await round();
  for (let n = 0; n < 10; n++) {
    take('b');
    await round();
  }
  work(10_000);
  take('b');
  work(499);
  await round();
  expect(begun).toHaveLength(11);
  work(1);
  await until('b is served', () => begun.length === 12);
});

it('nobody waits long after the machine was suspended', async () => {
  for (const caller of ['b', 'a']) {
    take(caller);
    await round();
  }
  work(3_600_000);
  take('b');
  take('a');
  // Of 250 ms that are counted, all but 100 are waited for, at half the time each.
  time.now += 300;
  await until('a is served', () => begun.length === 4);
});
