/** Tasks over items that come page by page. */
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mapPages } from '../../../src/present/map-concurrent.ts';

interface Gate {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

function gate(): Gate {
  let gate: Pick<Gate, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<void>((resolve, reject) => {
    gate = { resolve, reject };
  });
  return { promise, resolve: () => gate?.resolve(), reject: (error) => gate?.reject(error) };
}

/** Pages of two items each, that come when they are let. */
function heldPages(count: number) {
  const gates = Array.from({ length: count }, gate);
  async function* pages(): AsyncGenerator<readonly number[], void> {
    for (const [at, { promise }] of gates.entries()) {
      await promise;
      yield [2 * at, 2 * at + 1];
    }
  }
  return { pages: pages(), gates };
}

describe('mapPages', () => {
  it('begins with the first page, knows how many there are after the last, and keeps the order', async () => {
    const { pages, gates } = heldPages(3);
    const begun: number[] = [];
    const known: (number | undefined)[] = [];
    const all = mapPages(pages, 8, async (item, count) => {
      begun.push(item);
      known.push(count());
      await sleep(6 - item);
      known.push(count());
      return `done ${item}`;
    });
    gates[0]?.resolve();
    await turn();
    expect([begun, known]).toEqual([
      [0, 1],
      [undefined, undefined],
    ]);
    gates[1]?.resolve();
    gates[2]?.resolve();
    expect(await all).toEqual(Array.from({ length: 6 }, (_, item) => `done ${item}`));
    expect(known.at(-1)).toBe(6);
  });

  it.each([1, 2, 3])('runs at most %i at once', async (width) => {
    const { pages, gates } = heldPages(5);
    for (const { resolve } of gates) resolve();
    let running = 0;
    let most = 0;
    await mapPages(pages, width, async () => {
      most = Math.max(most, ++running);
      await sleep(1);
      running--;
    });
    expect(most).toBe(width);
  });

  it('fails as a page does, and begins nothing after it', async () => {
    const { pages, gates } = heldPages(3);
    const begun: number[] = [];
    const all = mapPages(pages, 1, async (item) => {
      begun.push(item);
      await sleep(5);
    });
    gates[0]?.resolve();
    gates[1]?.reject(new Error('no second page'));
    await expect(all).rejects.toThrow('no second page');
    await sleep(20);
    expect(begun).toEqual([0]);
  });

  it('fails as a task does, and begins nothing after it', async () => {
    const { pages, gates } = heldPages(3);
    for (const { resolve } of gates) resolve();
    const begun: number[] = [];
    const all = mapPages(pages, 2, async (item) => {
      begun.push(item);
      await turn();
      if (item === 1) throw new Error('the second');
      await sleep(5);
    });
    await expect(all).rejects.toThrow('the second');
    await sleep(20);
    expect(begun).toEqual([0, 1]);
  });

  it('begins nothing of a page that comes after a task has failed', async () => {
    const { pages, gates } = heldPages(2);
    const begun: number[] = [];
    const all = mapPages(pages, 4, async (item) => {
      begun.push(item);
      throw new Error(`the task of ${item}`);
    });
    all.catch(() => undefined);
    gates[0]?.resolve();
    await turn();
    gates[1]?.resolve();
    await expect(all).rejects.toThrow('the task of 0');
    expect(begun).toEqual([0, 1]);
  });

  it('has nothing to do where there is no page', async () => {
    expect(await mapPages(heldPages(0).pages, 4, () => Promise.reject(new Error('never')))).toEqual([]);
  });
});
